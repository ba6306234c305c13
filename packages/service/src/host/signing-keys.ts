// Records which signing keys belong to which data: the database lists the fingerprints of all that
// are not retired, oldest first, and a file's name marks the active one. One rename activates a
// key, so an interruption at any point leaves a service that starts.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { readFact } from '../database/facts.ts';
import type { Database } from '../database/schema.ts';
import { signersOf, type Signers } from '../secrets/signers.ts';
import { keyIdOf, openSigner, type Signer } from '../secrets/signing.ts';
import { StartProblem } from '../start-problem.ts';
import { otherKeyFile, otherKeysIn, signingKeyFile, type KeyPlaces } from './keys.ts';

/** Maximum number of keys that a program can know. */
export const mostKeys = 3;

/** Returns fingerprints, oldest first; none for new data or data of earlier versions. */
export async function keysOfData(db: Database): Promise<readonly string[]> {
  return readKeyList(await readFact(db, 'signing-key'));
}

export function readKeyList(fact: string | null | undefined): readonly string[] {
  return fact === null || fact === undefined ? [] : fact.split(',');
}

export function writeKeyList(fingerprints: readonly string[]): string {
  return fingerprints.join(',');
}

/**
 * Opens all keys of the data. The active key must be one of the `known` fingerprints. Older keys
 * must be present, because programs trust them; `mayLack` allows a missing one, to retire it. Newer
 * keys may be elsewhere. Throws StartProblem. A missing active key would be created: check first.
 */
export function openKeys(places: KeyPlaces, known: readonly string[], mayLack = false): Signers {
  const file = signingKeyFile(places);
  const active = openSigner(file);
  if (known.length === 0) return signersOf(active);
  const place = known.indexOf(active.fingerprint);
  if (place === -1) throw otherKey(file, known);
  const all = known.map((fingerprint, at) => {
    if (at === place) return active;
    const beside = openBeside(otherKeyFile(places, keyIdOf(fingerprint)), fingerprint);
    if (beside === null && at < place && !mayLack)
      throw missingKey(otherKeyFile(places, keyIdOf(fingerprint)), 'retire');
    return beside;
  });
  return signersOf(
    active,
    all.filter((signer) => signer !== null),
  );
}

function openBeside(file: string, fingerprint: string): Signer | null {
  if (!existsSync(file)) return null;
  const signer = openSigner(file);
  if (signer.fingerprint === fingerprint) return signer;
  throw new StartProblem(`The signing key ${file} does not match the id in its name.`);
}

export function missingKey(file: string, way: 'reset' | 'retire'): StartProblem {
  const after = way === 'retire' ? 'continues without it' : 'creates a new one';
  return new StartProblem(
    `The signing key ${file} is missing, and loaders trust only this key. Copy it from a backup or another machine of this service. If it is lost, "latchkey signing-key ${way}" ${after}.`,
  );
}

function otherKey(file: string, known: readonly string[]): StartProblem {
  const ids = known.map(keyIdOf);
  const which = ids.length === 1 ? `its id is ${ids.join('')}` : `one of ${ids.join(', ')}`;
  return new StartProblem(
    `The signing key ${file} is not the one of this data, so loaders would refuse every answer. Copy the right one there (${which}), or check --data and DATABASE_URL.`,
  );
}

/** Returns warnings about key files that sign nothing, left by an interrupted change. */
export function strayKeys(places: KeyPlaces, signers: Signers): readonly string[] {
  const ids = signers.all.map(({ fingerprint }) => keyIdOf(fingerprint));
  return otherKeysIn(dirname(signingKeyFile(places)))
    .filter((id) => !ids.includes(id))
    .map(
      (id) =>
        `The signing key ${otherKeyFile(places, id)} signs nothing, because this data does not know it. "latchkey signing-key retire ${id}" removes it.`,
    );
}
