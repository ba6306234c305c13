// Lists the replaceable dependencies of the service with their production values.
import type { Database } from '../database/schema.ts';
import { deskFolder, pageFolder } from '../http/browser/page-files.ts';
import { freeBytesOf } from './free-disk.ts';
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
  /** Free bytes on the disk of a folder. */
  readonly freeBytes: (folder: string) => Promise<number>;
  /** The folder of the desk's built page. */
  readonly deskFolder: string;
  /** The folder of the customers' built page. */
  readonly pageFolder: string;
  /** How long an answer waits for the mail server. */
  readonly mailWaitMs: number;
  /** How long `close` waits for requests in flight. */
  readonly closeWithinMs: number;
  /** Name resolution and trusted certificates for requests to a seller's URL. */
  readonly reach: Pick<OutboundOptions, 'resolve' | 'certificateAuthority'>;
  /** Wrappers around the password check, the deliveries and the database. */
  readonly wrapPasswords: (passwords: Passwords) => Passwords;
  readonly wrapDeliveries: (deliveries: Deliveries) => Deliveries;
  readonly wrapDatabase: (database: Database) => Database;
}

const productionDependencies: Dependencies = {
  now: Date.now,
  after: afterRealTime,
  connectionLimits: productionConnections,
  passwordCost: productionCost,
  freeBytes: freeBytesOf,
  deskFolder,
  pageFolder,
  mailWaitMs: productionWaitMs,
  closeWithinMs: 10_000,
  reach: {},
  wrapPasswords: (passwords) => passwords,
  wrapDeliveries: (deliveries) => deliveries,
  wrapDatabase: (database) => database,
};

/** Fills in the production defaults, and adds the clock with its unit. */
export function dependenciesOf(
  overrides: Partial<Dependencies>,
): Dependencies & { readonly nowMs: () => UnixMs } {
  const dependencies = { ...productionDependencies, ...overrides };
  const { now } = dependencies;
  return { ...dependencies, nowMs: () => unixMs(now()) };
}
