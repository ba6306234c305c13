// Describes this user for the folder check (own-folder.ts): ids on POSIX, access lists on Windows.
import { lstatSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { UnsafeFolder } from '../../core/delivery/ports.ts';
import {
  createAccessCheck,
  createAccessReader,
  isBelow,
  protectWithIcacls,
  type AccessRules,
} from './windows-access.ts';

export interface LocalUser {
  /** Null on Windows, whose folders have access lists instead of owners and modes. */
  readonly id: number | null;
  /** Ids of users who can change everything anyway. */
  readonly administrators: ReadonlySet<number>;
  /** Groups whose only members are this user and administrators. */
  readonly safeGroups: ReadonlySet<number>;
  /**
   * Windows: the outermost folder that others can change, unless the user may accept it and another
   * is unsafe for sure; null if none. POSIX: always null.
   */
  readonly findOpenFolder: (
    folders: readonly string[],
    role: 'own' | 'above',
  ) => UnsafeFolder | null;
  /** Windows: reads folders that the user may accept again at their next check. */
  readonly forgetAcceptable: () => void;
  /** Windows: makes a new folder private, because it inherits the rights of the one above. */
  readonly protectFolder: (folder: string) => void;
}

/** `rules`: used on Windows only. */
export function readLocalUser(rules: AccessRules): LocalUser {
  const id = process.getuid?.() ?? null;
  if (id === null) return readWindowsUser(rules);
  return {
    id,
    // In a sandbox with its own user ids, another id owns the system's files.
    administrators: new Set([0, lstatSync('/').uid]),
    safeGroups: readSafeGroups(),
    findOpenFolder: () => null,
    forgetAcceptable: () => undefined,
    protectFolder: () => undefined,
  };
}

function readWindowsUser(rules: AccessRules): LocalUser {
  const reader = createAccessReader();
  const check = createAccessCheck(reader, rules);
  return {
    id: null,
    administrators: new Set(),
    safeGroups: new Set(),
    findOpenFolder: check.find,
    forgetAcceptable: check.forget,
    protectFolder(folder) {
      if (isBelow(folder, rules.profile)) return;
      try {
        protectWithIcacls(reader, folder);
      } catch {
        // The check that follows refuses a folder that others can change.
      }
    },
  };
}

/** The group of administrators on macOS, where folders such as /Applications belong to it. */
const macAdministrators = 80;

function readSafeGroups(): ReadonlySet<number> {
  if (process.platform === 'darwin') return new Set([macAdministrators]);
  try {
    const { gid, username } = userInfo();
    const [groups, users] = ['/etc/group', '/etc/passwd'].map((file) => readFileSync(file, 'utf8'));
    return isPrivateGroup({ gid, username, groups: groups ?? '', users: users ?? '' })
      ? new Set([gid])
      : new Set();
  } catch {
    // Without these files, the members of a group are unknown.
    return new Set();
  }
}

export interface GroupFacts {
  readonly gid: number;
  readonly username: string;
  /** The content of /etc/group. */
  readonly groups: string;
  /** The content of /etc/passwd. */
  readonly users: string;
}

/**
 * Whether the group is this user's private group. Many systems give each user a group and make new
 * folders writable by it. SECURITY: a group of a directory service is in neither file, so it fails.
 */
export function isPrivateGroup({ gid, username, groups, users }: GroupFacts): boolean {
  const matches = rowsOf(groups).filter(([, , id]) => id === String(gid));
  const members = matches.flatMap(([, , , names = '']) => names.split(',').filter(Boolean));
  const primary = rowsOf(users).filter(([, , , id]) => id === String(gid));
  return (
    matches.length === 1 &&
    members.every((name) => name === username) &&
    primary.length === 1 &&
    primary[0]?.[0] === username
  );
}

function rowsOf(text: string): readonly (readonly string[])[] {
  return text.split('\n').map((row) => row.split(':'));
}
