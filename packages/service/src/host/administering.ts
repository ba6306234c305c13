// Opens a service's data for administration commands; expected failures become sentences.
import { Overloaded } from '../overloaded.ts';
import { openDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';
import { storageFault } from '../database/storage-faults.ts';
import type { Signers } from '../secrets/signers.ts';
import { StartProblem, errorCode } from '../start-problem.ts';
import { openIdentity, refuseLostData } from './identity.ts';
import { keyLocationsOf, type KeyLocations } from './keys.ts';
import type { Environment } from './run.ts';

/** The location of the data. The environment may name a database outside the folder. */
export interface DataLocation {
  readonly dataFolder: string;
  readonly environment: Environment;
}

/** The result of a command: a value, or a sentence for the user. Other failures throw. */
export type CommandResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly sentence: string };

/** Runs `action` on the data. An unusable signing key is refused before anything changes. */
export async function withOpenData<Value>(
  location: DataLocation,
  action: (db: Database, publicKey: string) => Promise<CommandResult<Value>>,
  open: (db: Database, locations: KeyLocations) => Promise<{ signers: Signers }> = openIdentity,
): Promise<CommandResult<Value>> {
  const { dataFolder, environment } = location;
  return catchRefusals(async () => {
    const locations = keyLocationsOf(dataFolder, environment);
    const { databaseUrl } = locations;
    refuseLostData(locations);
    const db = await openDatabase({ dataFolder, databaseUrl, onIdleFault: () => undefined });
    try {
      const { signers } = await open(db, locations);
      return await action(db, signers.active.publicKey);
    } finally {
      await db.destroy();
    }
  });
}

export async function catchRefusals<Value>(
  action: () => Promise<CommandResult<Value>>,
): Promise<CommandResult<Value>> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof StartProblem) return refused(error.message);
    if (error instanceof Overloaded || errorCode(error).startsWith('SQLITE_BUSY'))
      return refused('The database is busy. Try again.');
    const sentence = faultSentence(error);
    if (sentence !== null) return refused(sentence);
    throw error;
  }
}

/** Names the file of the fault, because a backup may be on a different disk. */
function faultSentence(error: unknown): string | null {
  const fault = storageFault(error);
  const path = error instanceof Error && 'path' in error ? error.path : undefined;
  const place = typeof path === 'string' ? path : 'the data';
  if (fault === 'disk-full') return `The disk of ${place} is full. Free some space on it.`;
  if (fault === 'read-only') return `Writing to ${place} failed (${errorCode(error)}).`;
  return fault === null ? null : 'The database cannot be reached. Check that it runs.';
}

export function refused(sentence: string): { readonly ok: false; readonly sentence: string } {
  return { ok: false, sentence };
}
