// Specification of the client API: request, answer, summary, required session and failure reasons
// of each operation. The service validates with it, and docs/api.md is generated from it.
import { accountSpec } from './client/account.ts';
import { banSpec } from './client/bans.ts';
import { sessionEndReasons } from './client/common.ts';
import { communitySpec } from './client/community.ts';
import { computerSpec } from './client/computers.ts';
import { fileSpec } from './client/files.ts';
import { ownSessionsSpec } from './client/own-sessions.ts';
import { recoverySpec } from './client/recovery.ts';
import { redeemingSpec } from './client/redeeming.ts';
import { reportSpec } from './client/reports.ts';
import { sessionSpec } from './client/session.ts';
import { signInSpec } from './client/sign-in.ts';
import { variableSpec } from './client/variables.ts';
import type { AnyReason } from './all-reasons.ts';
import type { z } from 'zod';

/**
 * Session that an operation requires. `any-session` is a session in any state. `session` excludes
 * signed-in sessions whose user is banned or has no active subscription. `sign-in` is a signed-in
 * session whose user is not banned and has an active subscription.
 */
export type SessionNeed = 'nothing' | 'any-session' | 'session' | 'sign-in';

export interface ClientSpec {
  readonly request: z.ZodType;
  readonly success: z.ZodType;
  readonly summary: string;
  readonly needs: SessionNeed;
  /** The value of the parameter `kind` with which the operation needs no session. */
  readonly sessionlessKind?: string;
  /** Maps the second name of a parameter, which other programs send, to its name. */
  readonly also?: Readonly<Record<string, string>>;
  /** Reasons in addition to `commonRefusals` and `sessionRefusals`. */
  readonly failures: readonly AnyReason[];
  /**
   * Idempotent: a request repeated with the same challenge gets the stored outcome
   * (docs/protocol.md#idempotent-requests).
   */
  readonly once?: true;
}

/** Reasons for which any operation can fail. */
export const commonRefusals = [
  'app-unknown',
  'app-disabled',
  'app-paused',
  'type-unknown',
  'bad-request',
  'rate-limited',
  'overloaded',
  'internal',
] as const satisfies readonly AnyReason[];

/** Reasons for which an operation can fail because of the session it requires. */
export const sessionRefusals = {
  nothing: [],
  'any-session': ['session-gone'],
  session: ['session-gone', ...sessionEndReasons],
  'sign-in': ['session-gone', 'not-signed-in', ...sessionEndReasons],
} as const satisfies Record<SessionNeed, readonly AnyReason[]>;

/** All operations, in the order of docs/api.md. */
export const clientSpec = {
  init: sessionSpec.init,
  ...signInSpec,
  ...computerSpec,
  ...redeemingSpec,
  ...variableSpec,
  check: sessionSpec.check,
  ...banSpec,
  ...fileSpec,
  ...reportSpec,
  ...communitySpec,
  ...accountSpec,
  ...recoverySpec,
  ...ownSessionsSpec,
  logout: sessionSpec.logout,
} as const satisfies Record<string, ClientSpec>;

export type ClientType = keyof typeof clientSpec;
export type RequestOf<Type extends ClientType> = z.output<(typeof clientSpec)[Type]['request']>;
/** The parameters as a client sends them. */
export type ParametersOf<Type extends ClientType> = z.input<(typeof clientSpec)[Type]['request']>;
export type SuccessOf<Type extends ClientType> = z.output<(typeof clientSpec)[Type]['success']>;
/** A successful answer as the service sends it, without the common fields of the envelope. */
export type AnswerOf<Type extends ClientType> = z.input<(typeof clientSpec)[Type]['success']>;

/** Returns the session that a request of this type requires. */
export function sessionNeedOf(type: ClientType, kind: string | undefined): SessionNeed {
  const { needs, sessionlessKind }: ClientSpec = clientSpec[type];
  return kind !== undefined && kind === sessionlessKind ? 'nothing' : needs;
}

export function isClientType(type: string): type is ClientType {
  return Object.hasOwn(clientSpec, type);
}
