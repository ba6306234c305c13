// Types of the receipt of a redeemed key and of the list of such keys. Times are unix milliseconds.
import type { Seconds } from '@latchkey/protocol/units.ts';

/** Facts that the service did not report are null. A receipt never signs a user in. */
export interface Receipt {
  readonly username: string;
  /** The key's first and last characters, enough to distinguish two keys. */
  readonly maskedKey: string;
  /** The service's time if known, else this computer's. */
  readonly redeemedAt: number;
  readonly subscription: string | null;
  readonly addedSeconds: Seconds | null;
  readonly lifetime: boolean;
  readonly expiresAt: number | null;
  /** When the subscription would have ended without this key. */
  readonly previousExpiresAt: number | null;
}

/** A key redeemed on this computer: the receipt's facts without the user. */
export interface RedeemedKey extends Omit<Receipt, 'username' | 'previousExpiresAt'> {
  readonly id: number;
}
