// Failure codes between a program and the service, with the facts of each code.
import { type EndCause } from './facts.ts';

interface Tries {
  /** Tries left before a lockout; null if not reported. Services report it when few are left. */
  readonly triesLeft: number | null;
  /** End of the lockout; null if tries are left or the service did not report it. */
  readonly retryAt: number | null;
}

/** The facts of each code. Times are unix milliseconds. */
export interface WireFacts {
  /** The caller cancelled the work. */
  cancelled: object;

  // Refusals by the service.
  'bad-credentials': Tries;
  /** `recovery`: a recovery code works too; missing if none is left or the service has none. */
  'code-needed': { readonly recovery?: true };
  /** `failures`: wrong codes in a row in this run. `clockOffsetMs`: local minus service clock. */
  'bad-code': Tries & { readonly failures: number; readonly clockOffsetMs: number | null };
  'rate-limited': { readonly retryAt: number };
  /** The service is overloaded, which the user did not cause. */
  overloaded: { readonly retryAt: number };
  'key-unknown': Tries;
  /** `afterLostAnswer`: an earlier try got no answer, so it probably redeemed the key. */
  'key-used': {
    readonly usedByYou: boolean;
    readonly expiresAt: number | null;
    readonly afterLostAnswer: boolean;
  };
  'key-banned': object;
  'user-unknown': object;
  'no-plan-for-level': object;
  'username-taken': object;
  'email-taken': object;
  /** This computer, or this network today, can begin no other free trial. */
  'trial-used': object;
  'trial-limit': object;
  'username-too-short': object;
  'username-reserved': object;
  /** The new name in a user name change is taken. */
  'new-username-taken': object;
  /** This and the next three codes: refusals of a password reset by e-mail. */
  'forgot-user-unknown': object;
  'email-missing': object;
  'email-wrong': object;
  'mail-unavailable': object;
  /** Two-factor sign-in is already on or off. */
  'two-factor-on': object;
  'two-factor-off': object;
  /** The secret of an unconfirmed enrolment has expired. */
  'two-factor-expired': object;
  /** No set of recovery codes waits to be confirmed. */
  'recovery-expired': object;
  'no-subscription': object;
  'subscription-paused': object;
  'wrong-device': object;
  'device-id-invalid': object;
  /** The offer to remove a computer has expired or was used. */
  'ticket-unknown': object;
  'computer-unknown': object;
  'no-resets-left': object;
  /** `freeAt`: when a seat is free; null if not reported. */
  'seat-held': { readonly freeAt: number | null };
  /** The user has no other session with this id. */
  'session-unknown': object;
  banned: { readonly reason: string | null };
  blacklisted: object;
  'app-paused': object;
  'app-disabled': object;
  'app-unknown': object;
  'update-required': { readonly version: string | null; readonly download: string | null };
  /** `ended`: why the service ended the session; missing if it only expired or is unknown. */
  'session-gone': { readonly ended?: EndCause };
  'not-signed-in': object;
  'variable-unknown': object;
  /** Only the seller can change the variable. */
  'variable-read-only': object;
  'channel-unknown': object;
  /** `retryAt` is null if the service did not report it. */
  'chat-too-fast': { readonly retryAt: number | null };
  'chat-muted': { readonly retryAt: number | null };
  'message-blank': object;
  'message-too-long': object;
  'type-unknown': object;
  'bad-request': object;
  /** Any other refusal; the seller's text is in `sellerText`. */
  refused: object;

  // Faults of the network, the server or the local computer.
  offline: object;
  dns: object;
  'refused-connection': object;
  timeout: object;
  tls: object;
  'proxy-auth': object;
  'captive-portal': object;
  /** No automatic request is sent before `retryAt`. */
  'server-down': { readonly retryAt: number };
  /** The connection closed without a complete answer. */
  interrupted: object;
  'bad-reply': object;
  'bad-signature': object;
  'clock-skew': { readonly clockOffsetMs: number };
}

export type WireCode = keyof WireFacts;

export type WireFailure<Code extends WireCode = WireCode> = Code extends WireCode
  ? { readonly code: Code } & WireFacts[Code]
  : never;
