// Reads and creates key files. Other users must not be able to read a key file. It is created
// completely or not at all.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../durable-files.ts';
import { StartProblem, errorCode } from '../start-problem.ts';

export interface KeyFile {
  readonly path: string;
  /** The name in messages, such as "signing key". */
  readonly name: string;
}

/**
 * Returns null if there is no such file. Throws StartProblem if it is unreadable, not a regular
 * file, or readable by other users.
 */
export function readKeyFile(file: KeyFile): Buffer | null {
  let handle: number;
  try {
    // Does not block if the file is a pipe without a writer.
    handle = openSync(file.path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw unreadable(file, error);
  }
  try {
    refuseUnsafeFile(file, fstatSync(handle));
    return readFileSync(handle);
  } catch (error) {
    throw error instanceof StartProblem ? error : unreadable(file, error);
  } finally {
    closeSync(handle);
  }
}

/** SECURITY: anyone with such a key can act as the service. Windows has no such mode bits. */
function refuseUnsafeFile(
  { path, name }: KeyFile,
  stats: { readonly mode: number; readonly isFile: () => boolean },
): void {
  if (!stats.isFile()) throw new StartProblem(`The ${name} ${path} is not a regular file.`);
  if (process.platform === 'win32' || (stats.mode & 0o077) === 0) return;
  throw new StartProblem(
    `The ${name} ${path} can be read by other users. Run "chmod 600" on it, and treat it as stolen if others have read it.`,
  );
}

/**
 * Writes a draft and links it to the final name, so that a key is never partial and never replaces
 * another. If another process was first, returns the key of that process.
 */
export function createKeyFile(file: KeyFile, content: Uint8Array): Buffer {
  const draft = `${file.path}.${randomBytes(8).toString('hex')}`;
  try {
    const handle = openSync(draft, 'wx', 0o600);
    try {
      writeSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    linkSync(draft, file.path);
    syncFolder(dirname(file.path));
    return Buffer.from(content);
  } catch (error) {
    const otherKey = errorCode(error) === 'EEXIST' ? readKeyFile(file) : null;
    if (otherKey !== null) return otherKey;
    throw new StartProblem(
      `The ${file.name} cannot be written to ${dirname(file.path)} (${errorCode(error)}).`,
      { cause: error },
    );
  } finally {
    rmSync(draft, { force: true });
  }
}

function unreadable({ path, name }: KeyFile, cause: unknown): StartProblem {
  return new StartProblem(`The ${name} ${path} cannot be read (${errorCode(cause)}).`, { cause });
}
