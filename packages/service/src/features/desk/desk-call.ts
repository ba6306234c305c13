// Defines the context and results of the desk's own operations.
import {
  deskTexts,
  type deskApi,
  type DeskAnswer,
  type DeskFailure,
  type DeskRequest,
  type DeskType,
} from '@latchkey/protocol/desk-api.ts';
import type { Parts } from '../../api/call.ts';
import type { PageOutcome } from '../../http/browser/send-page.ts';
import type { ResumedPerson } from '../people/person-sessions.ts';

export interface DeskCall {
  readonly parts: Parts;
  readonly ip: string;
  /** What the browser calls itself. */
  readonly agent: string;
  /** Of the cookie, which may be of no session; empty without one. */
  readonly sessionId: string;
  /** Whom the page shows. */
  readonly shown: Shown;
  /** The version of the service. */
  readonly version: string;
}

export interface Shown {
  /** Empty if the page shows nobody yet. */
  readonly personId: string;
  /** Empty for operations of the desk. */
  readonly applicationId: string;
}

export interface SignedInCall extends DeskCall {
  readonly person: ResumedPerson;
}

export interface Refused {
  readonly ok: false;
  readonly code: DeskFailure;
  readonly retryAfter?: number;
}

type Result<Type extends DeskType> =
  | {
      readonly ok: true;
      readonly answer: DeskAnswer<Type>;
      /** The new session id of the cookie. Empty removes the cookie. */
      readonly sessionId?: string;
    }
  | Refused;

type CallOf<Type extends DeskType> = (typeof deskApi)[Type] extends { readonly needs: 'nothing' }
  ? DeskCall
  : SignedInCall;

export type DeskHandlers = {
  readonly [Type in DeskType]: (
    call: CallOf<Type>,
    request: DeskRequest<Type>,
  ) => Promise<Result<Type>>;
};

export type DeskOutcome = PageOutcome;

const statuses: Partial<Record<DeskFailure, number>> = {
  'cross-site': 403,
  'https-needed': 403,
  'signed-out': 401,
  'other-person': 403,
  'password-needed': 403,
  'rate-limited': 429,
  overloaded: 429,
  internal: 500,
};

/** `message` replaces the text of the code. */
export function refusal(
  code: DeskFailure,
  { retryAfter, message = deskTexts[code] }: { retryAfter?: number; message?: string } = {},
): DeskOutcome {
  const body = { success: false, code, message, ...(retryAfter !== undefined && { retryAfter }) };
  return { status: statuses[code] ?? 400, body, retryAfter };
}
