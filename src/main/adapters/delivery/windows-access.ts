// Reads the owners and access lists of folders on Windows, and finds those that others can change.
import { execFileSync } from 'node:child_process';
import { win32 } from 'node:path';
import type { UnsafeFolder } from '../../core/delivery/ports.ts';
import { systemFile, systemRoot } from '../windows-system.ts';

export interface LocalAccount {
  /** The security identifier (SID) of this user. */
  readonly user: string;
  /** Whether this process has the rights of an administrator. */
  readonly isElevated: boolean;
}

export interface AccessReader {
  readonly account: () => LocalAccount;
  /** Returns each folder's owner and access list, in the security descriptor definition language. */
  readonly descriptors: (folders: readonly string[]) => readonly string[];
}

/** Allowed in Constrained Language Mode. Prints a line for each folder in CHECKED_FOLDERS. */
const script = `
$ErrorActionPreference = 'Stop'
foreach ($folder in $env:CHECKED_FOLDERS -split '[|]') { (Get-Acl -LiteralPath $folder).Sddl }
`;
const options = { encoding: 'latin1', timeout: 20_000, windowsHide: true } as const;

/** Each function throws if its facts are unknown. */
export function createAccessReader(): AccessReader {
  let known: LocalAccount | null = null;
  return {
    account: () =>
      (known ??= accountIn(
        execFileSync(systemFile('whoami.exe'), ['/user', '/groups', '/fo', 'csv', '/nh'], options),
      )),
    descriptors: (folders) =>
      execFileSync(
        systemFile('WindowsPowerShell', 'v1.0', 'powershell.exe'),
        ['-NoProfile', '-NonInteractive', '-Command', script],
        // Windows forbids `|` in names.
        { ...options, env: { SystemRoot: systemRoot(), CHECKED_FOLDERS: folders.join('|') } },
      )
        .split(/\r?\n/)
        .filter((row) => row.startsWith('O:')),
  };
}

/** Reads SIDs only, because names are in the system's language and code page. */
export function accountIn(output: string): LocalAccount {
  const user = /^"[^"]*","(S-1-[0-9-]+)"\r?$/m.exec(output)?.[1];
  if (user === undefined) throw new Error('The SID of this user is unknown.');
  // The mandatory labels of high integrity and of the system.
  return { user, isElevated: /,"S-1-16-(?:12288|16384)",/.test(output) };
}

/** Gives only this user, the system and administrators access to a new folder. */
export function protectWithIcacls({ account }: AccessReader, folder: string): void {
  const sids = [account().user, 'S-1-5-18', 'S-1-5-32-544'];
  const grants = sids.map((sid) => `*${sid}:(OI)(CI)F`);
  execFileSync(systemFile('icacls.exe'), [folder, '/inheritance:r', '/grant:r', ...grants], {
    ...options,
    stdio: 'ignore',
  });
}

export interface AccessRules {
  /** Folders below it are not read: Windows protects the user's profile, which has our data too. */
  readonly profile: string;
  /** Whether the user may accept a folder above the program's that others can replace. */
  readonly mayAccept: boolean;
}

/**
 * Remembers safe folders, because no other user can make them unsafe, and folders that the user may
 * accept until `forget`.
 */
export function createAccessCheck(reader: AccessReader, { profile, mayAccept }: AccessRules) {
  const safe = new Set<string>();
  const acceptable = new Map<string, UnsafeFolder>();
  const find = (folders: readonly string[], role: 'own' | 'above'): UnsafeFolder | null => {
    const last = folders.at(-1);
    if (last === undefined || isBelow(last, profile)) return null;
    const roleOf = (folder: string) => (folder === last ? role : 'above');
    const unknown = folders.filter((folder) => !safe.has(`${roleOf(folder)} ${folder}`));
    if (unknown.length === 0) return null;
    const key = `${role} ${last}`;
    const known = acceptable.get(key);
    if (known !== undefined) return known;
    const access = readOrNull(reader, unknown);
    if (access === null) return { folder: last, cause: 'unknown', canAccept: false };
    const faults = unknown.flatMap((folder, at): UnsafeFolder[] => {
      const cause = faultOf(access, at, folder, roleOf(folder) === 'own');
      if (cause === null) return [];
      // SECURITY: a file that others can replace must not get an administrator's rights.
      const isAcceptable = mayAccept && !access.isElevated;
      const isAbove = roleOf(folder) === 'above' || cause === 'no-lists';
      return [{ folder, cause, canAccept: isAcceptable && isAbove }];
    });
    const fault = faults.find(({ canAccept }) => !canAccept) ?? faults[0] ?? null;
    if (fault === null) for (const folder of unknown) safe.add(`${roleOf(folder)} ${folder}`);
    else if (fault.canAccept) acceptable.set(key, fault);
    return fault;
  };
  return { find, forget: () => acceptable.clear() };
}

/** Windows ignores the case of file names. */
export function isBelow(folder: string, profile: string): boolean {
  return `${folder}\\`.toLowerCase().startsWith(`${profile}\\`.toLowerCase());
}

interface FolderAccess extends LocalAccount {
  readonly descriptors: readonly string[];
}

function readOrNull(reader: AccessReader, folders: readonly string[]): FolderAccess | null {
  try {
    return { ...reader.account(), descriptors: reader.descriptors(folders) };
  } catch {
    return null;
  }
}

/** What Windows answers for a file system without access lists, such as exFAT. */
const noLists = /^O:(?:WD|S-1-1-0)(?:G:[^:]*)?D:NO_ACCESS_CONTROL/;

function faultOf(
  { user, descriptors }: FolderAccess,
  at: number,
  folder: string,
  isOwn: boolean,
): UnsafeFolder['cause'] | null {
  const text = descriptors[at] ?? '';
  if (noLists.test(text)) return 'no-lists';
  // A missing list allows everything.
  if (text.includes('D:NO_ACCESS_CONTROL')) return 'writable';
  const descriptor = readDescriptor(text);
  if (descriptor === null) return 'unknown';
  const trusted = new Set([user, ...administrators]);
  if (!trusted.has(descriptor.owner)) return 'owner';
  // The owner is trusted, so the rights of owners are too.
  trusted.add('OW').add('S-1-3-4');
  // Nobody can replace the root of a volume.
  const isRoot = win32.parse(folder).root === folder;
  const forbidden = isOwn ? anyChange : isRoot ? replaceEntries : replaceEntries | replaceFolder;
  const isOpen = descriptor.entries.some(
    ({ allows, trustee, rights }) => allows && !trusted.has(trustee) && (rights & forbidden) !== 0,
  );
  return isOpen ? 'writable' : null;
}

/** System, administrators, the built-in administrator, and the installer of Windows. */
const administrators = [
  'SY',
  'S-1-5-18',
  'BA',
  'S-1-5-32-544',
  'LA',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
] as const;

// Access rights of folders (winnt.h).
const [addFile, addFolder, writeAttributes, deleteChild] = [0x2, 0x4, 0x10 | 0x100, 0x40];
const [deleteSelf, writeAccess, writeOwner] = [0x1_0000, 0x4_0000, 0x8_0000];
const [genericAll, genericWrite] = [0x1000_0000, 0x4000_0000];
const changeAccess = writeAccess | writeOwner | genericAll;
/** Rights to replace entries. The right to add entries is harmless above the loader's folder. */
const replaceEntries = deleteChild | changeAccess;
const replaceFolder = deleteSelf;
const anyChange =
  addFile | addFolder | writeAttributes | replaceEntries | replaceFolder | genericWrite;

/** Two-letter rights of SDDL. Read rights are 0. */
const namedRights: Readonly<Record<string, number>> = {
  GA: genericAll,
  GW: genericWrite,
  GR: 0,
  GX: 0,
  RC: 0,
  FR: 0,
  FX: 0,
  SD: deleteSelf,
  WD: writeAccess,
  WO: writeOwner,
  FA: anyChange,
  FW: addFile | addFolder | writeAttributes,
  // The rights of directory objects share the bits of file rights.
  CC: 0,
  DC: addFile,
  LC: addFolder,
  SW: 0x8,
  RP: 0x10,
  WP: 0x20,
  DT: deleteChild,
  LO: 0,
  CR: 0x100,
};

interface AccessEntry {
  readonly allows: boolean;
  readonly trustee: string;
  readonly rights: number;
}

interface Descriptor {
  readonly owner: string;
  readonly entries: readonly AccessEntry[];
}

/** Returns null if `text` is unreadable or has an entry of another kind, such as a conditional one. */
function readDescriptor(text: string): Descriptor | null {
  const match = /^O:(S-1-[0-9-]+|[A-Z]{2})(?:G:(?:S-1-[0-9-]+|[A-Z]{2}))?D:[A-Z]*(.*)$/.exec(text);
  const [, owner, list = ''] = match ?? [];
  if (owner === undefined) return null;
  const rows = list.match(/\([^()]*\)/g) ?? [];
  if (rows.join('') !== list.replace(/S:.*$/, '')) return null;
  if (rows.some((row) => !/^\([AD];/.test(row))) return null;
  return { owner, entries: rows.flatMap((row) => readEntry(row) ?? []) };
}

/** Returns null if the entry applies only to new files and folders inside the folder. */
function readEntry(row: string): AccessEntry | null {
  const [kind = '', flags = '', rights = '', , , trustee = ''] = row.slice(1, -1).split(';');
  const isInheritOnly = pairsOf(flags).includes('IO');
  return isInheritOnly ? null : { allows: kind !== 'D', trustee, rights: rightsOf(rights) };
}

function rightsOf(text: string): number {
  if (/^0x[0-9a-f]{1,8}$/i.test(text)) return Number(text);
  // An unknown name counts as every right.
  return pairsOf(text).reduce((all, name) => all | (namedRights[name] ?? anyChange), 0);
}

function pairsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/../g), ([pair]) => pair);
}
