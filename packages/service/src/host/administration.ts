// What the command line does with a service's data on this machine: applications, seller keys, backup, and serving itself. The
// only file of the service that the command line knows.
import { administer, expected, no, type Administered, type Place } from './administering.ts';
import { backUp, type BackupReport } from './backup.ts';
import { readArguments, usage } from './command-line.ts';
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
  Place,
  RestorePlan,
  SigningKeys,
};

/** Looks only. */
export async function listSigningKeys(place: Place): Promise<Administered<SigningKeys>> {
  const now = inSeconds(machineNow());
  return changeKeys(place, async (db, places) => ({
    ok: true,
    value: await listKeys(db, places, now),
  }));
}

export async function addSigningKey(
  place: Place,
): Promise<Administered<{ id: string; publicKey: string }>> {
  return changeKeys(place, addKey);
}

export async function activateSigningKey(
  place: Place,
  id: string,
): Promise<Administered<{ publicKey: string }>> {
  return changeKeys(place, (db, places) => activateKey(db, places, id));
}

export async function retireSigningKey(place: Place, id: string): Promise<Administered<null>> {
  return changeKeys(place, (db, places) => retireKey(db, places, id));
}

async function changeKeys<Value>(
  place: Place,
  change: (db: Database, places: KeyPlaces) => Promise<Administered<Value>>,
): Promise<Administered<Value>> {
  const places = keyPlacesOf(place.dataFolder, place.environment);
  return administer(place, (db) => change(db, places), openChangingKeys);
}

/** Returns the public key that loaders must have from then on, and what went with the secret; null: nothing did. */
export async function resetSigningKey(
  place: Place,
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
  { dataFolder, environment }: Place,
  to: string,
  watching: Watching,
): Promise<Administered<BackupReport>> {
  if (environment.DATABASE_URL)
    return no(
      'The data is in the database that DATABASE_URL names. Back it up with pg_dump, as docs/hosting.md shows.',
    );
  return expected(async () => ({ ok: true, value: await backUp(dataFolder, to, watching) }));
}

/** Looks only: makes nothing and changes nothing. */
export async function inspectData({ dataFolder, environment }: Place): Promise<readonly Finding[]> {
  return inspect(dataFolder, environment);
}

/** The service itself, with the arguments of `npm run service`. 2: they cannot be understood. */
export async function serve(
  argv: readonly string[],
  environment: Environment,
  streams: Streams,
  stop: AbortSignal,
): Promise<0 | 1 | 2> {
  const given = readArguments(argv);
  if (!('problem' in given)) {
    // Only now: every other command would carry the whole service along in memory.
    const { runService } = await import('./run.ts');
    return runService(argv, environment, streams, stop);
  }
  streams.stderr.write(`${given.problem}\n${serveUsage}\n`);
  return 2;
}

export const serveUsage = usage.replace('npm run service --', 'latchkey serve');

/** Looks only. */
export async function planRestoring(
  { dataFolder, environment }: Place,
  from: string,
): Promise<Administered<RestorePlan>> {
  if (environment.DATABASE_URL)
    return no(
      'The data is in the database that DATABASE_URL names. Restore it with pg_restore, as docs/hosting.md shows.',
    );
  return expected(() => Promise.resolve({ ok: true, value: planRestore(from, dataFolder) }));
}

/** Returns where what was there before is now; null: nothing was. */
export async function restoreData(
  { dataFolder }: Place,
  from: string,
): Promise<Administered<{ before: string | null }>> {
  return expected(() =>
    Promise.resolve({ ok: true, value: restore(from, dataFolder, new Date()) }),
  );
}
