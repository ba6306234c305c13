// What can go wrong between a program and the service, as data: a code and its facts, never prose. A program turns a code into
// words; a code without words should not compile there.

interface Tries {
  /** Before the service asks to wait; null: it did not say, which it does once they are few. */
  readonly triesLeft: number | null;
  /** When there are tries again; null: some are left, or the service did not say. */
  readonly retryAt: number | null;
}

/** The facts of each code. Times are unix milliseconds. */
export interface WireFacts {
  /** The caller called the work off. */
  cancelled: object;

  // Refusals by the service.
  'bad-credentials': Tries;
  'code-needed': object;
  /** `failures`: wrong codes in a row in this run. `clockOffsetMs`: this computer's clock minus the service's; null when unknown. */
  'bad-code': Tries & { readonly failures: number; readonly clockOffsetMs: number | null };
  'rate-limited': { readonly retryAt: number };
  /** The service has more to do than it can: nothing that the user did. */
  overloaded: { readonly retryAt: number };
  'key-unknown': object;
  /** `afterLostAnswer`: an earlier try with this key got no answer in this run, so that try probably added it. */
  'key-used': {
    readonly usedByYou: boolean;
    readonly expiresAt: number | null;
    readonly afterLostAnswer: boolean;
  };
  'key-banned': object;
  'user-unknown': object;
  'no-plan-for-level': object;
  'username-taken': object;
  'username-too-short': object;
  'username-reserved': object;
  /** At a change of the name. */
  'new-username-taken': object;
  /** At a forgotten password, as the two after it. */
  'forgot-user-unknown': object;
  'email-missing': object;
  'email-wrong': object;
  'mail-unavailable': object;
  /** Asked to turn two-step sign-in on where it is on, off where it is off. */
  'two-factor-on': object;
  'two-factor-off': object;
  /** The offered secret is too old. */
  'two-factor-expired': object;
  'no-subscription': object;
  'subscription-paused': object;
  'wrong-device': object;
  'device-id-invalid': object;
  banned: { readonly reason: string | null };
  blacklisted: object;
  'app-paused': object;
  'app-disabled': object;
  'app-unknown': object;
  'update-required': { readonly version: string | null; readonly download: string | null };
  'session-gone': object;
  'not-signed-in': object;
  'variable-unknown': object;
  /** The seller lets nobody else change it. */
  'variable-read-only': object;
  'channel-unknown': object;
  /** `retryAt`: null where the service did not say. */
  'chat-too-fast': { readonly retryAt: number | null };
  'chat-muted': { readonly retryAt: number | null };
  'message-blank': object;
  'message-too-long': object;
  'type-unknown': object;
  'bad-request': object;
  /** Any other refusal; the seller's own text is in `sellerText`. */
  refused: object;

  // Environment: what lies between this computer and the service, or on this computer.
  offline: object;
  dns: object;
  'refused-connection': object;
  timeout: object;
  tls: object;
  'proxy-auth': object;
  'captive-portal': object;
  /** `retryAt`: no automatic try before this time. */
  'server-down': { readonly retryAt: number };
  'bad-reply': object;
  'bad-signature': object;
  'clock-skew': { readonly clockOffsetMs: number };
}

export type WireCode = keyof WireFacts;

/** The facts of one code. */
export type WireFailure<Code extends WireCode = WireCode> = Code extends WireCode
  ? { readonly code: Code } & WireFacts[Code]
  : never;
