// Creates, lists and finds applications in the service's database, for the command line.
import { randomInt, randomUUID } from 'node:crypto';
import { ownerid as oneOwnerid, shortText } from '@latchkey/protocol/primitives.ts';
import { withFold } from '../database/names.ts';
import type { Database } from '../database/schema.ts';
import { invalidVersionsText, readVersions } from '@latchkey/protocol/versions.ts';
import { transact } from '../database/transact.ts';
import { hashToken } from '../secrets/token-hash.ts';
import { withOpenData, refused, type CommandResult, type DataLocation } from './administering.ts';
import { newApplication } from './new-application.ts';
import { systemTime } from '../clock.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';

export interface NewApplication {
  readonly name: string;
  /** 10 letters or digits. Chosen at random if undefined. */
  readonly ownerid: string | undefined;
  readonly version: string;
  /** The first subscription, so that a license grants something. Null for none. */
  readonly plan: { readonly name: string; readonly level: string } | null;
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
    const isNew = await insertApplication(db, created, version, plan);
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

async function insertApplication(
  db: Database,
  { name, ownerid, sellerkey }: Omit<CreatedApplication, 'publicKey'>,
  version: string,
  plan: NewApplication['plan'],
): Promise<boolean> {
  const now = toUnixSeconds(systemTime());
  return transact(db, async (transaction) => {
    const inserted = await transaction
      .insertInto('applications')
      .values({
        id: randomUUID(),
        name,
        ownerid,
        sellerkeyHash: hashToken(sellerkey),
        version,
        ...newApplication,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.columns(['name', 'ownerid']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted === undefined) return false;
    if (plan !== null)
      await transaction
        .insertInto('plans')
        .values({
          id: randomUUID(),
          applicationId: inserted.id,
          ...withFold('name', plan.name),
          level: plan.level,
          createdAt: now,
        })
        .execute();
    return true;
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

const alphanumerics = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function randomText(length: number): string {
  return Array.from({ length }, () => alphanumerics.charAt(randomInt(alphanumerics.length))).join(
    '',
  );
}
