// Creates, lists and finds applications in the service's database, for the command line.
import { ownerid as oneOwnerid, shortText } from '@latchkey/protocol/primitives.ts';
import type { Database } from '../database/schema.ts';
import { invalidVersionsText, readVersions } from '@latchkey/protocol/versions.ts';
import { withOpenData, refused, type CommandResult, type DataLocation } from './administering.ts';
import {
  insertApplication,
  randomText,
  type ApplicationToInsert,
} from '../features/settings/new-application.ts';
import { systemTime } from '../clock.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';

export interface NewApplication {
  readonly name: string;
  /** 10 letters or digits. Chosen at random if undefined. */
  readonly ownerid: string | undefined;
  readonly version: string;
  readonly plan: ApplicationToInsert['plan'];
}

export interface CreatedApplication {
  readonly name: string;
  readonly ownerid: string;
  /** The public signing key, 64 hex characters. */
  readonly publicKey: string;
  /** SECURITY: shown only once; the database stores its hash. */
  readonly sellerkey: string;
}

export async function createApplication(
  location: DataLocation,
  { name, ownerid, version, plan }: NewApplication,
): Promise<CommandResult<CreatedApplication>> {
  if (!shortText.safeParse(name).success) return refused('--name must have 1 to 100 characters.');
  if (ownerid !== undefined && !oneOwnerid.safeParse(ownerid).success)
    return refused('--ownerid must have 10 letters or digits.');
  if (readVersions(version) === null) return refused(`${invalidVersionsText}.`);
  const subscriptionTexts = plan === null ? [] : [plan.name, plan.level];
  if (!subscriptionTexts.every((text) => shortText.safeParse(text).success))
    return refused('--sub must have 1 to 100 characters.');
  return withOpenData(location, async (db, publicKey) => {
    const created = { name, ownerid: ownerid ?? randomText(10), sellerkey: randomText(32) };
    const now = toUnixSeconds(systemTime());
    const isNew = await insertApplication(db, { ...created, version, plan }, now);
    if (!isNew) return refused(`The application "${name}" of ${created.ownerid} already exists.`);
    return { ok: true, value: { ...created, publicKey } };
  });
}

/** Returns the owner ids of the applications with this name. */
export async function ownersOfName(
  location: DataLocation,
  name: string,
): Promise<CommandResult<readonly string[]>> {
  if (!shortText.safeParse(name).success) return { ok: true, value: [] };
  return withOpenData(location, async (db) => {
    const rows = await db
      .selectFrom('applications')
      .select('ownerid')
      .where('name', '=', name)
      .orderBy('ownerid')
      .execute();
    return { ok: true, value: rows.map(({ ownerid }) => ownerid) };
  });
}

export interface ListedApplication {
  /** The id, which also names the application's folders in `files` and `upload`. */
  readonly id: string;
  readonly name: string;
  readonly ownerid: string;
  readonly version: string;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly isEnabled: boolean;
  readonly isPaused: boolean;
}

export async function listApplications(
  location: DataLocation,
): Promise<CommandResult<{ publicKey: string; applications: readonly ListedApplication[] }>> {
  return withOpenData(location, async (db, publicKey) => {
    const rows = await db
      .selectFrom('applications')
      .select(['id', 'name', 'ownerid', 'version', 'createdAt', 'enabled', 'paused'])
      .orderBy('name')
      .orderBy('ownerid')
      .execute();
    const applications = rows.map(({ enabled, paused, ...row }) => ({
      ...row,
      isEnabled: enabled === 1,
      isPaused: paused === 1,
    }));
    return { ok: true, value: { publicKey, applications } };
  });
}

/** `ownerid` is needed if two applications share the name. */
export async function findApplication(db: Database, name: string, ownerid: string | undefined) {
  const found = await db
    .selectFrom('applications')
    .select(['id', 'name', 'ownerid', 'sellerkeyHash', 'unknownOrders'])
    .where('name', '=', name)
    .execute();
  const matches = found.filter((row) => ownerid === undefined || row.ownerid === ownerid);
  const [application] = matches;
  if (application === undefined) return refused(`The application "${name}" does not exist.`);
  return matches.length > 1
    ? refused(`Several applications are called "${name}". Choose one with --ownerid.`)
    : { ok: true as const, application };
}
