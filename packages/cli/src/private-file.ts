// Reads and creates files that only their owner may read, such as key files.
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

/** Creates a file with mode 600. Throws CliProblem if it exists. */
export function makePrivateFile(file: string): PrivateFile {
  const handle = open(file, 'wx');
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
