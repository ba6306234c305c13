// Opens a service's data for administration commands; expected failures become sentences.
import { openDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';
import type { Signers } from '../secrets/signers.ts';
import { StartProblem, errorCode } from '../start-problem.ts';
import { openIdentity, refuseEmptied } from './identity.ts';
import { keyPlacesOf, type KeyPlaces } from './keys.ts';
import type { Environment } from './run.ts';

/** Where the data is. The environment may name a database outside the folder. */
export interface DataLocation {
  readonly dataFolder: string;
  readonly environment: Environment;
}

/** The result of a command: a value, or a sentence for the user. Other failures throw. */
export type Administered<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly sentence: string };

/** Runs `action` on the data. An unusable signing key is refused before anything changes. */
export async function administer<Value>(
  place: DataLocation,
  action: (db: Database, publicKey: string) => Promise<Administered<Value>>,
  open: (db: Database, places: KeyPlaces) => Promise<{ signers: Signers }> = openIdentity,
): Promise<Administered<Value>> {
  const { dataFolder, environment } = place;
  return expected(async () => {
    const places = keyPlacesOf(dataFolder, environment);
    const { databaseUrl } = places;
    refuseEmptied(places);
    const db = await openDatabase({ dataFolder, databaseUrl, onIdleFault: () => undefined });
    try {
      const { signers } = await open(db, places);
      return await action(db, signers.active.publicKey);
    } finally {
      await db.destroy();
    }
  });
}

export async function expected<Value>(
  action: () => Promise<Administered<Value>>,
): Promise<Administered<Value>> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof StartProblem) return no(error.message);
    if (errorCode(error).startsWith('SQLITE_BUSY')) return no('The database is busy. Try again.');
    throw error;
  }
}

export function no(sentence: string): { readonly ok: false; readonly sentence: string } {
  return { ok: false, sentence };
}
