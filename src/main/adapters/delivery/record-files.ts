// Reads, replaces and removes the files of records. Each file is written and flushed before it is
// renamed into place. Waits for programs that hold one.
import { dirname } from 'node:path';
import { isMissing } from '../file-errors.ts';
import { lstatOrNull, syncFolder, type WorkParts } from './disk.ts';
import { replaceRecord, whenRecordFree } from './in-use.ts';
import { openForReading, readAt } from './tree-files.ts';

const maxFileBytes = 64 * 1024 * 1024;

/** Returns null if `path` is missing, a link or no folder. */
export function listNames({ disk }: WorkParts, path: string): string[] | null {
  if (lstatOrNull(disk, path)?.isDirectory() !== true) return null;
  try {
    return disk.readdirSync(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Returns null if the file is missing, a link, or too large to be ours. */
export function readRecord(work: WorkParts, file: string): Buffer | null {
  const { disk } = work;
  if (lstatOrNull(disk, dirname(file))?.isDirectory() !== true) return null;
  const handle = whenRecordFree(work, file, () => openForReading(disk, file));
  if (handle === null) return null;
  try {
    const { size } = disk.fstatSync(handle);
    if (size > maxFileBytes) return null;
    const bytes = Buffer.alloc(size);
    return bytes.subarray(0, readAt(disk, handle, bytes, 0));
  } finally {
    disk.closeSync(handle);
  }
}

export function removeRecord(work: WorkParts, file: string): void {
  whenRecordFree(work, file, () => work.disk.rmSync(file, { force: true }));
}

export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically, even across a power cut. */
export function writeRecord(work: WorkParts, file: string, content: object | Uint8Array): void {
  const { disk } = work;
  const bytes =
    content instanceof Uint8Array ? content : Buffer.from(`${JSON.stringify(content)}\n`);
  const temporaryFile = `${file}.new`;
  const folder = dirname(file);
  if (disk.mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined)
    syncFolder(work, dirname(folder));
  removeRecord(work, temporaryFile);
  const handle = disk.openSync(temporaryFile, 'wx', 0o600);
  try {
    let written = 0;
    while (written < bytes.length)
      written += disk.writeSync(handle, bytes, written, bytes.length - written, written);
    disk.fsyncSync(handle);
  } finally {
    disk.closeSync(handle);
  }
  replaceRecord(work, temporaryFile, file);
  syncFolder(work, folder);
}
