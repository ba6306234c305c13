// Rotates the signing key without an interruption (docs/protocol.md#signing-keys): add, activate,
// retire. The database's list and the files change one after the other. An interrupted change
// leaves a service that starts, and repeating the command completes it.
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from '../database/schema.ts';
import { knownForSeconds } from '../secrets/wrong-secrets.ts';
import { keyIdOf, openSigner, type Signer } from '../secrets/signing.ts';
import { StartProblem, errorCode } from '../start-problem.ts';
import { no, type Administered } from './administering.ts';
import { otherKeyFile, otherKeysIn, signingKeyFile, type KeyPlaces } from './keys.ts';
import { keysOfData, mostKeys, writeKeyList } from './signing-keys.ts';

export interface SigningKeyState {
  readonly id: string;
  /** Null if the key's file is not on this machine. */
  readonly publicKey: string | null;
  readonly role: 'outgoing' | 'active' | 'waiting';
  /** Sign-ins of the last 30 days by programs that know no other key. */
  readonly onlyThis: number;
}

export interface SigningKeys {
  /** Oldest first. */
  readonly keys: readonly SigningKeyState[];
  /** Sign-ins of the last 30 days; a user counts once for each network. */
  readonly signIns: number;
}

/** Lists the keys with the recent sign-ins that depend on them. `now` is in unix seconds. */
export async function listKeys(db: Database, places: KeyPlaces, now: number): Promise<SigningKeys> {
  const known = await keysOfData(db);
  const active = openSigner(signingKeyFile(places)).fingerprint;
  const seen = await recentSignIns(db, now);
  const oldest = keyIdOf(known[0] ?? active);
  const only = (id: string) =>
    seen.filter(({ ids }) => (ids ?? [oldest]).every((one) => one === id));
  return {
    signIns: sum(seen),
    keys: known.map((fingerprint, at) => ({
      id: keyIdOf(fingerprint),
      publicKey: publicKeyOf(places, fingerprint, active),
      role: roleOf(at, known.indexOf(active)),
      onlyThis: sum(only(keyIdOf(fingerprint))),
    })),
  };
}

function roleOf(at: number, active: number): SigningKeyState['role'] {
  if (at === active) return 'active';
  return at < active ? 'outgoing' : 'waiting';
}

function publicKeyOf(places: KeyPlaces, fingerprint: string, active: string): string | null {
  const file =
    fingerprint === active ? signingKeyFile(places) : otherKeyFile(places, keyIdOf(fingerprint));
  return existsSync(file) ? openSigner(file).publicKey : null;
}

interface Seen {
  /** Null if an earlier version recorded them, whose programs knew one key. */
  readonly ids: readonly string[] | null;
  readonly count: number;
}

async function recentSignIns(db: Database, now: number): Promise<readonly Seen[]> {
  const rows = await db
    .selectFrom('knownAddresses')
    .select(['keyIds', ({ fn }) => fn.countAll().as('count')])
    .where('lastAt', '>', now - knownForSeconds)
    .groupBy('keyIds')
    .execute();
  return rows.map(({ keyIds, count }) => ({
    ids: keyIds?.split(',') ?? null,
    count: Number(count),
  }));
}

function sum(seen: readonly Seen[]): number {
  return seen.reduce((all, { count }) => all + count, 0);
}

export async function addKey(
  db: Database,
  places: KeyPlaces,
): Promise<Administered<{ id: string; publicKey: string }>> {
  const known = await keysOfData(db);
  if (known.length >= mostKeys)
    return no(
      `There are already ${mostKeys} signing keys, and programs know no more. Retire one first.`,
    );
  const signer = makeKey(places);
  await replaceList(db, known, [...known, signer.fingerprint]);
  return { ok: true, value: { id: keyIdOf(signer.fingerprint), publicKey: signer.publicKey } };
}

/** Creates a key as a draft, because the final name contains the id. Reuses a leftover draft. */
function makeKey(places: KeyPlaces): Signer {
  const draft = `${signingKeyFile(places)}.new`;
  const signer = openSigner(draft);
  renameSync(draft, otherKeyFile(places, keyIdOf(signer.fingerprint)));
  return signer;
}

function openNamed(places: KeyPlaces, id: string): Signer {
  const file = otherKeyFile(places, id);
  const signer = openSigner(file);
  if (keyIdOf(signer.fingerprint) === id) return signer;
  throw new StartProblem(`The signing key ${file} does not match the id in its name.`);
}

/**
 * Activates a key. The old key gets its own name before the new one replaces it, so neither is ever
 * missing.
 */
export async function activateKey(
  db: Database,
  places: KeyPlaces,
  id: string,
): Promise<Administered<{ publicKey: string }>> {
  const ids = (await keysOfData(db)).map(keyIdOf);
  const active = openSigner(signingKeyFile(places));
  if (!ids.includes(id)) return no(unknownKey(id, ids));
  if (keyIdOf(active.fingerprint) === id)
    return { ok: true, value: { publicKey: active.publicKey } };
  if (!existsSync(otherKeyFile(places, id)))
    return no(
      `The signing key ${otherKeyFile(places, id)} does not exist on this machine. Copy it there first.`,
    );
  const { publicKey } = openNamed(places, id);
  const before = otherKeyFile(places, keyIdOf(active.fingerprint));
  try {
    if (!existsSync(before)) linkSync(signingKeyFile(places), before);
    renameSync(otherKeyFile(places, id), signingKeyFile(places));
  } catch (error) {
    throw new StartProblem(
      `The signing keys in ${dirname(before)} cannot be renamed (${errorCode(error)}).`,
      { cause: error },
    );
  }
  return { ok: true, value: { publicKey } };
}

/** Retires a key. Programs that trust no other key refuse every answer from now on. */
export async function retireKey(
  db: Database,
  places: KeyPlaces,
  id: string,
): Promise<Administered<null>> {
  const known = await keysOfData(db);
  const isStray = otherKeysIn(dirname(signingKeyFile(places))).includes(id);
  if (keyIdOf(openSigner(signingKeyFile(places)).fingerprint) === id)
    return no('This is the active signing key. Activate another one first.');
  const staying = known.filter((fingerprint) => keyIdOf(fingerprint) !== id);
  if (staying.length === known.length && !isStray) return no(unknownKey(id, known.map(keyIdOf)));
  if (staying.length < known.length) await replaceList(db, known, staying);
  rmSync(otherKeyFile(places, id), { force: true });
  return { ok: true, value: null };
}

function unknownKey(id: string, ids: readonly string[]): string {
  return `The signing key ${id} does not exist. There are: ${ids.join(', ')}.`;
}

/** Compares and swaps the list of keys: of two concurrent changes, only one succeeds. */
async function replaceList(
  db: Database,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('facts')
    .set({ value: writeKeyList(after) })
    .where('name', '=', 'signing-key')
    .where('value', '=', writeKeyList(before))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n)
    throw new StartProblem('Another process changed the signing keys at the same time. Try again.');
}
