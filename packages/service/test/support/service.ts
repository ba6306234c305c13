// Runs the real service in this process on a free port, with an empty folder and one application.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { generateSync } from 'otplib';
import type { After } from '../../src/periodic-work.ts';
import type { Deliveries } from '../../src/outbound/deliveries.ts';
import type { OutboundOptions } from '../../src/outbound/outbound.ts';
import type { ConnectionLimits } from '../../src/http/connection-limits.ts';
import { openServiceSecret, type ServiceSecret } from '../../src/secrets/service-secret.ts';
import { type Passwords } from '../../src/secrets/passwords.ts';
import type { Database } from '../../src/database/schema.ts';
import type { LogLevel } from '../../src/host/log-options.ts';
import { startService } from '../../src/host/serve.ts';
import { cheapCost } from './cheap-cost.ts';
import { bystandersOf, noBystanders, prepareFolder } from './bystanders/bystanders.ts';
import { testDataFolder } from '../../../../test/support/test-data-folder.ts';
import { databaseOptionsOf, dropDatabaseOf, hasOwnAddress } from './postgresql.ts';
import { type ServiceSeeds, seedApplication } from './service-seeds.ts';

export interface TestServiceOptions {
  /** Unix milliseconds. */
  readonly now?: () => number;
  readonly port?: number;
  /** A given folder is not removed at the end. */
  readonly dataFolder?: string;
  readonly wrapPasswords?: (passwords: Passwords) => Passwords;
  readonly closeWithinMs?: number;
  readonly trustedProxies?: readonly string[];
  readonly wrapDatabase?: (database: Database) => Database;
  readonly connectionLimits?: ConnectionLimits;
  readonly outbound?: OutboundOptions;
  readonly after?: After;
  readonly requestsPerMinute?: number;
  readonly connections?: number;
  readonly logLevel?: LogLevel;
  /** Serves metrics on a free port. */
  readonly metrics?: true;
  readonly drainMs?: number;
  readonly freeBytes?: () => Promise<number>;
  readonly shopApis?: readonly string[];
  readonly smtpFile?: string;
  readonly mailWaitMs?: number;
  /** The folder of a built page: serves the desk. */
  readonly deskFolder?: string;
  /** The folder of a built page: serves customers' pages. */
  readonly pageFolder?: string;
  /** The only host name of customers' pages. */
  readonly pageHost?: string;
  /** Lets other requests run between any two queries, as with a database on another machine. */
  readonly interleave?: boolean;
}

export interface TestService extends ServiceSeeds {
  readonly url: string;
  readonly publicKey: string;
  /** The public keys of all signing keys, oldest first. */
  readonly publicKeys: readonly string[];
  /** The one-time code at `atMs`, by default now on the service's clock. */
  readonly totpCode: (secret: string, atMs?: number) => string;
  /** Null without the option `metrics`. */
  readonly metricsUrl: string | null;
  /** The database, for rows that no function above adds. */
  readonly database: Database;
  readonly dataFolder: string;
  /** The secret that opens sealed values in the database. */
  readonly secret: ServiceSecret;
  /** The whole log so far. */
  readonly logText: () => string;
  /** Resolves when no delivery is in flight. */
  readonly deliveriesSettled: () => Promise<void>;
  /** Removes the neighbour, for tests that change or count all users. */
  readonly removeNeighbour: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const now = options.now ?? Date.now;
  const dataFolder = options.dataFolder ?? mkdtempSync(join(testDataFolder, 'latchkey-service-'));
  const removeFolder = async () => {
    if (options.dataFolder !== undefined) return;
    rmSync(dataFolder, { recursive: true, force: true });
    await dropDatabaseOf(dataFolder);
  };
  let logText = '';
  let deliveries: Pick<Deliveries, 'settled'> = { settled: () => Promise.resolve() };
  const isPrepared = !hasOwnAddress(dataFolder);
  if (isPrepared) await prepareFolder(dataFolder);
  const { outbound: { allowPrivateAddresses, ...reach } = {}, trustedProxies, smtpFile } = options;
  const { interleave = false, port = 0, drainMs, logLevel } = options;
  const service = await startService(
    {
      dataFolder,
      port,
      trustedProxies,
      smtpFile,
      allowPrivateAddresses,
      shopApis: options.shopApis,
      drainMs,
      logLevel,
      requestsPerMinute: options.requestsPerMinute,
      connections: options.connections,
      ...(options.metrics === true && { metrics: { host: '127.0.0.1', port: 0 } }),
      desk: options.deskFolder !== undefined,
      page: options.pageFolder !== undefined,
      pageHost: options.pageHost,
      ...(await databaseOptionsOf(dataFolder)),
      logStream: { write: (text) => (logText += text) },
    },
    {
      now,
      reach,
      passwordCost: cheapCost,
      wrapDeliveries: (made) => (deliveries = made),
      ...(interleave && { wrapDatabase: (db: Database) => db.withPlugin(interleaving) }),
      ...(options.wrapDatabase && { wrapDatabase: options.wrapDatabase }),
      ...(options.wrapPasswords && { wrapPasswords: options.wrapPasswords }),
      ...(options.connectionLimits && { connectionLimits: options.connectionLimits }),
      ...(options.closeWithinMs !== undefined && { closeWithinMs: options.closeWithinMs }),
      ...(options.after && { after: options.after }),
      ...(options.freeBytes && { freeBytes: options.freeBytes }),
      ...(options.deskFolder !== undefined && { deskFolder: options.deskFolder }),
      ...(options.pageFolder !== undefined && { pageFolder: options.pageFolder }),
      ...(options.mailWaitMs !== undefined && { mailWaitMs: options.mailWaitMs }),
    },
  ).catch(async (error: unknown) => {
    await removeFolder();
    throw error;
  });
  const seconds = () => Math.floor(now() / 1000);
  const { url, publicKey, publicKeys } = service;
  const bystanders = isPrepared ? await bystandersOf(service.database) : noBystanders;
  const db = bystanders.hideBystanders(service.database);
  const secret = openServiceSecret(join(dataFolder, 'service-secret'));
  const seeds = await seedApplication(db, secret, seconds);
  let isClosed = false;
  return {
    url,
    publicKey,
    publicKeys,
    metricsUrl: service.metricsUrl,
    database: db,
    dataFolder,
    secret,
    ...seeds,
    totpCode: (secret, atMs) => generateSync({ secret, epoch: Math.floor((atMs ?? now()) / 1000) }),
    logText: () => logText,
    deliveriesSettled: () => deliveries.settled(),
    removeNeighbour: bystanders.removeNeighbour,
    async close() {
      if (isClosed) return;
      isClosed = true;
      const touchError = await bystanders.checkTouches();
      await service.close();
      await removeFolder();
      if (touchError !== null) throw touchError;
    },
  };
}

/** SQLite answers synchronously, so requests would never overlap without this. */
const interleaving: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await new Promise((resolve) => setImmediate(resolve));
    return result;
  },
};
