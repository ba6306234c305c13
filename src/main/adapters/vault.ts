// Keeps a way to sign in of this loader's service, sealed by the system's key store, in a file that other loaders may
// share. Must not keep anything where the key store is missing or does not encrypt, and never writes plain text.
import { randomBytes } from 'node:crypto';
import { access, constants, rm } from 'node:fs/promises';
import path from 'node:path';
import type { RememberAbility } from '../../shared/session.ts';
import type { Kept, Log, SignInMethod, Vault } from '../core/ports.ts';
import { type KeptEntry, readKept, writeKept } from './kept-sign-ins.ts';
import { readSmallFile, removeLeftOvers } from './private-file.ts';
import {
  type KeyStore,
  seal,
  type SealedSignIn,
  unseal,
  unsealVersionOne,
} from './sealed-sign-in.ts';

export interface VaultParts {
  readonly safeStorage: KeyStore;
  /** The user's own folder for this program. */
  readonly folder: string;
  /** The hash that names this loader's service. */
  readonly service: string;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
  /** false: the folder cannot be written, so nothing is kept and nothing is used. */
  readonly writable: boolean;
  readonly now: () => number;
  /** The window can be seen: a key store that asks for its password must not come out of nothing. */
  readonly drawn: Promise<unknown>;
}

/** The longest allowed user name and password need less than 16 KiB, encrypted. */
const maxVersionOneBytes = 64 * 1024;

interface Place {
  readonly file: string;
  /** What version 1 kept, for whichever service. */
  readonly versionOne: string;
}

export function createVault(parts: VaultParts): Vault {
  const place: Place = {
    file: path.join(parts.folder, 'kept-sign-ins.json'),
    versionOne: path.join(parts.folder, 'kept-sign-in'),
  };
  return {
    ability: () => abilityOf(parts),
    load: () => load(parts, place),
    save: async (method) => {
      if (!(await replaceOwn(parts, place, { method, auto: true, usedAt: parts.now() })))
        return false;
      await removeVersionOne(parts, place, method);
      return true;
    },
    dropSecret: async (wrong) => {
      if (wrong.kind === 'key') {
        await clear(parts, place);
        return;
      }
      const method = { kind: 'password', username: wrong.username, password: null } as const;
      await replaceOwn(parts, place, { method, auto: false, usedAt: parts.now() });
    },
    outgrow: (method) => removeVersionOne(parts, place, method),
    clear: () => clear(parts, place),
  };
}

/**
 * Whether a sign-in can be kept, as far as it can be told without asking the key store, which may be locked and then ask the
 * user. SECURITY: `basic_text` is a fixed password in Chromium's source, and `unknown` may be the same.
 */
function abilityOf({ safeStorage, platform, writable }: VaultParts): RememberAbility {
  if (!writable) return { possible: false, reason: 'data-folder' };
  if (platform !== 'linux') return { possible: true };
  try {
    const backend = safeStorage.getSelectedStorageBackend();
    if (backend === 'basic_text') return { possible: false, reason: 'plaintext-store' };
    return backend === 'unknown' ? { possible: false, reason: 'no-key-store' } : { possible: true };
  } catch {
    return { possible: false, reason: 'no-key-store' };
  }
}

/** Asks the key store. */
function opens(parts: VaultParts): boolean {
  try {
    return abilityOf(parts).possible && parts.safeStorage.isEncryptionAvailable();
  } catch {
    return false;
  }
}

async function load(parts: VaultParts, place: Place): Promise<Kept | null> {
  const { safeStorage, service, log } = parts;
  await Promise.all([removeLeftOvers(place.file), removeLeftOvers(place.versionOne)]);
  if (!abilityOf(parts).possible) return null;
  const found = await readKept(place.file, service).catch(() => ({ kind: 'damaged' }) as const);
  if (found.kind !== 'entries') log.warn('vault-unreadable', { cause: found.kind });
  const own = found.kind === 'entries' ? found.own : [];
  if (own.length === 0) return loadVersionOne(parts, place);
  await parts.drawn;
  const newest = opens(parts) ? newestOf(safeStorage, own) : null;
  // Not removed: a key store may fail for once, and the next sign-in that is kept replaces the entry.
  if (newest === null) {
    log.warn('vault-unreadable', { cause: 'key-store' });
    return { kind: 'unreadable' };
  }
  return keptOf(newest);
}

function keptOf({ method, auto }: SealedSignIn): Kept | null {
  if (method.kind === 'key') return auto ? { kind: 'sign-in', method } : null;
  const { kind, username, password } = method;
  if (!auto || password === null) return { kind: 'name', username, older: false };
  return { kind: 'sign-in', method: { kind, username, password } };
}

function newestOf(keyStore: KeyStore, entries: readonly KeptEntry[]): SealedSignIn | null {
  return entries
    .map((entry) => unseal(keyStore, entry.sealed))
    .reduce(
      (best, one) => (best === null || (one !== null && one.usedAt > best.usedAt) ? one : best),
      null,
    );
}

/** SECURITY: it may be another service's, so its password is never sent; its name may stand in the form. */
async function loadVersionOne(parts: VaultParts, place: Place): Promise<Kept | null> {
  const bytes = await readSmallFile(place.versionOne, maxVersionOneBytes).catch(() => null);
  if (!Buffer.isBuffer(bytes)) return null;
  await parts.drawn;
  const kept = opens(parts) ? unsealVersionOne(parts.safeStorage, bytes) : null;
  if (kept !== null) return { kind: 'name', username: kept.username, older: true };
  parts.log.warn('vault-unreadable', { cause: 'version-one' });
  return null;
}

/** One sign-in is kept for each service; those of other services stay as they are. */
async function replaceOwn(
  parts: VaultParts,
  { file }: Place,
  content: SealedSignIn,
): Promise<boolean> {
  if (!opens(parts)) return false;
  try {
    const found = await readKept(file, parts.service);
    if (found.kind === 'newer') throw new Error('a newer version keeps its sign-ins there');
    const others = found.kind === 'entries' ? found.others : [];
    const id = randomBytes(16).toString('hex');
    const own: KeptEntry = { id, service: parts.service, sealed: seal(parts.safeStorage, content) };
    await writeKept(file, [...others, own]);
    return true;
  } catch {
    // SECURITY: what was thrown is not logged; it may speak of the content.
    parts.log.warn('vault-not-saved');
    return false;
  }
}

/**
 * This has just signed in here, so a file of version 1 that holds exactly that is this service's, and nothing is
 * lost with it. Any other may be the only one that another loader has.
 */
async function removeVersionOne(
  parts: VaultParts,
  { versionOne }: Place,
  method: SignInMethod,
): Promise<void> {
  if (method.kind !== 'password') return;
  const bytes = await readSmallFile(versionOne, maxVersionOneBytes).catch(() => null);
  if (!Buffer.isBuffer(bytes) || !opens(parts)) return;
  const kept = unsealVersionOne(parts.safeStorage, bytes);
  if (kept?.username !== method.username || kept.password !== method.password) return;
  await rm(versionOne, { force: true }).catch(() => parts.log.warn('vault-not-cleared'));
}

/** Asks no key store: nothing has to be opened to be removed. */
async function clear(
  { service, log, writable }: VaultParts,
  place: Place,
): ReturnType<Vault['clear']> {
  const stuck = [
    ...(await removeLeftOvers(place.file)),
    ...(await removeLeftOvers(place.versionOne)),
  ];
  try {
    const found = await readKept(place.file, service);
    if (found.kind === 'newer') stuck.push(place.file);
    else if (found.kind === 'damaged') await rm(place.file, { force: true });
    else if (found.own.length > 0) await writeKept(place.file, found.others);
  } catch {
    // In a folder that can neither be written nor read nobody can tell, and the next start cannot use it either.
    if (writable || (await isReadable(place.file))) stuck.unshift(place.file);
  }
  const [file] = stuck;
  if (file === undefined) return { ok: true };
  log.warn('vault-not-cleared');
  return { ok: false, file };
}

async function isReadable(file: string): Promise<boolean> {
  return access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
}
