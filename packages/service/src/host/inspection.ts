// Checks a service's data on this machine for `latchkey doctor`, without any change.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CamelCasePlugin, Kysely, sql } from 'kysely';
import { clockToleranceSeconds, systemTime } from '../clock.ts';
import type { Engine } from '../database/engine.ts';
import { migrationsIfAny, otherVersion } from '../database/migrate.ts';
import { openPostgresql } from '../database/postgresql.ts';
import { openSqlite } from '../database/sqlite.ts';
import { migrations } from '../migrations/list.ts';
import type { Environment } from './run.ts';
import { readFact } from '../database/facts.ts';
import type { Database, Tables } from '../database/schema.ts';
import { sharedAddress, sharedAddressText } from '../features/sessions/shared-address.ts';
import { backupFindings } from './backup-findings.ts';
import { processFindings } from './process-findings.ts';
import { mailFindings } from './mail-test.ts';
import { refuseLostData, refuseForeignData } from './identity.ts';
import { keyLocationsOf, secretFile, signingKeyFile } from './keys.ts';
import { databaseFilesIn, accessAdvice } from './file-access.ts';
import { freeDiskFinding } from './free-disk-finding.ts';
import { databaseName, refuseDamagedDatabase } from './integrity.ts';
import { unreadableProxyText } from './proxy-reports.ts';
import { emailFinding } from './email-findings.ts';
import { mailQueueFinding } from './mail-queue-finding.ts';
import { orderFinding } from './order-findings.ts';
import { openServiceSecret } from '../secrets/service-secret.ts';
import { signingLibrary } from '../secrets/ed25519.ts';
import { openSigner } from '../secrets/signing.ts';
import { StartProblem, errorCode } from '../start-problem.ts';
import { toUnixSeconds, plainMs, type UnixMs } from '@latchkey/protocol/units.ts';

export interface Finding {
  readonly isOk: boolean;
  /** A risk that the seller chose. It is shown, and is not counted as a problem. */
  readonly isWarning?: true;
  readonly what: string;
  /** The problem and its fix. If the check is ok, a limit of the check, or an empty string. */
  readonly advice: string;
}

export async function inspect(
  dataFolder: string,
  environment: Environment,
  nowMs: () => UnixMs = systemTime,
): Promise<readonly Finding[]> {
  if (!isFolder(dataFolder))
    return [
      failed(
        `The data folder ${dataFolder}`,
        'It does not exist. Check --data. "latchkey app create" and "latchkey serve" create it.',
      ),
    ];
  const databaseUrl = environment.DATABASE_URL || undefined;
  return [
    modeFinding(dataFolder, 'The data folder'),
    ...(databaseUrl === undefined ? sqliteModes(dataFolder) : []),
    signingKeyFinding(dataFolder, environment),
    secretFinding(dataFolder, environment),
    ...(await databaseFindings(dataFolder, environment, nowMs)),
    ...backupFindings(dataFolder, environment.DATABASE_URL ? 'postgresql' : 'sqlite', nowMs),
    ...(await mailFindings(environment)),
    await freeDiskFinding(dataFolder),
  ];
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function sqliteModes(dataFolder: string): readonly Finding[] {
  return databaseFilesIn(dataFolder).map((name) =>
    modeFinding(join(dataFolder, name), `The file ${name}`),
  );
}

function modeFinding(path: string, what: string): Finding {
  const advice = accessAdvice(path);
  if (advice !== null) return failed(what, advice);
  const { uid } = statSync(path);
  const ownUid = process.getuid?.();
  if (ownUid !== undefined && ownUid !== 0 && ownUid !== uid)
    return failed(what, 'It belongs to another user. Run this as the user of the service.');
  return passed(`${what} is private to its owner`);
}

function signingKeyFinding(dataFolder: string, environment: Environment): Finding {
  const what = 'The signing key';
  try {
    const file = signingKeyFile(keyLocationsOf(dataFolder, environment));
    if (!existsSync(file)) return missingFile(what, file);
    const { publicKey } = openSigner(file);
    return passed(`${what} can be read and signs with ${signingLibrary}; public key ${publicKey}`);
  } catch (error) {
    return failed(what, sentenceOf(error));
  }
}

function secretFinding(dataFolder: string, environment: Environment): Finding {
  const what = 'The service secret';
  try {
    const file = secretFile(keyLocationsOf(dataFolder, environment));
    if (!existsSync(file)) return missingFile(what, file);
    openServiceSecret(file);
    return passed(`${what} can be read`);
  } catch (error) {
    return failed(what, sentenceOf(error));
  }
}

function missingFile(what: string, file: string): Finding {
  return failed(
    what,
    `The file ${file} does not exist. The first start creates it. If there is data already, copy it from a backup.`,
  );
}

async function databaseFindings(
  dataFolder: string,
  environment: Environment,
  nowMs: () => UnixMs,
): Promise<readonly Finding[]> {
  const locations = keyLocationsOf(dataFolder, environment);
  const { databaseUrl } = locations;
  const what = 'The database';
  try {
    if (databaseUrl === undefined) refuseLostData(locations);
    if (databaseUrl === undefined && !existsSync(join(dataFolder, 'latchkey.sqlite')))
      return [failed(what, 'It does not exist yet. "latchkey app create" creates it.')];
    const checked = databaseUrl === undefined ? [integrityFinding(dataFolder)] : [];
    if (checked.some(({ isOk }) => !isOk)) return checked; // Kysely closes no unused connection
    const engine: Engine =
      databaseUrl === undefined
        ? openSqlite(dataFolder, 'brisk')
        : openPostgresql(databaseUrl, 'brisk', () => undefined);
    const db = new Kysely<Tables>({ dialect: engine.dialect, plugins: [new CamelCasePlugin()] });
    try {
      await engine.verify(db);
      const finding = migrationsFinding(what, await migrationsIfAny(db));
      if (!finding.isOk) return [...checked, finding];
      return [
        ...checked,
        finding,
        await ownershipFinding(db, dataFolder, environment),
        await addressesFinding(db),
        await orderFinding(db),
        await emailFinding(db),
        await mailQueueFinding(db, nowMs),
        ...(await processFindings(db)),
        ...(databaseUrl === undefined ? [] : [await clockFinding(db, nowMs)]),
      ];
    } catch (error) {
      return [failed(what, sentenceOf(engine.explain(error)))];
    } finally {
      await db.destroy();
    }
  } catch (error) {
    return [failed(what, sentenceOf(error))];
  }
}

/** Runs SQLite's full integrity check, however large the database is. */
function integrityFinding(dataFolder: string): Finding {
  const what = 'The content of the database';
  try {
    refuseDamagedDatabase(join(dataFolder, databaseName));
    return passed(`${what} is intact`);
  } catch (error) {
    return failed(
      what,
      `${sentenceOf(error)} Stop all programs that use it and restore a backup: latchkey restore --data ${dataFolder} --from BACKUP.`,
    );
  }
}

/** Checks whether the keys and the folder belong to this database. */
async function ownershipFinding(
  db: Database,
  dataFolder: string,
  environment: Environment,
): Promise<Finding> {
  const what = 'The keys beside the data';
  try {
    await refuseForeignData(db, keyLocationsOf(dataFolder, environment));
    return passed(`${what} match it`);
  } catch (error) {
    return failed(what, sentenceOf(error));
  }
}

/** Checks whether users share an address, which the sign-ins show only without trusted proxies. */
async function addressesFinding(db: Database): Promise<Finding> {
  const what = 'The IPs of users';
  const unreadable = await readFact(db, 'unreadable-proxy');
  if (unreadable) return failed(what, unreadableProxyText(unreadable));
  const hasProxies = Boolean(await readFact(db, 'trusted-proxies'));
  const shared = hasProxies ? null : await sharedAddress(db, toUnixSeconds(systemTime()));
  return shared === null
    ? passed(`${what} are not those of a proxy`)
    : failed(what, sharedAddressText(shared));
}

/** Compares this machine's clock with that of PostgreSQL, which is often another machine's. */
async function clockFinding(db: Database, nowMs: () => UnixMs): Promise<Finding> {
  const what = 'The clock of this machine';
  const beforeMs = plainMs(nowMs());
  const { rows } = await sql<{
    seconds: number;
  }>`select extract(epoch from clock_timestamp()) as seconds`.execute(db);
  const halfwayMs = (beforeMs + plainMs(nowMs())) / 2;
  const differenceSeconds = Math.round((halfwayMs - (rows[0]?.seconds ?? 0) * 1000) / 1000);
  if (Math.abs(differenceSeconds) <= clockToleranceSeconds)
    return passed(`${what} and that of the database agree`);
  return failed(
    what,
    `It is ${Math.abs(differenceSeconds)} seconds ${differenceSeconds > 0 ? 'ahead of' : 'behind'} that of the database. Synchronise both with NTP.`,
  );
}

function migrationsFinding(what: string, names: readonly string[]): Finding {
  if (names.length === 0)
    return failed(what, 'It is empty. Run "latchkey serve" once, which creates its tables.');
  const other = otherVersion(names, migrations);
  if (other === 'newer')
    return failed(what, 'A newer version of this service wrote it. Use that version.');
  if (other !== null)
    return failed(what, 'A version before 0.1.0 wrote it. It cannot be upgraded.');
  if (!Object.keys(migrations).every((name) => names.includes(name)))
    return failed(
      what,
      'An older version of this service wrote it. Make a backup. The next start upgrades it.',
    );
  return passed(`${what} can be reached and has the current version`);
}

function sentenceOf(error: unknown): string {
  if (error instanceof StartProblem) return error.message;
  return `It cannot be used (${errorCode(error) || 'no reason given'}).`;
}

function passed(what: string): Finding {
  return { isOk: true, what, advice: '' };
}

function failed(what: string, advice: string): Finding {
  return { isOk: false, what, advice };
}
