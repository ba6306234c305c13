// Provides the functions of the service that the command line uses. The command line imports no
// other file of the service.
import { administer, expected, no, type Administered, type DataLocation } from './administering.ts';
import { backUp, type BackupReport } from './backup.ts';
import type { Arguments } from './command-line.ts';
import type { Watching } from './copying.ts';
import type { Database } from '../database/schema.ts';
import { openChangingKeys, resetIdentity, type Reset } from './identity.ts';
import type { Lost } from './secret-change.ts';
import { inspect, type Finding } from './inspection.ts';
import { keyPlacesOf, type KeyPlaces } from './keys.ts';
import { planRestore, restore, type RestorePlan } from './restore.ts';
import type { Environment, Streams } from './run.ts';
import {
  activateKey,
  addKey,
  listKeys,
  retireKey,
  type SigningKeys,
} from './signing-key-changes.ts';

export { ArgumentParser, argumentParser } from './argument-parser.ts';
export { serviceCommand } from './command-line.ts';
export { createApplication, listApplications } from './applications.ts';
export type { CreatedApplication } from './applications.ts';
export {
  addSellerKey,
  endSellerKey,
  listSellerKeys,
  longestOverlapHours,
  renewSellerKey,
  type ListedSellerKey,
} from './seller-keys.ts';
import { machineNow } from '../clock.ts';
import { inSeconds } from '@latchkey/protocol/units.ts';
export type {
  Administered,
  BackupReport,
  Environment,
  Finding,
  Lost,
  DataLocation,
  RestorePlan,
  SigningKeys,
};

export async function listSigningKeys(place: DataLocation): Promise<Administered<SigningKeys>> {
  const now = inSeconds(machineNow());
  return changeKeys(place, async (db, places) => ({
    ok: true,
    value: await listKeys(db, places, now),
  }));
}

export async function addSigningKey(
  place: DataLocation,
): Promise<Administered<{ id: string; publicKey: string }>> {
  return changeKeys(place, addKey);
}

export async function activateSigningKey(
  place: DataLocation,
  id: string,
): Promise<Administered<{ publicKey: string }>> {
  return changeKeys(place, (db, places) => activateKey(db, places, id));
}

export async function retireSigningKey(
  place: DataLocation,
  id: string,
): Promise<Administered<null>> {
  return changeKeys(place, (db, places) => retireKey(db, places, id));
}

async function changeKeys<Value>(
  place: DataLocation,
  change: (db: Database, places: KeyPlaces) => Promise<Administered<Value>>,
): Promise<Administered<Value>> {
  const places = keyPlacesOf(place.dataFolder, place.environment);
  return administer(place, (db) => change(db, places), openChangingKeys);
}

/**
 * Returns the active key. `lost` counts items that were lost with the old secret, and is null if
 * the secret did not change.
 */
export async function resetSigningKey(
  place: DataLocation,
  how: Reset,
): Promise<Administered<{ publicKey: string; lost: Lost | null }>> {
  let lost: Lost | null = null;
  return administer(
    place,
    (_db, publicKey) => Promise.resolve({ ok: true, value: { publicKey, lost } }),
    async (db, places) => {
      const reset = await resetIdentity(db, places, how);
      ({ lost } = reset);
      return reset;
    },
  );
}

export async function backUpData(
  { dataFolder, environment }: DataLocation,
  to: string,
  watching: Watching,
): Promise<Administered<BackupReport>> {
  if (environment.DATABASE_URL)
    return no(
      'The data is in the database that DATABASE_URL names. Back it up with pg_dump, as docs/hosting.md shows.',
    );
  return expected(async () => ({ ok: true, value: await backUp(dataFolder, to, watching) }));
}

export async function inspectData({
  dataFolder,
  environment,
}: DataLocation): Promise<readonly Finding[]> {
  return inspect(dataFolder, environment);
}

/** Runs the service until it is stopped. */
export async function serve(
  given: Arguments,
  environment: Environment,
  streams: Streams,
  stop: AbortSignal,
): Promise<0 | 1> {
  // This import is dynamic, because every other command would otherwise load the whole service.
  const { serveAs } = await import('./run.ts');
  return serveAs(given, environment, streams, stop);
}

/** Returns what a restore would change, and changes nothing. */
export async function planRestoring(
  { dataFolder, environment }: DataLocation,
  from: string,
): Promise<Administered<RestorePlan>> {
  if (environment.DATABASE_URL)
    return no(
      'The data is in the database that DATABASE_URL names. Restore it with pg_restore, as docs/hosting.md shows.',
    );
  return expected(() => Promise.resolve({ ok: true, value: planRestore(from, dataFolder) }));
}

/** Returns as `before` the folder that now holds the replaced data, or null if there was none. */
export async function restoreData(
  { dataFolder }: DataLocation,
  from: string,
): Promise<Administered<{ before: string | null }>> {
  return expected(() =>
    Promise.resolve({ ok: true, value: restore(from, dataFolder, new Date()) }),
  );
}
