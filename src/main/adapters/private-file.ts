// Reads and atomically replaces small files that only this user may read.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from './file-errors.ts';
import { replaceFile, type ReplaceParts } from './held-file.ts';

/** Writes `content` with mode 0600 to a temporary file, then replaces `file` with it, or throws. */
export async function writePrivateFile(
  file: string,
  content: string | Uint8Array,
  parts?: ReplaceParts,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporaryFile = temporaryNameOf(file);
  try {
    const handle = await open(temporaryFile, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await replaceFile(temporaryFile, file, parts);
  } catch (error) {
    await rm(temporaryFile, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Returns a new name beside `file`. */
export function temporaryNameOf(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}.new`;
}

/** Returns the temporary files that interrupted writes of `file` have left behind. */
export async function temporaryFilesOf(file: string): Promise<string[]> {
  const [folder, start] = [path.dirname(file), `${path.basename(file)}.`];
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(
      (name) => name.startsWith(start) && /^[0-9a-f]{12}\.new$/.test(name.slice(start.length)),
    )
    .map((name) => path.join(folder, name));
}

/** Returns the files that could not be removed. */
export async function removeFiles(files: readonly string[]): Promise<string[]> {
  const failed: string[] = [];
  for (const file of files) await rm(file, { force: true }).catch(() => failed.push(file));
  return failed;
}

/** Returns the content; null if the file does not exist. Throws if the file is not readable. */
export async function readSmallFile(
  file: string,
  maxBytes: number,
): Promise<Buffer | 'too-large' | null> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    const bytes = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, null);
      length += bytesRead;
      if (length > maxBytes) return 'too-large';
      if (bytesRead === 0) return bytes.subarray(0, length);
    }
  } finally {
    await handle.close();
  }
}
