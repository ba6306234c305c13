// What signing in and registering take of a call of the client API.
import type { ApplicationRow, Database } from '../../database/schema.ts';
import type { SeenSession } from './sessions.ts';
import type { EventSource } from '../../outbound/events.ts';
import type { Once } from '../../api/idempotency/once.ts';
import type { Passwords } from '../../secrets/passwords.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';

export interface SignInCall extends Pick<EventSource, 'deliveries'> {
  readonly db: Database;
  readonly application: ApplicationRow;
  readonly session: SeenSession;
  /** Unix seconds. */
  readonly now: number;
  readonly ip: string;
  readonly once: Pick<Once, 'end'>;
  /** The application's share of hashing. */
  readonly passwords: Passwords;
  readonly secret: ServiceSecret;
  /** Of mail hashes. */
  readonly mailKey: Uint8Array;
  /** Ids of the signing keys that the program knows. */
  readonly knownKeys: readonly string[];
}
