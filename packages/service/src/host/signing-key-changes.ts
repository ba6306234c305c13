// Rotates the signing key without an interruption (docs/protocol.md#signing-keys): add, activate,
// retire. The database's list and the files change one after the other. An interrupted change
// leaves a service that starts, and repeating the command completes it.
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from '../database/schema.ts';
import { knownForSeconds } from '../secrets/wrong-secrets.ts';
import { keyIdOf, openSigner, type Signer } from '../secrets/signing.ts';
import { StartProblem, errorCode } from '../start-problem.ts';
import { refused, type CommandResult } from './administering.ts';
import { otherKeyFile, otherKeyIdsIn, signingKeyFile, type KeyLocations } from './keys.ts';
import { readKeys, maxKeys, writeKeyList } from './signing-keys.ts';

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
export async function listKeys(
  db: Database,
  locations: KeyLocations,
  now: number,
): Promise<SigningKeys> {
  const known = await readKeys(db);
  const active = openSigner(signingKeyFile(locations)).fingerprint;
  const groups = await recentSignIns(db, now);
  const oldest = keyIdOf(known[0] ?? active);
  const onlyKnowing = (id: string) =>
    groups.filter(({ ids }) => (ids ?? [oldest]).every((one) => one === id));
  return {
    signIns: sum(groups),
    keys: known.map((fingerprint, at) => ({
      id: keyIdOf(fingerprint),
      publicKey: publicKeyOf(locations, fingerprint, active),
      role: roleOf(at, known.indexOf(active)),
      onlyThis: sum(onlyKnowing(keyIdOf(fingerprint))),
    })),
  };
}

function roleOf(at: number, active: number): SigningKeyState['role'] {
  if (at === active) return 'active';
  return at < active ? 'outgoing' : 'waiting';
}

function publicKeyOf(locations: KeyLocations, fingerprint: string, active: string): string | null {
  const file =
    fingerprint === active
      ? signingKeyFile(locations)
      : otherKeyFile(locations, keyIdOf(fingerprint));
  return existsSync(file) ? openSigner(file).publicKey : null;
}

interface SignInGroup {
  /** Null if an earlier version recorded the sign-ins. Its programs knew only the oldest key. */
  readonly ids: readonly string[] | null;
  readonly count: number;
}

async function recentSignIns(db: Database, now: number): Promise<readonly SignInGroup[]> {
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

function sum(groups: readonly SignInGroup[]): number {
  return groups.reduce((all, { count }) => all + count, 0);
}

export async function addKey(
  db: Database,
  locations: KeyLocations,
): Promise<CommandResult<{ id: string; publicKey: string }>> {
  const known = await readKeys(db);
  if (known.length >= maxKeys)
    return refused(
      `There are already ${maxKeys} signing keys, and programs know no more. Retire one first.`,
    );
  const signer = createKey(locations);
  await replaceList(db, known, [...known, signer.fingerprint]);
  return { ok: true, value: { id: keyIdOf(signer.fingerprint), publicKey: signer.publicKey } };
}

/** Creates a key as a draft, because the final name contains the id. Reuses a leftover draft. */
function createKey(locations: KeyLocations): Signer {
  const draft = `${signingKeyFile(locations)}.new`;
  const signer = openSigner(draft);
  renameSync(draft, otherKeyFile(locations, keyIdOf(signer.fingerprint)));
  return signer;
}

function openById(locations: KeyLocations, id: string): Signer {
  const file = otherKeyFile(locations, id);
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
  locations: KeyLocations,
  id: string,
): Promise<CommandResult<{ publicKey: string }>> {
  const ids = (await readKeys(db)).map(keyIdOf);
  const active = openSigner(signingKeyFile(locations));
  if (!ids.includes(id)) return refused(unknownKey(id, ids));
  if (keyIdOf(active.fingerprint) === id)
    return { ok: true, value: { publicKey: active.publicKey } };
  if (!existsSync(otherKeyFile(locations, id)))
    return refused(
      `The signing key ${otherKeyFile(locations, id)} does not exist on this machine. Copy it there first.`,
    );
  const { publicKey } = openById(locations, id);
  const before = otherKeyFile(locations, keyIdOf(active.fingerprint));
  try {
    if (!existsSync(before)) linkSync(signingKeyFile(locations), before);
    renameSync(otherKeyFile(locations, id), signingKeyFile(locations));
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
  locations: KeyLocations,
  id: string,
): Promise<CommandResult<null>> {
  const known = await readKeys(db);
  const isStray = otherKeyIdsIn(dirname(signingKeyFile(locations))).includes(id);
  if (keyIdOf(openSigner(signingKeyFile(locations)).fingerprint) === id)
    return refused('This is the active signing key. Activate another one first.');
  const remaining = known.filter((fingerprint) => keyIdOf(fingerprint) !== id);
  if (remaining.length === known.length && !isStray)
    return refused(unknownKey(id, known.map(keyIdOf)));
  if (remaining.length < known.length) await replaceList(db, known, remaining);
  rmSync(otherKeyFile(locations, id), { force: true });
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
