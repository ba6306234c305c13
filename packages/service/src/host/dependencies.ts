// Lists the replaceable dependencies of the service with their production values.
import type { Database } from '../database/schema.ts';
import { productionConnections, type ConnectionLimits } from '../http/connection-limits.ts';
import { afterRealTime, type After } from '../periodic-work.ts';
import type { Deliveries } from '../outbound/deliveries.ts';
import { productionWaitMs } from '../outbound/mail.ts';
import type { OutboundOptions } from '../outbound/outbound.ts';
import { productionCost, type PasswordCost, type Passwords } from '../secrets/passwords.ts';
import { unixMs, type UnixMs } from '@latchkey/protocol/units.ts';

export interface Dependencies {
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly after: After;
  readonly connectionLimits: ConnectionLimits;
  readonly passwordCost: PasswordCost;
  /** How long an answer waits for the mail server. */
  readonly mailWaitMs: number;
  /** How long `close` waits for requests in flight. */
  readonly closeWithinMs: number;
  /** Name resolution and trusted certificates for requests to a seller's URL. */
  readonly reach: Pick<OutboundOptions, 'resolve' | 'certificateAuthority'>;
  /** Wrappers around the password check, the deliveries and the database. */
  readonly passwordsIn: (passwords: Passwords) => Passwords;
  readonly deliveriesIn: (deliveries: Deliveries) => Deliveries;
  readonly databaseIn: (database: Database) => Database;
}

const productionDependencies: Dependencies = {
  now: Date.now,
  after: afterRealTime,
  connectionLimits: productionConnections,
  passwordCost: productionCost,
  mailWaitMs: productionWaitMs,
  closeWithinMs: 10_000,
  reach: {},
  passwordsIn: (passwords) => passwords,
  deliveriesIn: (deliveries) => deliveries,
  databaseIn: (database) => database,
};

/** Fills in the production defaults, and adds the clock with its unit. */
export function dependenciesOf(
  given: Partial<Dependencies>,
): Dependencies & { readonly nowMs: () => UnixMs } {
  const dependencies = { ...productionDependencies, ...given };
  const { now } = dependencies;
  return { ...dependencies, nowMs: () => unixMs(now()) };
}
