// Stores sellers' files on disk, readable only by the service's user: a folder for each
// application, each file under its SHA-256. A machine may lack files that another one has.
import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { linkDurably } from '../durable-files.ts';
import { errorCode } from '../start-problem.ts';
import { namesMatching } from './folder-names.ts';
import { piecesOf } from './pieces.ts';
import { plainMs, unixMs, type UnixMs } from '@latchkey/protocol/units.ts';

export const maxFileBytes = 50 * 1024 * 1024;
export const maxUploadNameLength = 49; // characters that a row stores
/** Younger drafts and files without a row may belong to an upload in progress. */
const sweepAfterMs = 60 * 60 * 1000;
export const sha256Form = /^[0-9a-f]{64}$/;
/** O_NONBLOCK: does not wait for a writer if the file is a pipe. */
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK;
const draftForm = /^draft-[0-9a-f]{32}$/;

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/** A received file under a temporary name. `size` is in bytes. */
export interface Draft {
  readonly sha256: string;
  readonly size: number;
  /** Moves the draft into place durably. Idempotent. */
  readonly keep: () => Promise<void>;
  /** Deletes the draft. Call it at the end, also after `keep`. */
  readonly discard: () => Promise<void>;
}

export interface OpenFile {
  readonly size: number;
  readonly storedAtMs: UnixMs;
  readonly readAll: () => Promise<Buffer>;
  /** Returns the whole content, at the reader's pace. Leaves the file open. */
  readonly pieces: () => AsyncIterable<Buffer>;
  /** Returns the bytes between two inclusive ends. Closes the file at its end. */
  readonly stream: (start: number, end: number) => Readable;
  readonly close: () => Promise<void>;
}

export type IsReferenced = (applicationId: string, sha256: string) => Promise<boolean>;

export interface StoredFiles {
  /** SECURITY: applications share nothing, not even equal files. */
  readonly of: (applicationId: string) => ApplicationFiles;
  /** Deletes old drafts, and files that no row or existing application refers to. */
  readonly sweep: (isReferenced: IsReferenced, nowMs: UnixMs) => Promise<void>;
}

export interface ApplicationFiles {
  /** Reads `chunks` to the end. Throws their errors and FileTooLarge; then there is no draft. */
  readonly receive: (chunks: AsyncIterable<Uint8Array>) => Promise<Draft>;
  /** Returns null if this machine lacks the file. */
  readonly open: (sha256: string) => Promise<OpenFile | null>;
  readonly names: () => Promise<ReadonlySet<string>>;
  /** Deletes a file that no row refers to. A concurrent upload of the same file wins. */
  readonly release: (sha256: string, isReferenced: () => Promise<boolean>) => Promise<void>;
  /** Opens a regular file in the application's upload folder. Returns null if there is none. */
  readonly openUpload: (name: string) => Promise<OpenFile | null>;
}

export function createStoredFiles(dataFolder: string): StoredFiles {
  return {
    of(applicationId) {
      const folder = contentFolderOf(dataFolder, applicationId);
      const pathOf = (sha256: string) => {
        if (!sha256Form.test(sha256)) throw new Error('A content is named by its SHA-256.');
        return join(folder, sha256);
      };
      return {
        receive: (chunks) => receive(folder, chunks),
        open: (sha256) => openRegularFile(pathOf(sha256)),
        names: () => namesMatching(folder, sha256Form),
        release: (sha256, isReferenced) => release(folder, pathOf(sha256), isReferenced),
        openUpload: async (name) => {
          const uploads = uploadFolderOf(dataFolder, applicationId);
          if (!isPlainName(name)) return null;
          return openRegularFile(join(uploads, name), constants.O_NOFOLLOW);
        },
      };
    },
    sweep: (isReferenced, nowMs) => sweep(join(dataFolder, 'files'), isReferenced, nowMs),
  };
}

function contentFolderOf(dataFolder: string, applicationId: string): string {
  return join(dataFolder, 'files', folderName(applicationId));
}

/** Returns the folder of files that a seller provides by hand. */
function uploadFolderOf(dataFolder: string, applicationId: string): string {
  return join(dataFolder, 'upload', folderName(applicationId));
}

function folderName(applicationId: string): string {
  if (!/^[\w-]{1,60}$/.test(applicationId)) throw new Error('An application is named by its id.');
  return applicationId;
}

/** SECURITY: refuses paths, hidden files, and anything that leads out of the folder. */
function isPlainName(name: string): boolean {
  return /^[^/\\\p{Cc}]{1,100}$/u.test(name) && !name.startsWith('.');
}

function draftIn(folder: string): string {
  return join(folder, `draft-${randomBytes(16).toString('hex')}`);
}

async function receive(folder: string, chunks: AsyncIterable<Uint8Array>): Promise<Draft> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = draftIn(folder);
  try {
    const { sha256, size } = await writeDraft(path, chunks);
    return {
      sha256,
      size,
      keep: () => linkDurably(path, join(folder, sha256)),
      discard: () => rm(path, { force: true }),
    };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function writeDraft(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxFileBytes) throw new FileTooLarge();
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { sha256: hash.digest('hex'), size };
}

/**
 * Moves the file aside, then checks again. An upload inserts its row before it looks for its file,
 * so this check sees the row, or the upload puts the file back.
 */
async function release(
  folder: string,
  path: string,
  isReferenced: () => Promise<boolean>,
): Promise<void> {
  if (await isReferenced()) return;
  const draft = draftIn(folder);
  try {
    await rename(path, draft);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  try {
    if (await isReferenced()) await linkDurably(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

async function sweep(files: string, isReferenced: IsReferenced, nowMs: UnixMs): Promise<void> {
  for (const applicationId of await namesIn(files)) {
    if (sha256Form.test(applicationId) || draftForm.test(applicationId)) continue;
    const folder = join(files, applicationId);
    if (!(await stat(folder)).isDirectory()) continue;
    await sweepFolder(folder, (sha256) => isReferenced(applicationId, sha256), nowMs);
  }
}

async function sweepFolder(
  folder: string,
  isReferenced: (sha256: string) => Promise<boolean>,
  nowMs: UnixMs,
): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const isContent = sha256Form.test(name);
    if (!isContent && !draftForm.test(name)) continue;
    const { ctimeMs } = await stat(path).catch(() => ({ ctimeMs: Infinity }));
    if (plainMs(nowMs) - ctimeMs < sweepAfterMs) continue;
    if (isContent) await release(folder, path, () => isReferenced(name));
    else await rm(path, { force: true });
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function openRegularFile(path: string, flags = 0): Promise<OpenFile | null> {
  let handle: FileHandle;
  try {
    handle = await open(path, openFlags | flags);
  } catch (error) {
    if (!['ENOENT', 'ELOOP', 'ENXIO'].includes(errorCode(error))) throw error;
    return null;
  }
  const stats = await handle.stat();
  if (!stats.isFile()) {
    await handle.close();
    return null;
  }
  return {
    size: stats.size,
    storedAtMs: unixMs(stats.ctimeMs),
    readAll: () => handle.readFile(),
    pieces: () => piecesOf(handle),
    stream: (start, end) => handle.createReadStream({ start, end }),
    close: () => handle.close(),
  };
}
