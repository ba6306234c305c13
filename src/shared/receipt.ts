// What a redeem added, as its receipt shows it. Times are unix milliseconds.
import type { Seconds } from '@latchkey/protocol/units.ts';

/** What a redeem added. A fact that the answer lacked is null. Has no path to a signed-in phase. */
export interface Receipt {
  readonly username: string;
  /** Its first and last characters, so that two keys can be told apart. */
  readonly maskedKey: string;
  /** By the service's clock, where it is known. */
  readonly redeemedAt: number;
  readonly subscription: string | null;
  readonly addedSeconds: Seconds | null;
  readonly lifetime: boolean;
  readonly expiresAt: number | null;
  /** When it would have ended without this key. */
  readonly endedBefore: number | null;
}

/** What was redeemed on this computer: the receipt's facts, without whose it was. */
export interface RedeemedHere extends Omit<Receipt, 'username' | 'endedBefore'> {
  readonly id: number;
}
