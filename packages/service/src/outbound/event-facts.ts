// Defines what a delivery tells.
import type { EventName } from '@latchkey/protocol/seller/event-names.ts';

/** `test` is sent on request only. */
export type DeliveredEvent = EventName | 'test';

export interface Facts {
  /** SECURITY: set only for an existing user, because a mistyped name may be a password. */
  readonly username?: string | undefined;
  readonly ip?: string | undefined;
  /** The reason of a refusal or a ban. */
  readonly reason?: string | undefined;
  /** The whole key, which is masked before it is written. */
  readonly license?: string | undefined;
  readonly subscription?: string | undefined;
  /** The program's message to the log, and the computer name that it gave. */
  readonly message?: string | undefined;
  readonly pcuser?: string | undefined;
  /** The order of a connected shop, its amount in smallest units, and its currency. */
  readonly order?: string | undefined;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  /** Of `extend` and of a trial: the added time. */
  readonly seconds?: number | undefined;
}
