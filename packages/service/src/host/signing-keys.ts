// Records the signing keys of the data: the database lists the fingerprints of all keys that are
// not retired, oldest first, and a file's name marks the active key. One rename activates a key, so
// an interruption at any point leaves a service that starts.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { readFact } from '../database/facts.ts';
import type { Database } from '../database/schema.ts';
import { signersOf, type Signers } from '../secrets/signers.ts';
import { keyIdOf, openSigner, type Signer } from '../secrets/signing.ts';
import { StartProblem } from '../start-problem.ts';
import { otherKeyFile, otherKeyIdsIn, signingKeyFile, type KeyLocations } from './keys.ts';

/** Maximum number of keys that a program can know. */
export const maxKeys = 3;

/** Returns fingerprints, oldest first; none for new data. */
export async function readKeys(db: Database): Promise<readonly string[]> {
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
export function openKeys(
  locations: KeyLocations,
  known: readonly string[],
  mayLack = false,
): Signers {
  const file = signingKeyFile(locations);
  const active = openSigner(file);
  if (known.length === 0) return signersOf(active);
  const activeIndex = known.indexOf(active.fingerprint);
  if (activeIndex === -1) throw wrongKeyProblem(file, known);
  const all = known.map((fingerprint, at) => {
    if (at === activeIndex) return active;
    const signer = openInactiveKey(otherKeyFile(locations, keyIdOf(fingerprint)), fingerprint);
    if (signer === null && at < activeIndex && !mayLack)
      throw missingKeyProblem(otherKeyFile(locations, keyIdOf(fingerprint)), 'retire');
    return signer;
  });
  return signersOf(
    active,
    all.filter((signer) => signer !== null),
  );
}

function openInactiveKey(file: string, fingerprint: string): Signer | null {
  if (!existsSync(file)) return null;
  const signer = openSigner(file);
  if (signer.fingerprint === fingerprint) return signer;
  throw new StartProblem(`The signing key ${file} does not match the id in its name.`);
}

export function missingKeyProblem(file: string, command: 'reset' | 'retire'): StartProblem {
  const after = command === 'retire' ? 'continues without it' : 'creates a new one';
  return new StartProblem(
    `The signing key ${file} is missing, and loaders trust only this key. Copy it from a backup or another machine of this service. If it is lost, "latchkey signing-key ${command}" ${after}.`,
  );
}

function wrongKeyProblem(file: string, known: readonly string[]): StartProblem {
  const ids = known.map(keyIdOf);
  const possibleIds = ids.length === 1 ? `its id is ${ids.join('')}` : `one of ${ids.join(', ')}`;
  return new StartProblem(
    `The signing key ${file} is not the one of this data, so loaders would refuse every answer. Copy the right one there (${possibleIds}), or check --data and DATABASE_URL.`,
  );
}

/** Returns warnings about key files that sign nothing, left by an interrupted change. */
export function strayKeyWarnings(locations: KeyLocations, signers: Signers): readonly string[] {
  const ids = signers.all.map(({ fingerprint }) => keyIdOf(fingerprint));
  return otherKeyIdsIn(dirname(signingKeyFile(locations)))
    .filter((id) => !ids.includes(id))
    .map(
      (id) =>
        `The signing key ${otherKeyFile(locations, id)} signs nothing, because this data does not know it. "latchkey signing-key retire ${id}" removes it.`,
    );
}
