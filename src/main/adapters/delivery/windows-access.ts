// Reads the owners and access lists of folders on Windows, and finds those that others can change.
import { execFileSync } from 'node:child_process';
import { win32 } from 'node:path';
import type { UnsafeFolder } from '../../core/delivery/ports.ts';
import { systemFile, systemRoot } from '../windows-system.ts';

export interface FolderAccess {
  /** The security identifier (SID) of this user. */
  readonly user: string;
  /** Each folder's owner and access list, in the security descriptor definition language (SDDL). */
  readonly descriptors: readonly string[];
}

/** Throws if the access lists are unknown. */
export type ReadAccess = (folders: readonly string[]) => FolderAccess;

/** Prints the SID of this user, then a line for each folder in CHECKED_FOLDERS. */
const script = `
$ErrorActionPreference = 'Stop'
[Console]::OutputEncoding = [Text.Encoding]::ASCII
[Security.Principal.WindowsIdentity]::GetCurrent().User.Value
foreach ($folder in $env:CHECKED_FOLDERS.Split('|')) { (Get-Acl -LiteralPath $folder).Sddl }
`;
const timeoutMs = 20_000;

export const readAccessWithPowerShell: ReadAccess = (folders) => {
  const file = systemFile('WindowsPowerShell', 'v1.0', 'powershell.exe');
  const output = execFileSync(file, ['-NoProfile', '-NonInteractive', '-Command', script], {
    // Windows forbids `|` in names.
    env: { SystemRoot: systemRoot(), CHECKED_FOLDERS: folders.join('|') },
    encoding: 'latin1',
    timeout: timeoutMs,
    windowsHide: true,
  });
  const [user = '', ...descriptors] = output.split(/\r?\n/).filter((row) => row !== '');
  return { user, descriptors };
};

/** Gives only this user, the system and administrators access to a new folder. */
export function protectWithIcacls(folder: string): void {
  const { user } = readAccessWithPowerShell([folder]);
  const grants = [user, 'S-1-5-18', 'S-1-5-32-544'].map((sid) => `*${sid}:(OI)(CI)F`);
  execFileSync(systemFile('icacls.exe'), [folder, '/inheritance:r', '/grant:r', ...grants], {
    timeout: timeoutMs,
    windowsHide: true,
    stdio: 'ignore',
  });
}

/**
 * `profile`: folders below it are not read, because Windows protects the user's profile and the
 * loader's own data is there too. Remembers safe folders: no other user can make them unsafe.
 */
export function createAccessCheck(read: ReadAccess, profile: string) {
  const safe = new Set<string>();
  return (folders: readonly string[], role: 'own' | 'above'): UnsafeFolder | null => {
    const last = folders.at(-1);
    if (last === undefined || isBelow(last, profile)) return null;
    const roleOf = (folder: string) => (folder === last ? role : 'above');
    const unknown = folders.filter((folder) => !safe.has(`${roleOf(folder)} ${folder}`));
    if (unknown.length === 0) return null;
    const access = readOrNull(read, unknown);
    if (access === null) return { folder: last, cause: 'writable' };
    for (const [at, folder] of unknown.entries()) {
      const cause = faultOf(access, at, folder, roleOf(folder) === 'own');
      if (cause !== null) return { folder, cause };
    }
    for (const folder of unknown) safe.add(`${roleOf(folder)} ${folder}`);
    return null;
  };
}

/** Windows ignores the case of file names. */
export function isBelow(folder: string, profile: string): boolean {
  return `${folder}\\`.toLowerCase().startsWith(`${profile}\\`.toLowerCase());
}

function readOrNull(read: ReadAccess, folders: readonly string[]): FolderAccess | null {
  try {
    return read(folders);
  } catch {
    return null;
  }
}

function faultOf(
  { user, descriptors }: FolderAccess,
  at: number,
  folder: string,
  isOwn: boolean,
): UnsafeFolder['cause'] | null {
  const descriptor = readDescriptor(descriptors[at] ?? '');
  // SECURITY: an unreadable descriptor or a missing list, which allows everything, is unsafe.
  if (descriptor === null || !/^S-1-[0-9-]+$/.test(user)) return 'writable';
  const trusted = new Set([user, ...administrators]);
  if (!trusted.has(descriptor.owner)) return 'owner';
  // Nobody can replace the root of a volume.
  const isRoot = win32.parse(folder).root === folder;
  const forbidden = isOwn ? anyChange : isRoot ? replaceEntries : replaceEntries | replaceFolder;
  const isOpen = descriptor.entries.some(
    ({ allows, trustee, rights }) => allows && !trusted.has(trustee) && (rights & forbidden) !== 0,
  );
  return isOpen ? 'writable' : null;
}

/** System, administrators, and the installer of Windows. SDDL abbreviates the first two. */
const administrators = [
  'SY',
  'S-1-5-18',
  'BA',
  'S-1-5-32-544',
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
  ...{ GA: genericAll, GW: genericWrite, GR: 0, GX: 0, RC: 0, FR: 0, FX: 0 },
  ...{ SD: deleteSelf, WD: writeAccess, WO: writeOwner, FA: anyChange },
  ...{ FW: addFile | addFolder | writeAttributes },
  // The rights of directory objects share the bits of file rights.
  ...{ CC: 0, DC: addFile, LC: addFolder, SW: 0x8, RP: 0x10, WP: 0x20, DT: deleteChild },
  ...{ LO: 0, CR: 0x100 },
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

/** Returns null if `text` is unreadable or has no access list. */
function readDescriptor(text: string): Descriptor | null {
  const match = /^O:(S-1-[0-9-]+|[A-Z]{2})(?:G:(?:S-1-[0-9-]+|[A-Z]{2}))?D:([A-Z]*)(.*)$/.exec(
    text,
  );
  const [, owner, flags = '', list = ''] = match ?? [];
  if (owner === undefined || flags.includes('NO_ACCESS_CONTROL')) return null;
  const rows = list.match(/\([^()]*\)/g) ?? [];
  // Only plain entries are supported: a list with any other entry counts as unreadable.
  if (rows.join('') !== list.replace(/S:.*$/, '')) return null;
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
