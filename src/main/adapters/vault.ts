// Saves the service's sign-ins, encrypted with the key store, in a file that loaders may share.
// SECURITY: saves nothing if the key store is missing or does not encrypt.
import { randomBytes } from 'node:crypto';
import { access, constants, rm } from 'node:fs/promises';
import path from 'node:path';
import type { VaultContent, Log, Vault } from '../core/ports.ts';
import { withFileLock } from './file-lock.ts';
import { abilityOf, isAvailable, type KeyStoreParts } from './key-store.ts';
import { readSavedSignIns, writeSavedSignIns } from './saved-sign-ins-file.ts';
import {
  type Change,
  dropSecretChange,
  saveChange,
  unsealAll,
  sealAll,
  resealChange,
  setAutoChange,
  setOfflineChange,
  markUsedChange,
} from './saved-sign-ins.ts';
import { temporaryFilesOf, removeFiles } from './private-file.ts';

export interface VaultParts extends KeyStoreParts {
  /** The user's data folder for this program. */
  readonly folder: string;
  /** The hash of this loader's service. */
  readonly service: string;
  readonly log: Log;
  readonly now: () => number;
}

interface VaultFiles {
  readonly file: string;
  readonly lock: string;
}

const emptyContent: VaultContent = { signIns: [], unreadable: [] };

export function createVault(parts: VaultParts): Vault {
  const files: VaultFiles = {
    file: path.join(parts.folder, 'kept-sign-ins.json'),
    lock: path.join(parts.folder, 'sign-ins.lock'),
  };
  return {
    ability: () => abilityOf(parts),
    load: () => load(parts, files),
    save: (method, as) => {
      const id = randomBytes(16).toString('hex');
      return update(parts, files, saveChange(id, method, as, parts.now()));
    },
    markUsed: (id) => update(parts, files, markUsedChange(id, parts.now())),
    setAuto: (id, auto) => update(parts, files, setAutoChange(id, auto)),
    setOffline: (id, offline) => update(parts, files, setOfflineChange(id, offline)),
    dropSecret: (id) => update(parts, files, dropSecretChange(id)),
    remove: (ids) => remove(parts, files, ids),
  };
}

async function load(parts: VaultParts, files: VaultFiles): Promise<VaultContent> {
  const { safeStorage, service, log } = parts;
  await removeTemporaryFiles(files);
  if (!abilityOf(parts).possible) return emptyContent;
  const file = await readSavedSignIns(files.file, service).catch(
    () => ({ kind: 'damaged' }) as const,
  );
  if (file.kind !== 'entries') log.warn('vault-unreadable', { cause: file.kind });
  const own = file.kind === 'entries' ? file.own : [];
  if (own.length === 0) return emptyContent;
  await parts.windowShown;
  const { signIns, unreadable, stale } = (await isAvailable(parts))
    ? await unsealAll(safeStorage, own)
    : { signIns: [], unreadable: own, stale: [] };
  // Unreadable entries are not removed: a locked key store may be unlocked next time.
  if (unreadable.length > 0) log.warn('vault-unreadable', { cause: 'key-store' });
  // If this fails, the file stays as it is, and the next write retries.
  if (stale.length > 0) await update(parts, files, resealChange);
  return { signIns, unreadable: unreadable.map(({ id }) => id) };
}

/** Leaves entries of other services alone. Returns null if nothing changed or on a failure. */
async function update(
  parts: VaultParts,
  files: VaultFiles,
  change: Change,
): Promise<VaultContent | null> {
  const { safeStorage, service } = parts;
  // Called before the lock is taken, because the key store may prompt the user.
  if (!(await isAvailable(parts))) return null;
  try {
    return await withFileLock(files.lock, async (assertOurs) => {
      const file = await readSavedSignIns(files.file, service);
      if (file.kind === 'newer') throw new Error('a newer version keeps its sign-ins there');
      const { own: entries, others } = file.kind === 'entries' ? file : { own: [], others: [] };
      const before = await unsealAll(safeStorage, entries);
      const signIns = change(before.signIns);
      if (signIns === null) return null;
      const sealed = await sealAll(parts, signIns, { ...before, entries });
      assertOurs();
      await writeSavedSignIns(files.file, [...others, ...sealed]);
      const remaining = before.unreadable.filter((entry) => sealed.includes(entry));
      return { signIns, unreadable: remaining.map(({ id }) => id) };
    });
  } catch {
    // SECURITY: the error is not logged; it may contain the content.
    parts.log.warn('vault-not-saved');
    return null;
  }
}

/** Does not access the key store. Removes a damaged file completely. */
async function remove(
  { service, log, writable }: VaultParts,
  files: VaultFiles,
  ids: readonly string[],
): ReturnType<Vault['remove']> {
  const failed = [...(await removeTemporaryFiles(files))];
  const inspect = async () => {
    const file = await readSavedSignIns(files.file, service);
    const entries = file.kind === 'entries' ? file.own : [];
    const remaining = entries.filter(({ id }) => !ids.includes(id));
    return { file, remaining, due: file.kind === 'damaged' || remaining.length < entries.length };
  };
  try {
    const { file, due } = await inspect();
    if (file.kind === 'newer') failed.push(files.file);
    else if (due)
      await withFileLock(files.lock, async (assertOurs) => {
        const current = await inspect();
        assertOurs();
        if (current.file.kind === 'damaged') await rm(files.file, { force: true });
        else if (current.file.kind === 'entries' && current.due)
          await writeSavedSignIns(files.file, [...current.file.others, ...current.remaining]);
      });
  } catch {
    // An unreadable file may stay, because no later start can use it.
    if (writable || (await isReadable(files.file))) failed.unshift(files.file);
  }
  const [file] = failed;
  if (file === undefined) return { ok: true };
  log.warn('vault-not-cleared');
  return { ok: false, file };
}

/** Takes the lock, because a write may be in progress. Returns the files that remain. */
async function removeTemporaryFiles({ file, lock }: VaultFiles): Promise<readonly string[]> {
  const remaining = await temporaryFilesOf(file);
  if (remaining.length === 0) return [];
  return withFileLock(lock, () => removeFiles(remaining)).catch(() => remaining);
}

async function isReadable(file: string): Promise<boolean> {
  return access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
}
