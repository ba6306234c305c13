// The receipt of a redeemed key. Times are unix milliseconds.
import type { Seconds } from '@latchkey/protocol/units.ts';

/** A fact that the service did not report is null. A receipt never leads to a signed-in phase. */
export interface Receipt {
  readonly username: string;
  /** The key's first and last characters, enough to distinguish two keys. */
  readonly maskedKey: string;
  /** By the service's clock, else by this computer's. */
  readonly redeemedAt: number;
  readonly subscription: string | null;
  readonly addedSeconds: Seconds | null;
  readonly lifetime: boolean;
  readonly expiresAt: number | null;
  /** When the subscription would have ended without this key. */
  readonly endedBefore: number | null;
}

/** An entry of the list of keys redeemed on this computer: the receipt's facts without the user. */
export interface RedeemedHere extends Omit<Receipt, 'username' | 'endedBefore'> {
  readonly id: number;
}
