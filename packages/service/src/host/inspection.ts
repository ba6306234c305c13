// Checks a service's data on this machine for `latchkey doctor`, without any change.
import { existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CamelCasePlugin, Kysely, sql } from 'kysely';
import { clockSlackSeconds, machineNow } from '../clock.ts';
import type { Engine } from '../database/engine.ts';
import { doneNames } from '../database/migrate.ts';
import { openPostgresql } from '../database/postgresql.ts';
import { openSqlite } from '../database/sqlite.ts';
import { migrations } from '../migrations/list.ts';
import type { Environment } from './run.ts';
import { readFact } from '../database/facts.ts';
import type { Database, Tables } from '../database/schema.ts';
import { sharedAddress, sharedSentence } from '../features/sessions/shared-address.ts';
import { refuseEmptied, refuseForeign } from './identity.ts';
import { keyPlacesOf, secretFile, signingKeyFile } from './keys.ts';
import { databaseFilesIn, openToOthers } from './modes.ts';
import { databaseName, refuseDamaged } from './sound-copy.ts';
import { openServiceSecret } from '../secrets/service-secret.ts';
import { openSigner } from '../secrets/signing.ts';
import { StartProblem, errorCode } from '../start-problem.ts';
import { inSeconds, plainMs, type UnixMs } from '@latchkey/protocol/units.ts';

export interface Finding {
  readonly isOk: boolean;
  readonly what: string;
  /** The problem and its fix, or an empty string if there is none. */
  readonly advice: string;
}

const leastFreeBytes = 500 * 1024 * 1024;

export async function inspect(
  dataFolder: string,
  environment: Environment,
  nowMs: () => UnixMs = machineNow,
): Promise<readonly Finding[]> {
  if (!isFolder(dataFolder))
    return [
      problem(
        `The data folder ${dataFolder}`,
        'It does not exist. Check --data. "latchkey app create" and "latchkey serve" create it.',
      ),
    ];
  const databaseUrl = environment.DATABASE_URL || undefined;
  return [
    modeOf(dataFolder, 'The data folder'),
    ...(databaseUrl === undefined ? sqliteModes(dataFolder) : []),
    signingKey(dataFolder, environment),
    serviceSecret(dataFolder, environment),
    ...(await database(dataFolder, environment, nowMs)),
    freeDisk(dataFolder),
  ];
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function sqliteModes(dataFolder: string): readonly Finding[] {
  return databaseFilesIn(dataFolder).map((name) =>
    modeOf(join(dataFolder, name), `The file ${name}`),
  );
}

function modeOf(path: string, what: string): Finding {
  const advice = openToOthers(path);
  if (advice !== null) return problem(what, advice);
  const { uid } = statSync(path);
  const own = process.getuid?.();
  if (own !== undefined && own !== 0 && own !== uid)
    return problem(what, 'It belongs to another user. Run this as the user of the service.');
  return fine(`${what} is private to its owner`);
}

function signingKey(dataFolder: string, environment: Environment): Finding {
  const what = 'The signing key';
  try {
    const file = signingKeyFile(keyPlacesOf(dataFolder, environment));
    if (!existsSync(file)) return missing(what, file);
    return fine(`${what} can be read; public key ${openSigner(file).publicKey}`);
  } catch (error) {
    return problem(what, sentenceOf(error));
  }
}

function serviceSecret(dataFolder: string, environment: Environment): Finding {
  const what = 'The service secret';
  try {
    const file = secretFile(keyPlacesOf(dataFolder, environment));
    if (!existsSync(file)) return missing(what, file);
    openServiceSecret(file);
    return fine(`${what} can be read`);
  } catch (error) {
    return problem(what, sentenceOf(error));
  }
}

function missing(what: string, file: string): Finding {
  return problem(
    what,
    `The file ${file} does not exist. The first start creates it. If there is data already, copy it from a backup.`,
  );
}

async function database(
  dataFolder: string,
  environment: Environment,
  nowMs: () => UnixMs,
): Promise<readonly Finding[]> {
  const places = keyPlacesOf(dataFolder, environment);
  const { databaseUrl } = places;
  const what = 'The database';
  try {
    if (databaseUrl === undefined) refuseEmptied(places);
    if (databaseUrl === undefined && !existsSync(join(dataFolder, 'latchkey.sqlite')))
      return [problem(what, 'It does not exist yet. "latchkey app create" creates it.')];
    const engine: Engine =
      databaseUrl === undefined
        ? openSqlite(dataFolder, 'brisk')
        : openPostgresql(databaseUrl, 'brisk', () => undefined);
    const db = new Kysely<Tables>({ dialect: engine.dialect, plugins: [new CamelCasePlugin()] });
    try {
      const checked = databaseUrl === undefined ? [integrity(dataFolder)] : [];
      if (checked.some(({ isOk }) => !isOk)) return checked;
      const finding = migrationsFinding(what, await doneNames(db));
      if (!finding.isOk) return [...checked, finding];
      return [
        ...checked,
        finding,
        await ownership(db, dataFolder, environment),
        await addresses(db),
        ...(databaseUrl === undefined ? [] : [await clocks(db, nowMs)]),
      ];
    } catch (error) {
      return [problem(what, sentenceOf(engine.explain(error)))];
    } finally {
      await db.destroy();
    }
  } catch (error) {
    return [problem(what, sentenceOf(error))];
  }
}

/** Runs SQLite's full integrity check, however large the database is. */
function integrity(dataFolder: string): Finding {
  const what = 'The content of the database';
  try {
    refuseDamaged(join(dataFolder, databaseName));
    return fine(`${what} is intact`);
  } catch (error) {
    return problem(
      what,
      `${sentenceOf(error)} Stop all programs that use it and restore a backup: latchkey restore --data ${dataFolder} --from BACKUP.`,
    );
  }
}

/** Checks whether the keys and the folder belong to this database. */
async function ownership(
  db: Database,
  dataFolder: string,
  environment: Environment,
): Promise<Finding> {
  const what = 'The keys beside the data';
  try {
    await refuseForeign(db, keyPlacesOf(dataFolder, environment));
    return fine(`${what} match it`);
  } catch (error) {
    return problem(what, sentenceOf(error));
  }
}

/** Checks whether users share an address. Skipped if the last start had trusted proxies. */
async function addresses(db: Database): Promise<Finding> {
  const what = 'The IPs of users';
  const isNamed = Boolean(await readFact(db, 'trusted-proxies'));
  const shared = isNamed ? null : await sharedAddress(db, inSeconds(machineNow()));
  return shared === null
    ? fine(`${what} are not those of a proxy`)
    : problem(what, sharedSentence(shared));
}

/** Compares this machine's clock with that of PostgreSQL, which is often another machine's. */
async function clocks(db: Database, nowMs: () => UnixMs): Promise<Finding> {
  const what = 'The clock of this machine';
  const beforeMs = plainMs(nowMs());
  const { rows } = await sql<{
    seconds: number;
  }>`select extract(epoch from clock_timestamp()) as seconds`.execute(db);
  const halfwayMs = (beforeMs + plainMs(nowMs())) / 2;
  const apart = Math.round((halfwayMs - (rows[0]?.seconds ?? 0) * 1000) / 1000);
  if (Math.abs(apart) <= clockSlackSeconds) return fine(`${what} and that of the database agree`);
  return problem(
    what,
    `It is ${Math.abs(apart)} seconds ${apart > 0 ? 'ahead of' : 'behind'} that of the database. Synchronise both with NTP.`,
  );
}

function migrationsFinding(what: string, names: readonly string[]): Finding {
  if (!names.every((name) => Object.hasOwn(migrations, name)))
    return problem(what, 'A newer version of this service wrote it. Use that version.');
  const missing = Object.keys(migrations).filter((name) => !names.includes(name));
  if (missing.length > 0)
    return problem(
      what,
      'An older version of this service wrote it. Make a backup. The next start upgrades it.',
    );
  return fine(`${what} can be reached and has the current version`);
}

function freeDisk(dataFolder: string): Finding {
  const { bavail, bsize } = statfsSync(dataFolder);
  const free = bavail * bsize;
  const mebibytes = Math.floor(free / 1024 / 1024);
  return free < leastFreeBytes
    ? problem(
        'Free disk',
        `Only ${mebibytes} MiB are free on the disk of the data. Free some space.`,
      )
    : fine(`Free disk: ${mebibytes} MiB`);
}

function sentenceOf(error: unknown): string {
  if (error instanceof StartProblem) return error.message;
  return `It cannot be used (${errorCode(error) || 'no reason given'}).`;
}

function fine(what: string): Finding {
  return { isOk: true, what, advice: '' };
}

function problem(what: string, advice: string): Finding {
  return { isOk: false, what, advice };
}
