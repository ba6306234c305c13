// Decides whether another user of this computer can change or replace a folder.
// SECURITY: nothing is read, written, removed or started below a folder that fails this check.
// A folder that passes stays safe: other users lack the rights to make it unsafe.
import type { Stats } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { UnsafeFolder } from '../../core/delivery/ports.ts';
import { ProblemError, lstatOrNull, type WorkParts } from './disk.ts';

type Parts = Pick<WorkParts, 'disk' | 'user' | 'isFolderAccepted'>;

const stickyBit = 0o1000;
const [groupWrite, othersWrite] = [0o020, 0o002];

/** `above`: the loader writes only into a folder below, so this one may belong to the system. */
type Role = 'own' | 'above';

/** Throws unless only this user and administrators can change or replace it, or it is accepted. */
export function assertOwnFolder(parts: Parts, folder: string, role: Role = 'own'): void {
  const unsafe = findUnsafeFolder(parts, folder, role);
  if (unsafe !== null) throw new ProblemError({ kind: 'folder-unsafe', ...unsafe });
}

/** Returns the outermost unsafe folder of the path; null also if the user has accepted it. */
export function findUnsafeFolder(
  parts: Parts,
  folder: string,
  role: Role = 'own',
): UnsafeFolder | null {
  const unsafe = findOpenFolder(parts, folder, role);
  return unsafe?.canAccept === true && parts.isFolderAccepted?.() === true ? null : unsafe;
}

/** Whether other users can replace the folder, accepted or not. */
export function isSharedFolder(parts: Parts, folder: string): boolean {
  return findOpenFolder(parts, folder, 'own') !== null;
}

/** Ignores folders that do not exist yet. */
function findOpenFolder(parts: Parts, folder: string, role: Role): UnsafeFolder | null {
  const unsafe = (path: string, cause: UnsafeFolder['cause']) => {
    return { folder: path, cause, canAccept: false };
  };
  const existing: string[] = [];
  const chain = folderChainOf(parts, folder);
  for (const path of chain) {
    const stats = lstatOrNull(parts.disk, path);
    if (stats === null) break;
    if (stats.isSymbolicLink()) return unsafe(path, 'link');
    if (!stats.isDirectory()) return unsafe(path, 'no-folder');
    const cause = faultOf(parts, stats, role === 'own' && path === chain.at(-1));
    if (cause !== null) return unsafe(path, cause);
    existing.push(path);
  }
  const isComplete = existing.length === chain.length;
  return parts.user.findOpenFolder(existing, isComplete ? role : 'above');
}

/** Returns the folder and all folders above it, outermost first. */
function folderChainOf(parts: Parts, given: string): readonly string[] {
  // `resolve` removes a slash at the end, which would follow a link.
  const folder = resolve(given);
  const chain = [folder];
  for (let path = folder; dirname(path) !== path; path = dirname(path))
    chain.unshift(dirname(path));
  const [root = folder, first] = chain;
  if (first === undefined || !isSystemLink(parts, first)) return chain;
  const target = resolve(root, parts.disk.readlinkSync(first));
  const inTarget = folder === first ? target : join(target, folder.slice(first.length));
  // A link to a link fails the check.
  return target === first ? chain : [...aboveOf(inTarget), inTarget];
}

function aboveOf(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [] : [...aboveOf(above), above];
}

const maxLinks = 16;

/**
 * Resolves the user's own links in the path. Returns null if another user could have made one of
 * them. Needed for folders that an earlier version reached through a link.
 */
export function resolveOwnLinks(parts: Parts, given: string): string | null {
  let folder = resolve(given);
  for (let count = 0; count < maxLinks; count += 1) {
    const unsafe = findUnsafeFolder(parts, folder, 'above');
    if (unsafe === null) return folder;
    const stats = lstatOrNull(parts.disk, unsafe.folder);
    const isOwnLink = stats?.isSymbolicLink() === true && stats.uid === parts.user.id;
    // The first unsafe folder is the link, so the folders above it are safe.
    if (unsafe.cause !== 'link' || !isOwnLink) return null;
    const target = resolve(dirname(unsafe.folder), parts.disk.readlinkSync(unsafe.folder));
    folder = join(target, relative(unsafe.folder, folder));
  }
  return null;
}

/** Systems have links such as `/home` to `/var/home`. Only administrators can change them. */
function isSystemLink({ disk, user }: Parts, path: string): boolean {
  const stats = lstatOrNull(disk, path);
  return stats?.isSymbolicLink() === true && stats.uid === 0 && user.id !== null && user.id !== 0;
}

/** `isOwn`: the folder that the loader writes to, which must belong to this user alone. */
function faultOf(
  { user }: Parts,
  { uid, gid, mode }: Stats,
  isOwn: boolean,
): UnsafeFolder['cause'] | null {
  if (user.id === null) return null;
  if (uid !== user.id && (isOwn || !user.administrators.has(uid))) return 'owner';
  const groupCanWrite = (mode & groupWrite) !== 0 && (isOwn || !user.safeGroups.has(gid));
  const isOpen = groupCanWrite || (mode & othersWrite) !== 0;
  // In a sticky folder such as /tmp, nobody can replace another user's entries.
  return isOpen && (isOwn || (mode & stickyBit) === 0) ? 'writable' : null;
}

/** Whether only this user can change the file or folder. Administrators always can. */
export function isOwnEntry({ user }: Pick<WorkParts, 'user'>, { uid, mode }: Stats): boolean {
  return user.id === null || (uid === user.id && (mode & (groupWrite | othersWrite)) === 0);
}

/** Whether `path` is a folder, and not a link, that only this user can change. */
export function isOwnDirectory(parts: Parts, path: string): boolean {
  const stats = lstatOrNull(parts.disk, path);
  return stats?.isDirectory() === true && isOwnEntry(parts, stats);
}
