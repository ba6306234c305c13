// The stored form of the changes of an account (account-events.ts).

export type AccountEventName =
  | 'password-changed'
  | 'email-changed'
  | 'deletion-requested'
  | 'deletion-taken-back'
  | 'computer-removed'
  | 'recovery-code-used'
  | 'two-factor-on'
  | 'two-factor-off';

export interface AccountEvent {
  readonly event: AccountEventName;
  /** `link`: with the link in a mail. */
  readonly by: 'user' | 'seller' | 'link';
  /** The removed computer, or the one where the change was made; empty if unknown. */
  readonly computer: string;
}

export interface StoredEvent extends AccountEvent {
  readonly id: string;
  /** Unix seconds. */
  readonly at: number;
}

/** Newest first. */
export function readEvents(stored: string | null): readonly StoredEvent[] {
  return stored === null ? [] : (JSON.parse(stored) as readonly StoredEvent[]); // written by `recordAccountEvent`
}
