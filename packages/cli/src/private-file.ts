// Reads and creates files that only their owner may read, such as key files.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { win32 } from 'node:path';
import { CliProblem, errorCode } from './problem.ts';
import { textOfBytes } from './text-file.ts';

const maxKeyFileBytes = 10_000;

/**
 * SECURITY: refuses a file if the mode of the open file lets other users read it. It also refuses
 * pipes and devices, because their mode does not protect the content and they might never end.
 */
export function readPrivateFile(file: string): string {
  // Without O_NONBLOCK, opening a pipe that has no writer would block.
  const handle = open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(handle);
    const { mode, size } = stats;
    if (stats.isDirectory()) throw new CliProblem(`${file} is a folder, not a file.`);
    if (!stats.isFile())
      throw new CliProblem(`${file} is not a regular file. Use --key-stdin to pipe a seller key.`);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new CliProblem(
        `${file} can be read by other users of this machine. Run this first: chmod 600 ${quoted(file)}`,
      );
    if (size > maxKeyFileBytes) throw new CliProblem(`${file} is too large for a key file.`);
    return textOfBytes(readFileSync(handle), file);
  } finally {
    closeSync(handle);
  }
}

export interface PrivateFile {
  /** Writes and syncs the content, because it exists nowhere else. */
  readonly write: (texts: readonly string[]) => void;
  readonly close: () => void;
  readonly discard: () => void;
}

/**
 * Creates a file with mode 600, on Windows with an access list. Throws CliProblem if it exists or
 * cannot be restricted. SECURITY: the file is still empty then.
 */
export function makePrivateFile(file: string, restrict = restrictOnWindows): PrivateFile {
  const handle = open(file, 'wx');
  try {
    restrict(file);
  } catch {
    closeSync(handle);
    rmSync(file, { force: true });
    throw new CliProblem(
      `Windows cannot restrict ${file} to you. Choose a folder on a disk with access rights (NTFS).`,
    );
  }
  return {
    write(texts) {
      for (const text of texts) writeFileSync(handle, text);
      fsyncSync(handle);
    },
    close: () => closeSync(handle),
    discard() {
      closeSync(handle);
      rmSync(file, { force: true });
    },
  };
}

/** Rights of the file's owner, also after a change of the owner: no inherited entry for other users is left. */
const ownerOnly = ['/inheritance:r', '/grant:r', '*S-1-3-4:F'];

function restrictOnWindows(file: string): void {
  if (process.platform !== 'win32') return;
  const system = win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32');
  execFileSync(win32.join(system, 'icacls.exe'), [file, ...ownerOnly], {
    stdio: 'ignore',
    windowsHide: true,
  });
}

function open(file: string, flags: number | 'wx'): number {
  try {
    return openSync(file, flags, 0o600);
  } catch (error) {
    throw new CliProblem(
      sentences(file)[errorCode(error)] ?? `${file} cannot be opened (${errorCode(error)}).`,
    );
  }
}

function sentences(file: string): Readonly<Record<string, string>> {
  return {
    ENOENT: `${file} does not exist.`,
    EACCES: `${file} cannot be opened: permission denied.`,
    EEXIST: `${file} already exists, and nothing is overwritten. Choose another file.`,
    EISDIR: `${file} is a folder, not a file.`,
  };
}

function quoted(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
