// Puts the service together and starts it: data folder, signing key, demo data where asked for, HTTP.
import { pino, type Logger } from 'pino';
import { createApp } from '../http/app.ts';
import type { ConnectionLimits } from '../http/connection-limits.ts';
import { openDatabase } from '../database/open.ts';
import { createDeliveries } from '../outbound/deliveries.ts';
import type { After } from '../keep-doing.ts';
import { seedDemo } from './demo-seed.ts';
import { endingOf } from './ending.ts';
import { openIdentity, refuseEmptied } from './identity.ts';
import { openDataOf } from './modes.ts';
import { GeneralLimit } from '../http/general-limit.ts';
import { createFileContents } from '../files/file-contents.ts';
import { moveOldFolders } from '../files/old-folders.ts';
import { keepSwept } from './keep-swept.ts';
import { createOutbound, type OutboundOptions } from '../outbound/outbound.ts';
import { openMailer, type Mailer } from '../outbound/mail.ts';
import { queuePasswords, type PasswordQueue } from '../secrets/password-queue.ts';
import {
  createPasswords,
  productionCost,
  type PasswordCost,
  type Passwords,
} from '../secrets/passwords.ts';
import { writeFact } from '../database/facts.ts';
import type { Database } from '../database/schema.ts';
import { sharedAddress, sharedSentence } from '../users/shared-address.ts';
import { StartProblem, errorCode } from '../start-problem.ts';
import { createStoredFiles } from '../files/stored-files.ts';
import { TryLedger } from '../secrets/wrong-secrets.ts';

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
  /** For tests only: production has its own. */
  readonly connectionLimits?: ConnectionLimits;
  /** The private file of mail-settings.ts; without it nobody can ask for a new password. */
  readonly smtpFile?: string | undefined;
  /** For tests only: how long an answer waits for a mail server. */
  readonly mailWaitMs?: number;
  /** Seeds an empty data folder with the demo data. */
  readonly demo?: boolean;
  /** Unix milliseconds. */
  readonly now?: () => number;
  /** Which hosts inside the seller's own network webhooks and files may be at. */
  readonly outbound?: OutboundOptions;
  /** For tests only: timers that tests move. */
  readonly after?: After;
  /** For tests only: production uses the recommended parameters. */
  readonly passwordCost?: PasswordCost;
  /** For tests only: something to put in front of the password check. */
  readonly wrapPasswords?: (passwords: Passwords) => Passwords;
  /** For tests only: something to put in front of the database. */
  readonly wrapDatabase?: (database: Database) => Database;
  /** How long `close` waits for requests in flight. */
  readonly closeWithinMs?: number;
}

export interface RunningService {
  /** An origin, like http://127.0.0.1:8080 */
  readonly url: string;
  /** Of the active signing key, 64 hex characters. */
  readonly publicKey: string;
  /** Of all that it signs with, oldest first: several while they are being changed. */
  readonly publicKeys: readonly string[];
  readonly database: Database;
  /** For tests: when no delivery is under way. */
  readonly deliveriesSettled: () => Promise<void>;
  /** Sentences for the person who started it. */
  readonly notices: readonly string[];
  /** Takes no new connections, finishes what is in flight, then lets go of the data folder. */
  readonly close: () => Promise<void>;
}

/** Throws StartProblem where the folder, the address or the port cannot be used. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const now = options.now ?? Date.now;
  const log = pino({ base: null, serializers: { error: describeError } }, options.logStream);
  refuseEmptied(options);
  const { dataFolder, databaseUrl } = options;
  const onIdleFault = (error: unknown) => log.warn({ error }, 'A database connection was lost');
  const opened = await openDatabase({ dataFolder, databaseUrl, onIdleFault });
  const db = options.wrapDatabase?.(opened) ?? opened;
  try {
    const { notices, ...keys } = await openIdentity(db, options);
    const passwordQueue = await passwordsOf(options);
    if (options.demo === true) await seedDemo(db, keys.secret, passwordQueue.of('demo'), now());
    const { after, host = '127.0.0.1', port } = options;
    const mailer = await mailerOf(options, log);
    const outbound = createOutbound(options.outbound);
    const deliveries = createDeliveries({ db, outbound, ...keys, nowMs: now, after, log });
    const unclear = await moveOldFolders(db, dataFolder);
    const storedFiles = createStoredFiles(dataFolder);
    const fileContents = createFileContents({ outbound, storedFiles }, now);
    const stored = { dataFolder, storedFiles, fileContents, outbound, deliveries, mailer };
    const limits = { tries: new TryLedger(), requests: new GeneralLimit({ db, nowMs: now, log }) };
    const { warnings, trustsProxies } = await noteProxies(db, options, now);
    const app = createApp(
      { db, trustsProxies, ...limits, ...keys, passwordQueue, nowMs: now, log, ...stored },
      options,
    );
    let endSweeping = () => Promise.resolve();
    const end = endingOf(app, async () => {
      await Promise.all([deliveries.stop(), endSweeping(), mailer?.close()]);
    });
    const url = await listen(() => app.listen({ host, port }), options);
    deliveries.wake();
    endSweeping = keepSwept({ db, dataFolder, storedFiles, nowMs: now, after, log });
    return {
      url,
      publicKey: keys.signers.active.publicKey,
      publicKeys: keys.signers.all.map(({ publicKey }) => publicKey),
      database: db,
      deliveriesSettled: () => deliveries.settled(),
      notices: [...notices, ...warnings, ...unclear, ...openDataOf(dataFolder)],
      async close() {
        await end(options.closeWithinMs ?? 10_000);
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function passwordsOf({
  passwordCost,
  wrapPasswords,
}: ServiceOptions): Promise<PasswordQueue> {
  const real = await createPasswords(passwordCost ?? productionCost);
  return queuePasswords(wrapPasswords?.(real) ?? real);
}

/** For whom looks at the data later, and for whom starts the service now. */
async function noteProxies(
  db: Database,
  { trustedProxies = [] }: ServiceOptions,
  now: () => number,
): Promise<{ warnings: readonly string[]; trustsProxies: boolean }> {
  await writeFact(db, 'trusted-proxies', trustedProxies.join(','));
  if (trustedProxies.length > 0) return { warnings: [], trustsProxies: true };
  const address = await sharedAddress(db, Math.floor(now() / 1000));
  return { warnings: address === null ? [] : [sharedSentence(address)], trustsProxies: false };
}

async function mailerOf(
  { smtpFile, mailWaitMs }: ServiceOptions,
  log: Logger,
): Promise<Mailer | null> {
  if (smtpFile === undefined) return null;
  return openMailer(smtpFile, { log, ...(mailWaitMs !== undefined && { waitMs: mailWaitMs }) });
}

/** SECURITY: name and stack only; other fields of an error may hold what a request said. */
function describeError(error: unknown): object {
  return error instanceof Error ? { stack: error.stack, code: errorCode(error) } : {};
}

async function listen(
  start: () => Promise<string>,
  { port }: { readonly port: number },
): Promise<string> {
  try {
    return new URL(await start()).origin;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRINUSE')
      throw new StartProblem(`Port ${port} is already in use. Choose another one with --port.`);
    if (code === 'EADDRNOTAVAIL')
      throw new StartProblem('This machine has no such address. Choose another one with --host.');
    if (code === 'EACCES')
      throw new StartProblem(`Port ${port} may not be used by this user. Choose one above 1023.`);
    throw error;
  }
}
