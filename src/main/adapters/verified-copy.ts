// Copies a file while hashing it: the copy exists only if exactly these bytes have the hash.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import type { PreparedPackage, VerifiedPackage } from '../core/flows/loader-install.ts';
import { codeOf } from './file-errors.ts';

const pieceBytes = 1024 * 1024;

/** Thrown if the bytes do not have the expected hash. */
class OtherContent extends Error {}

/**
 * Writes and flushes the new file `to`, or throws. SECURITY: hashes the bytes that it writes, so a
 * file that was swapped after its verification is never installed.
 */
export async function copyVerified(
  { file, sha256 }: VerifiedPackage,
  to: string,
  mode: number,
): Promise<void> {
  const source = await openFile(file, constants.O_NOFOLLOW);
  try {
    // Not executable before its content is verified.
    const target = await open(to, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      for await (const piece of piecesOf(source)) {
        hash.update(piece);
        await target.writeFile(piece);
      }
      if (hash.digest('hex') !== sha256) throw new OtherContent('The package has changed.');
      await target.chmod(mode);
      await target.sync();
    } finally {
      await target.close();
    }
  } catch (error) {
    await rm(to, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await source.close();
  }
}

/** Returns the SHA-256 in hexadecimal. */
export async function hashOf(file: string): Promise<string> {
  const handle = await openFile(file, 0);
  try {
    const hash = createHash('sha256');
    for await (const piece of piecesOf(handle)) hash.update(piece);
    return hash.digest('hex');
  } finally {
    await handle.close();
  }
}

/**
 * SECURITY: a pipe in place of the file would stop a blocking open for good, and is refused. Windows
 * has none of the flags; there the constants add nothing.
 */
async function openFile(file: string, flags: number): Promise<FileHandle> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | flags);
  const isFile = await handle.stat().then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFile) return handle;
  await handle.close();
  throw new OtherContent('The package is not a file.');
}

async function* piecesOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(pieceBytes);
  for (let at = 0; ;) {
    const { bytesRead } = await handle.read(buffer, 0, pieceBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Flushes a file or a folder. */
export async function syncPath(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

type Cause = Extract<PreparedPackage, { ok: false }>['cause'];

export function problemOf(error: unknown): Cause {
  if (error instanceof OtherContent) return 'not-genuine';
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error)) ? 'no-space' : 'not-writable';
}
