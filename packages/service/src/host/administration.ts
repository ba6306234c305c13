// Provides the functions of the service that the command line uses. It imports only this file and
// command-line-parts.ts.
import {
  withOpenData,
  catchRefusals,
  refused,
  type CommandResult,
  type DataLocation,
} from './administering.ts';
import { backUp, type BackupReport } from './backup.ts';
import type { Arguments } from './command-line.ts';
import type { BackupMonitor } from './backup-steps.ts';
import type { Database } from '../database/schema.ts';
import { openKeysForChange, resetIdentity, type ResetOptions } from './identity.ts';
import type { LostData } from './secret-change.ts';
import type { DrillOptions, DrillReport } from './drill/drill.ts';
import { inspect, type Finding } from './inspection.ts';
import { keyLocationsOf, type KeyLocations } from './keys.ts';
import {
  moveToPostgresql,
  moveToSqlite,
  type MoveOptions,
  type MoveReport,
} from './moving/move.ts';
import { planRestore, restore, type RestorePlan } from './restore.ts';
import type { Environment, Streams } from './run.ts';
import {
  activateKey,
  addKey,
  listKeys,
  retireKey,
  type SigningKeys,
} from './signing-key-changes.ts';

export { createApplication, listApplications, ownersOfName } from './applications.ts';
export { setPage } from './page-administration.ts';
export type { CreatedApplication } from './applications.ts';
export { sendTestMail } from './mail-test.ts';
export { keepDemo } from './demo-keep.ts';
export type { KeptDemo } from './demo-keep.ts';
export {
  addSellerKey,
  endSellerKey,
  listSellerKeys,
  renewSellerKey,
  type ListedSellerKey,
} from './seller-keys.ts';
export {
  addOwner,
  listOwners,
  removeOwner,
  resetPerson,
  type InvitedPerson,
} from './people-administration.ts';
import { systemTime } from '../clock.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
export type {
  CommandResult,
  BackupReport,
  DrillReport,
  Environment,
  Finding,
  LostData,
  DataLocation,
  RestorePlan,
  SigningKeys,
};

export async function listSigningKeys(location: DataLocation): Promise<CommandResult<SigningKeys>> {
  const now = toUnixSeconds(systemTime());
  return withChangingKeys(location, async (db, locations) => ({
    ok: true,
    value: await listKeys(db, locations, now),
  }));
}

export async function addSigningKey(
  location: DataLocation,
): Promise<CommandResult<{ id: string; publicKey: string }>> {
  return withChangingKeys(location, addKey);
}

export async function activateSigningKey(
  location: DataLocation,
  id: string,
): Promise<CommandResult<{ publicKey: string }>> {
  return withChangingKeys(location, (db, locations) => activateKey(db, locations, id));
}

export async function retireSigningKey(
  location: DataLocation,
  id: string,
): Promise<CommandResult<null>> {
  return withChangingKeys(location, (db, locations) => retireKey(db, locations, id));
}

async function withChangingKeys<Value>(
  location: DataLocation,
  change: (db: Database, locations: KeyLocations) => Promise<CommandResult<Value>>,
): Promise<CommandResult<Value>> {
  const locations = keyLocationsOf(location.dataFolder, location.environment);
  return withOpenData(location, (db) => change(db, locations), openKeysForChange);
}

/**
 * Returns the active key. `lost` counts items that were lost with the old secret, and is null if
 * the secret did not change.
 */
export async function resetSigningKey(
  location: DataLocation,
  options: ResetOptions,
): Promise<CommandResult<{ publicKey: string; lost: LostData | null }>> {
  let lost: LostData | null = null;
  return withOpenData(
    location,
    (_db, publicKey) => Promise.resolve({ ok: true, value: { publicKey, lost } }),
    async (db, locations) => {
      const reset = await resetIdentity(db, locations, options);
      ({ lost } = reset);
      return reset;
    },
  );
}

export async function backUpData(
  { dataFolder, environment }: DataLocation,
  to: string,
  monitor: BackupMonitor,
): Promise<CommandResult<BackupReport>> {
  if (environment.DATABASE_URL)
    return refused(
      'The data is in the database that DATABASE_URL names. Back it up with pg_dump, as docs/operating.md shows.',
    );
  return catchRefusals(async () => ({ ok: true, value: await backUp(dataFolder, to, monitor) }));
}

export async function inspectData({
  dataFolder,
  environment,
}: DataLocation): Promise<readonly Finding[]> {
  return inspect(dataFolder, environment);
}

/** Findings are in the report, also if the backup cannot be restored. */
export async function drillBackup(
  location: DataLocation,
  options: DrillOptions,
): Promise<CommandResult<DrillReport>> {
  // This import is dynamic, because every other command would otherwise load the whole service.
  const { drill } = await import('./drill/drill.ts');
  return catchRefusals(async () => {
    try {
      return { ok: true, value: await drill(location, options) };
    } catch (error) {
      if (!options.stop.aborted || error !== options.stop.reason) throw error;
      return refused('The drill was interrupted. It left nothing behind.');
    }
  });
}

/** Moves the data from SQLite in its folder to the database at `databaseUrl`, or back. */
export async function moveData(
  direction: 'to PostgreSQL' | 'to SQLite',
  options: MoveOptions,
): Promise<CommandResult<MoveReport>> {
  return catchRefusals(async () => {
    const move = direction === 'to PostgreSQL' ? moveToPostgresql : moveToSqlite;
    return { ok: true, value: await move(options) };
  });
}

/** Runs the service until it is stopped. */
export async function serve(
  given: Arguments,
  environment: Environment,
  streams: Streams,
  stop: AbortSignal,
): Promise<0 | 1> {
  // Dynamic like the import of the drill.
  const { serveWith } = await import('./run.ts');
  return serveWith(given, environment, streams, stop);
}

/** Returns what a restore would change, and changes nothing. */
export async function previewRestore(
  { dataFolder, environment }: DataLocation,
  from: string,
): Promise<CommandResult<RestorePlan>> {
  if (environment.DATABASE_URL)
    return refused(
      'The data is in the database that DATABASE_URL names. Restore it with pg_restore, as docs/operating.md shows.',
    );
  return catchRefusals(() => Promise.resolve({ ok: true, value: planRestore(from, dataFolder) }));
}

/** Returns as `before` the folder that now holds the replaced data, or null if there was none. */
export async function restoreData(
  { dataFolder }: DataLocation,
  from: string,
): Promise<CommandResult<{ before: string | null }>> {
  return catchRefusals(() =>
    Promise.resolve({ ok: true, value: restore(from, dataFolder, new Date()) }),
  );
}
