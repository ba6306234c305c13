// Types of the computers and sessions of an account. Times are unix milliseconds.
import type { BoundComputer, RemovalOffer } from '@latchkey/client/facts.ts';

/** What the page may know of an offer. SECURITY: never the ticket, which signs in. */
export type ComputerRemoval = Omit<RemovalOffer, 'ticket'>;

export interface OwnComputer extends BoundComputer {
  /** Whether it is this computer. */
  readonly current: boolean;
}

/** A session of the signed-in user. `id` is a handle of the service, never a session id. */
export interface OwnSession {
  readonly id: string;
  /** Name and system of the computer; empty if unknown. */
  readonly computer: string;
  readonly system: string;
  /** The version of the loader that signed in; empty if unknown. */
  readonly version: string;
  /** Null if unknown. */
  readonly since: number | null;
  readonly lastSeenAt: number | null;
  /** Whether it is the session of this window. */
  readonly current: boolean;
}
