// Puts the service together and starts it: data folder, signing key, demo data where asked for, HTTP.
import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import { createApp } from './app.ts';
import { openDatabase, openReader } from '../database/open.ts';
import { createDeliveries } from '../outbound/deliveries.ts';
import { seedDemo } from './demo-seed.ts';
import { fittingsOf, type Fittings } from './dependencies.ts';
import { endingOf } from './ending.ts';
import { openIdentity, refuseEmptied } from './identity.ts';
import { openDataOf } from './modes.ts';
import { GeneralLimit } from '../http/general-limit.ts';
import { createFileContents } from '../storage/file-contents.ts';
import { moveOldFolders } from '../storage/old-folders.ts';
import { keepSwept } from './keep-swept.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import { openMailer, type Mailer } from '../outbound/mail.ts';
import { queuePasswords, type PasswordQueue } from '../secrets/password-queue.ts';
import { lowerHashingThreads } from '../secrets/hashing-threads.ts';
import { createPasswords } from '../secrets/passwords.ts';
import type { Signers } from '../secrets/signers.ts';
import { writeFact } from '../database/facts.ts';
import type { Database } from '../database/schema.ts';
import { sharedAddress, sharedSentence } from '../features/sessions/shared-address.ts';
import { PageMarks } from '../seller-page.ts';
import { StartProblem, errorCode } from '../start-problem.ts';
import { createStoredFiles } from '../storage/stored-files.ts';
import { TryLedger } from '../secrets/wrong-secrets.ts';
import { inSeconds, type UnixMs } from '@latchkey/protocol/units.ts';

export interface ServiceOptions {
  readonly dataFolder: string;
  /** PostgreSQL, where everything but the files is kept then. SECURITY: holds a password. */
  readonly databaseUrl?: string | undefined;
  /** In the data folder where nothing is said; with `databaseUrl` it must be said. */
  readonly signingKeyFile?: string | undefined;
  /** In the data folder where nothing is said; the same in every process of one service. */
  readonly secretFile?: string | undefined;
  /** 0: any free port. */
  readonly port: number;
  /** Where the log goes, one JSON line per entry. */
  readonly logStream: { readonly write: (text: string) => unknown };
  /** An address of this machine; 127.0.0.1 where nothing is said. */
  readonly host?: string | undefined;
  /** Addresses and ranges whose `X-Forwarded-For` is believed; nobody's where nothing is said. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** The private file of mail-settings.ts; without it nobody can ask for a new password. */
  readonly smtpFile?: string | undefined;
  /** Seeds an empty data folder with the demo data. */
  readonly demo?: boolean;
  /** Hosts inside the seller's own network, as `host:port`, that webhooks and files may be at. */
  readonly allowPrivateAddresses?: readonly string[] | undefined;
  /** Ends a start that has long work to do: it rejects with the signal's reason, and the next one goes on there. */
  readonly stop?: AbortSignal | undefined;
}

export interface RunningService {
  /** An origin, like http://127.0.0.1:8080 */
  readonly url: string;
  /** Of the active signing key, 64 hex characters. */
  readonly publicKey: string;
  /** Of all that it signs with, oldest first: several while they are being changed. */
  readonly publicKeys: readonly string[];
  readonly database: Database;
  /** Sentences for the person who started it. */
  readonly notices: readonly string[];
  /** Takes no new connections, finishes what is in flight, then lets go of the data folder. */
  readonly close: () => Promise<void>;
}

/** Throws StartProblem where the folder, the address or the port cannot be used. */
export async function startService(
  options: ServiceOptions,
  given: Partial<Fittings> = {},
): Promise<RunningService> {
  const fittings = fittingsOf(given);
  const { nowMs, after, connectionLimits } = fittings;
  const log = pino({ base: null, serializers: { error: describeError } }, options.logStream);
  refuseEmptied(options);
  const { dataFolder } = options;
  const { db, reader, letGo } = await openBoth(options, fittings, log);
  try {
    const watch = { log, stop: options.stop ?? new AbortController().signal };
    const { notices, ...keys } = await openIdentity(db, options, watch);
    const passwordQueue = await passwordsOf(fittings);
    if (options.demo === true) await seedDemo(db, keys.secret, passwordQueue.of('demo'), nowMs());
    const mailer = await mailerOf(options, fittings, log);
    const outbound = outboundOf(options, fittings);
    const deliveries = fittings.deliveriesIn(
      createDeliveries({ db, outbound, ...keys, nowMs, after, log }),
    );
    const { unclear, ...contents } = await contentsOf(db, dataFolder, outbound, nowMs);
    const stored = { dataFolder, ...contents, outbound, deliveries, mailer };
    const requests = new GeneralLimit({ db, nowMs, log });
    const limits = { tries: new TryLedger(), requests, pages: new PageMarks() };
    const { warnings, trustsProxies } = await noteProxies(db, options, nowMs);
    const ending = new AbortController();
    const running = { db, reader, nowMs, log, ending: ending.signal };
    const app = createApp(
      { ...running, trustsProxies, ...limits, ...keys, passwordQueue, ...stored },
      { trustedProxies: options.trustedProxies, connectionLimits },
    );
    let endSweeping = () => Promise.resolve();
    const end = endingOf(app, ending, async () => {
      await Promise.all([deliveries.stop(), endSweeping(), mailer?.close()]);
    });
    const url = await listen(app, options);
    deliveries.wake();
    endSweeping = keepSwept({ ...running, ...contents, dataFolder, after });
    return {
      url,
      ...publicKeysOf(keys.signers),
      database: db,
      notices: [...notices, ...warnings, ...unclear, ...openDataOf(dataFolder)],
      close: () => end(fittings.closeWithinMs).then(letGo),
    };
  } catch (error) {
    await letGo();
    throw error;
  }
}

async function openBoth(
  { dataFolder, databaseUrl }: ServiceOptions,
  { databaseIn }: Fittings,
  log: Logger,
) {
  const onIdleFault = (error: unknown) => log.warn({ error }, 'A database connection was lost');
  const where = { dataFolder, databaseUrl, onIdleFault };
  const db = databaseIn(await openDatabase(where));
  const reader = openReader(where);
  const letGo = async () => {
    await Promise.all([reader.destroy(), db.destroy()]);
  };
  return { db, reader, letGo };
}

async function contentsOf(
  db: Database,
  dataFolder: string,
  outbound: Outbound,
  nowMs: () => UnixMs,
) {
  const unclear = await moveOldFolders(db, dataFolder);
  const storedFiles = createStoredFiles(dataFolder);
  const fileContents = createFileContents({ outbound, storedFiles }, nowMs);
  return { unclear, storedFiles, fileContents };
}

function publicKeysOf({ active, all }: Signers): Pick<RunningService, 'publicKey' | 'publicKeys'> {
  return { publicKey: active.publicKey, publicKeys: all.map(({ publicKey }) => publicKey) };
}

async function passwordsOf({ passwordCost, passwordsIn }: Fittings): Promise<PasswordQueue> {
  const passwords = await createPasswords(passwordCost);
  // That was the pool's first hash: its threads are there.
  lowerHashingThreads();
  return queuePasswords(passwordsIn(passwords));
}

/** For whom looks at the data later, and for whom starts the service now. */
async function noteProxies(
  db: Database,
  { trustedProxies = [] }: ServiceOptions,
  nowMs: () => UnixMs,
): Promise<{ warnings: readonly string[]; trustsProxies: boolean }> {
  await writeFact(db, 'trusted-proxies', trustedProxies.join(','));
  if (trustedProxies.length > 0) return { warnings: [], trustsProxies: true };
  const address = await sharedAddress(db, inSeconds(nowMs()));
  return { warnings: address === null ? [] : [sharedSentence(address)], trustsProxies: false };
}

function outboundOf({ allowPrivateAddresses }: ServiceOptions, { reach }: Fittings): Outbound {
  return createOutbound({ ...reach, allowPrivateAddresses });
}

async function mailerOf(
  { smtpFile }: ServiceOptions,
  { mailWaitMs }: Fittings,
  log: Logger,
): Promise<Mailer | null> {
  return smtpFile === undefined ? null : openMailer(smtpFile, { log, waitMs: mailWaitMs });
}

/** SECURITY: name and stack only; other fields of an error may hold what a request said. */
function describeError(error: unknown): object {
  return error instanceof Error ? { stack: error.stack, code: errorCode(error) } : {};
}

async function listen(
  app: FastifyInstance,
  { host = '127.0.0.1', port }: Pick<ServiceOptions, 'host' | 'port'>,
): Promise<string> {
  try {
    return new URL(await app.listen({ host, port })).origin;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRINUSE')
      throw new StartProblem(`Port ${port} is already in use. Choose another one with --port.`);
    if (code === 'EADDRNOTAVAIL')
      throw new StartProblem(
        'This machine does not have the IP of --host. Choose another one with --host.',
      );
    if (code === 'EACCES')
      throw new StartProblem(
        `This user may not use port ${port}. Choose one above 1023 with --port.`,
      );
    throw error;
  }
}
