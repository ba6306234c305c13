// Files that only their owner may read: those of keys, and what is written for one person.
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

const maxKeyFileBytes = 10_000;

/**
 * SECURITY: the mode is that of the very file that is read; a key that others could read is refused, not used. So is what is no
 * file: a pipe or a device has no mode that says who else reads it, and might never end.
 */
export function readPrivateFile(file: string): string {
  // Not waiting for a writer, should it be a pipe.
  const handle = open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const about = fstatSync(handle);
    const { mode, size } = about;
    if (about.isDirectory()) throw new CliProblem(`${file} is a folder, not a file.`);
    if (!about.isFile())
      throw new CliProblem(
        `${file} is no plain file. Use --key-stdin for a seller key that is piped.`,
      );
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new CliProblem(
        `${file} can be read by other users of this machine. Change that first: chmod 600 ${quoted(file)}`,
      );
    if (size > maxKeyFileBytes) throw new CliProblem(`${file} is too large to hold a key.`);
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}

/** A new file for its owner only. */
export interface PrivateFile {
  /** On disk when it returns: what is written here is told nowhere else. */
  readonly write: (texts: readonly string[]) => void;
  readonly close: () => void;
  /** As if it had never been. */
  readonly discard: () => void;
}

/** Throws CliProblem where there is a file already. */
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
    EACCES: `${file} may not be opened by this user.`,
    EEXIST: `${file} is there already, and nothing is overwritten. Choose another file.`,
    EISDIR: `${file} is a folder, not a file.`,
  };
}

function quoted(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
