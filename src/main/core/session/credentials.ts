// Sends the sign-in request of each kind of credentials. Holds the credentials from the submit until
// the sign-in, Back, Cancel or quit, for at most ten minutes. No other file holds a password, but
// last-user.ts also holds the key of a sign-in by key.
// SECURITY: nothing here may put a secret into a phase, a snapshot, a log or an error.
import { type FailureCode } from '../../../shared/failure.ts';
import { type Step } from '../../../shared/step.ts';
import { type Info } from '@latchkey/protocol/client/common.ts';
import { type Clock } from '@latchkey/client/ports.ts';
import { type Reply } from '@latchkey/client/refusal.ts';
import { type ServiceSession } from '@latchkey/client/service-session.ts';
import { type Turn } from '@latchkey/client/turn.ts';
import { type ComputerParameters } from '../device/this-computer.ts';
import { type SaveOptions, type SignInMethod, type StoredPass } from '../ports.ts';

/**
 * The user name; for a sign-in by key alone, the key
 * (docs/protocol.md#sign-in-by-license-key).
 */
export function nameOf(method: SignInMethod): string {
  return method.kind === 'password' ? method.username : method.key;
}

export interface SignInParameters extends ComputerParameters {
  readonly hwid: string;
  readonly code?: string;
  /** Asks for an offline pass. */
  readonly offline?: '1';
}

/** The parts of a successful answer that the loader uses. */
export interface SignInAnswer {
  readonly info: Info;
  /** An offline pass, not verified yet. */
  readonly offline?: string | undefined;
}

/** `send`: sends a request in the open session, or opens a session first. */
export function requestSignIn(
  send: ServiceSession['request'],
  turn: Turn,
  method: SignInMethod,
  parameters: SignInParameters,
): Promise<Reply<SignInAnswer>> {
  switch (method.kind) {
    case 'password':
      return send(turn, 'login', {
        username: method.username,
        pass: method.password,
        ...parameters,
      });
    case 'key':
      return send(turn, 'license', { key: method.key, ...parameters });
  }
}

const wrongKey: readonly FailureCode[] = ['key-unknown', 'key-used'];

/** A request that signs in, and the step that the page shows meanwhile. */
export interface SignInRequest {
  readonly step: Step;
  readonly send: (parameters: SignInParameters) => Promise<Reply<SignInAnswer>>;
}

const steps = { password: 'signing-in', key: 'checking-key' } as const;

/** Creates the ordinary sign-in request, which opens a session if there is none. */
export function createSignInRequest(
  request: ServiceSession['request'],
  turn: Turn,
  method: SignInMethod,
): SignInRequest {
  return {
    step: steps[method.kind],
    send: (parameters) => requestSignIn(request, turn, method, parameters),
  };
}

/** Whether the service rejects the secret itself, so that a retry is pointless. */
export function rejectsSecret({ kind }: SignInMethod, code: FailureCode): boolean {
  return kind === 'password' ? code === 'bad-credentials' : wrongKey.includes(code);
}

export const holdDurationMs = 10 * 60_000;

export interface HeldCredentials {
  readonly method: SignInMethod;
  /** How to save the credentials after a sign-in. They are not saved if this is null. */
  readonly save: SaveOptions | null;
  /** The id of the saved sign-in; null for typed credentials. */
  readonly savedId: string | null;
  /** The pass of the saved sign-in. SECURITY: null for typed credentials, which nobody checked. */
  readonly offline: StoredPass | null;
  /** Whether the service has accepted them. Unproven credentials are never sent automatically. */
  readonly proven: boolean;
  /**
   * Removes a computer and signs in, without a password or code; null if none was offered.
   * SECURITY: never in a phase, like the secret.
   */
  readonly ticket: string | null;
}

/** `remember`: save the credentials for automatic sign-in ("Keep me signed in"). */
export function typedCredentials(method: SignInMethod, remember: boolean): HeldCredentials {
  const save = remember ? { auto: true, replacesId: null } : null;
  return { method, save, savedId: null, offline: null, proven: false, ticket: null };
}

export interface CredentialsHolder {
  readonly hold: (credentials: HeldCredentials) => void;
  readonly get: () => HeldCredentials | null;
  /** Marks the secret as accepted, even if the service also requires a one-time code. */
  readonly prove: () => void;
  /** Holds the ticket of the newest refusal with the credentials, or null for none. */
  readonly holdTicket: (ticket: string | null) => void;
  readonly drop: () => void;
}

/** `onForgotten`: called when the time limit expires, but not if `get` drops the credentials. */
export function createCredentialsHolder(clock: Clock, onForgotten: () => void): CredentialsHolder {
  let held: HeldCredentials | null = null;
  let until = 0;
  let cancelTimer: (() => void) | null = null;
  const drop = (): void => {
    held = null;
    cancelTimer?.();
    cancelTimer = null;
  };
  return {
    hold(credentials) {
      drop();
      held = credentials;
      until = clock.now() + holdDurationMs;
      cancelTimer = clock.after(holdDurationMs, () => {
        drop();
        onForgotten();
      });
    },
    get() {
      // Timers stop while the computer sleeps; the clock does not.
      if (clock.now() >= until) drop();
      return held;
    },
    prove() {
      if (held !== null) held = { ...held, proven: true };
    },
    holdTicket(ticket) {
      if (held !== null) held = { ...held, ticket };
    },
    drop,
  };
}
