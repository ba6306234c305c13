// Composition root of the service: opens the data and the keys, and starts the HTTP server.
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { openDatabase, openReader } from '../database/open.ts';
import { createDeliveries, type DeliveryParts } from '../outbound/deliveries.ts';
import { openPages } from './open-pages.ts';
import { openDemo, refuseDemo, refusePublicDemo } from './demo-folder.ts';
import { dependenciesOf, type Dependencies } from './dependencies.ts';
import type { MetricsAddress } from './metrics-server.ts';
import { openMonitoring } from './monitoring.ts';
import type { GroupMember } from './processes/member.ts';
import { recordStart } from './start-facts.ts';
import { closeAll, createShutdown, endings } from './shutdown.ts';
import { openIdentity, refuseLostData } from './identity.ts';
import { accessWarnings } from './file-access.ts';
import { GeneralLimit, type LimitParts } from '../http/general-limit.ts';
import { createFileContents } from '../storage/file-contents.ts';
import { explainListening } from './listen.ts';
import { createLog, type LogOptions } from './service-log.ts';
import { startBackgroundWork } from './background-work.ts';
import { shopApisOf } from '../features/shops/shop-api.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import { openMailer } from '../outbound/mail.ts';
import { queuePasswords, type PasswordQueue, createPasswords } from '../secrets/passwords.ts';
import { lowerHashingPriority } from '../secrets/hashing-threads.ts';
import type { Signers } from '../secrets/signers.ts';
import type { Database } from '../database/schema.ts';
import { WriteShare, longReadLimits } from '../database/write-share.ts';
import { PageCursors } from '../api/seller-page.ts';
import { createStoredFiles } from '../storage/stored-files.ts';
import type { UnixMs } from '@latchkey/protocol/units.ts';
import { AttemptsInFlight } from '../secrets/wrong-secrets.ts';

export interface ServiceOptions extends LogOptions {
  readonly dataFolder: string;
  /**
   * URL of a PostgreSQL database, for everything but the files.
   * SECURITY: contains a password.
   */
  readonly databaseUrl?: string | undefined;
  /** Default: in the data folder. Required with `databaseUrl`. */
  readonly signingKeyFile?: string | undefined;
  /** Default: in the data folder. The same in every process of one service. */
  readonly secretFile?: string | undefined;
  /** 0: any free port. */
  readonly port: number;
  /** An address of this machine; default 127.0.0.1. */
  readonly host?: string | undefined;
  /** Addresses and ranges whose `X-Forwarded-For` is trusted; default none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** The private file of mail-settings.ts. Without it, users cannot reset their passwords. */
  readonly smtpFile?: string | undefined;
  /** Adds the demo to empty data. Without it, data with a demo is refused. */
  readonly demo?: boolean;
  /** Serves the sellers' desk under `/desk/`. */
  readonly desk?: boolean;
  /** Serves the customers' pages under `/my/`. */
  readonly page?: boolean;
  /** The only host name of the customers' pages; default any. */
  readonly pageHost?: string | undefined;
  /** `host:port` entries in the seller's private network that webhooks and files may use. */
  readonly allowPrivateAddresses?: readonly string[] | undefined;
  /** `kind=origin` entries that replace the origins of shops' APIs, for tests. */
  readonly shopApis?: readonly string[] | undefined;
  /** The limit for one network; default 1200. */
  readonly requestsPerMinute?: number | undefined;
  /** Connections to PostgreSQL for requests; default 10. */
  readonly connections?: number | undefined;
  /** The address of the metrics. By default, they are not served. */
  readonly metrics?: MetricsAddress | undefined;
  /** Set if several processes share the port. */
  readonly group?: GroupMember | undefined;
  /** How long `close` serves requests while `/readyz` already answers 503; default 0. */
  readonly drainMs?: number | undefined;
}

export interface RunningService {
  /** An origin, such as http://127.0.0.1:8080 */
  readonly url: string;
  /** The public key of the active signing key, 64 hex characters. */
  readonly publicKey: string;
  /** The public keys of all signing keys in use, oldest first. */
  readonly publicKeys: readonly string[];
  /** The seller key of the demo; null without one. */
  readonly demoKey: string | null;
  /** Whether the desk is served. */
  readonly hasDesk: boolean;
  /** Whether customers' pages are served. */
  readonly hasPage: boolean;
  /** Null without metrics. */
  readonly metricsUrl: string | null;
  readonly database: Database;
  /** Sentences for the person who starts the service. */
  readonly notices: readonly string[];
  /**
   * Drains, then accepts no new connections, finishes requests in flight, and closes the database.
   */
  readonly close: () => Promise<void>;
  /** Like `close`, but serves open connections for a while (shutdown.ts). */
  readonly stop: () => Promise<void>;
  /** Like `stop`, for a process that another one has replaced (shutdown.ts). */
  readonly handOver: () => Promise<void>;
}

/** Starts a service. Throws StartProblem if the folder, the address or the port is unusable. */
export async function startService(
  options: ServiceOptions,
  overrides: Partial<Dependencies> = {},
): Promise<RunningService> {
  const dependencies = dependenciesOf(overrides);
  const pages = openPages(options, dependencies);
  const { nowMs, after, connectionLimits, freeBytes, closeWithinMs } = dependencies;
  const log = createLog({ ...options, logProcess: options.group?.number });
  const { db, reader, closers } = await openBoth(options, dependencies, log);
  const { dataFolder } = options;
  try {
    const opened = await openSecrets(db, options, dependencies);
    const { notices, demoKey, passwordQueue, ...keys } = opened;
    const sender = { db, ...keys, nowMs, after, log };
    const { outbound, deliveries, mailer } = await openOutgoing(options, dependencies, sender);
    const contents = openContents(options, outbound, nowMs);
    const { warnings, trustsProxies } = await recordStart(db, options, nowMs);
    const shopApis = shopApisOf(options.shopApis);
    const stored = { dataFolder, ...contents, outbound, deliveries, mailer, trustsProxies };
    const ending = new AbortController();
    const running = { db, reader, nowMs, log, ending: ending.signal };
    const watched = { ...running, ...keys, dataFolder, after, freeBytes, passwordQueue, mailer };
    const monitoring = await openMonitoring(options, watched);
    closers.push(monitoring.close);
    const limits = limitsOf(running, options);
    const parts = { ...running, ...limits, ...keys, ...stored, passwordQueue, shopApis };
    const app = createApp(parts, monitoring, { ...networkOf(options), connectionLimits, ...pages });
    let stopBackgroundWork = () => Promise.resolve();
    const shutdown = createShutdown(app, ending, async () => {
      await Promise.all([deliveries.stop(), stopBackgroundWork(), mailer?.close()]);
    });
    const url = await listen(app, options);
    deliveries.wake();
    const sweeps = (options.group?.number ?? 1) === 1;
    const hasPage = pages.page !== null;
    stopBackgroundWork = startBackgroundWork({ ...parts, after }, { sweeps, hasPage });
    return {
      url,
      ...publicKeysOf(keys.signers),
      ...{ metricsUrl: monitoring.metricsUrl, demoKey, ...servedPages(pages) },
      database: db,
      notices: [...notices, ...warnings, ...accessWarnings(dataFolder)],
      ...endings(monitoring.readiness, shutdown, { ...options, closeWithinMs, closers }),
    };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

function networkOf({ trustedProxies, pageHost }: ServiceOptions) {
  return { trustedProxies, pageHost };
}

function servedPages({ desk, page }: ReturnType<typeof openPages>) {
  return { hasDesk: desk !== null, hasPage: page !== null };
}

function limitsOf(parts: LimitParts, { requestsPerMinute }: ServiceOptions) {
  const requests = new GeneralLimit({ ...parts, requestsPerMinute });
  const longReads = new WriteShare(longReadLimits);
  return { requests, longReads, attempts: new AttemptsInFlight(), pages: new PageCursors() };
}

async function openBoth(options: ServiceOptions, { wrapDatabase }: Dependencies, log: Logger) {
  refusePublicDemo(options);
  refuseLostData(options);
  const { dataFolder, databaseUrl, connections } = options;
  const onIdleFault = (error: unknown) => log.warn({ error }, 'A database connection was lost');
  const mayMigrate = options.group?.mayMigrate;
  const databaseOptions = { dataFolder, databaseUrl, onIdleFault, connections, mayMigrate };
  const db = wrapDatabase(await openDatabase(databaseOptions));
  const reader = openReader(databaseOptions);
  return { db, reader, closers: [() => reader.destroy(), () => db.destroy()] };
}

async function openSecrets(
  db: Database,
  options: ServiceOptions,
  dependencies: ReturnType<typeof dependenciesOf>,
) {
  await refuseDemo(db, options);
  const identity = await openIdentity(db, options);
  const passwordQueue = await openPasswords(dependencies);
  const demoParts = { secret: identity.secret, passwords: passwordQueue.of('demo') };
  const demoKey = await openDemo(db, options, demoParts, dependencies.nowMs());
  return { ...identity, passwordQueue, demoKey };
}

function openContents({ dataFolder }: ServiceOptions, outbound: Outbound, nowMs: () => UnixMs) {
  const storedFiles = createStoredFiles(dataFolder);
  return { storedFiles, fileContents: createFileContents({ outbound, storedFiles }, nowMs) };
}

function publicKeysOf({ active, all }: Signers): Pick<RunningService, 'publicKey' | 'publicKeys'> {
  return { publicKey: active.publicKey, publicKeys: all.map(({ publicKey }) => publicKey) };
}

async function openPasswords({
  passwordCost,
  wrapPasswords,
}: Dependencies): Promise<PasswordQueue> {
  const passwords = await createPasswords(passwordCost);
  // `createPasswords` has made the first hash, so the pool's threads exist now.
  lowerHashingPriority();
  return queuePasswords(wrapPasswords(passwords));
}

async function openOutgoing(
  { allowPrivateAddresses, smtpFile }: ServiceOptions,
  { reach, mailWaitMs, wrapDeliveries }: Dependencies,
  sender: Omit<DeliveryParts, 'outbound'> & { readonly log: Logger },
) {
  const { log } = sender;
  const waitMs = mailWaitMs;
  const mailer = smtpFile === undefined ? null : await openMailer(smtpFile, { log, waitMs });
  const outbound = createOutbound({ ...reach, allowPrivateAddresses });
  const deliveries = wrapDeliveries(createDeliveries({ ...sender, outbound }));
  return { outbound, deliveries, mailer };
}

async function listen(
  app: FastifyInstance,
  { host = '127.0.0.1', port }: Pick<ServiceOptions, 'host' | 'port'>,
): Promise<string> {
  const names = { ip: '--host', port: '--port' };
  const url = await explainListening(() => app.listen({ host, port }), { port, options: names });
  return new URL(url).origin;
}
