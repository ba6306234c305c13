// Provides the contents of files: from a URL or the upload folder when a file is added, then from
// this machine's disk. A file that this machine lacks is downloaded again.
import type { contentFailures } from '@latchkey/protocol/seller/files.ts';
import { OutboundProblem, type Outbound } from '../outbound/outbound.ts';
import type { Database, Tables } from '../database/schema.ts';
import type { ContentForAnswer } from '../outcome.ts';
import { Overloaded } from '../overloaded.ts';
import { FairQueue } from '../fair-queue.ts';
import {
  FileTooLarge,
  maxUploadNameLength,
  maxFileBytes,
  type Draft,
  type OpenFile,
  type StoredFiles,
} from './stored-files.ts';
import { plainMs, unixMs, type UnixMs } from '@latchkey/protocol/units.ts';

type ContentProblem = keyof typeof contentFailures;
type FileRow = Tables['files'];

interface ContentDependencies {
  readonly outbound: Outbound;
  readonly storedFiles: StoredFiles;
}

interface ApplicationDependencies extends ContentDependencies {
  readonly application: { readonly id: string };
}

export interface ContentSource {
  readonly url?: string | undefined;
  readonly name?: string | undefined;
}

export interface NewContent {
  readonly draft: Draft;
  readonly url: string | null;
  readonly name: string;
}

const downloadTimeoutMs = 25_000;
/** Minimum time between downloads of an unavailable file. */
const retryAfterMs = 60_000;
/** Official clients accept answers of 2 MiB, in which the file is hex. */
export const maxInAnswerBytes = 1024 * 1024;
/** The file in hex, and the remaining fields of the answer. */
const answerBytes = 2 * maxInAnswerBytes + 64 * 1024;
/**
 * SECURITY: an answer is signed before its first byte is sent, so a whole answer is in memory. Only
 * a few are signed at the same time.
 */
const signingQueue = { workers: 4, waiting: 200 };
const retryAfterSeconds = 1;

/**
 * Receives a file as a draft on this machine's disk. The caller must keep the draft to store it,
 * and discard it at the end.
 */
export async function receiveContent(
  { outbound, storedFiles, application }: ApplicationDependencies,
  { url, name }: ContentSource,
): Promise<NewContent | ContentProblem> {
  const own = storedFiles.of(application.id);
  if ((url === undefined) === (name === undefined)) return 'url-or-name';
  try {
    if (url !== undefined) {
      const problem = outbound.refuseUrl(url);
      if (problem !== null) return problem;
      const draft = await own.receive(download(outbound, { applicationId: application.id }, url));
      return { draft, url, name: nameOf(url) };
    }
    const opened = await own.openUpload(name ?? '');
    if (opened === null) return 'upload-unknown';
    try {
      const draft = await own.receive(bytesOf(opened));
      return { draft, url: null, name: (name ?? '').slice(0, maxUploadNameLength) };
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof FileTooLarge) return 'file-too-large';
    if (!(error instanceof OutboundProblem)) throw error;
    return error.fault === 'too-large' ? 'file-too-large' : 'download-failed';
  }
}

class ContentMismatch extends Error {
  override readonly name = 'NotTheFile';
}

async function* download(
  outbound: Outbound,
  { applicationId }: Pick<FileRow, 'applicationId'>,
  url: string,
): AsyncGenerator<Uint8Array> {
  const limits = { applicationId, maxBytes: maxFileBytes, timeoutMs: downloadTimeoutMs };
  const { status, chunks, close } = await outbound.open(url, limits);
  if (status === 200) {
    yield* chunks;
    return;
  }
  close();
  throw new OutboundProblem('unreachable');
}

async function* bytesOf(opened: OpenFile): AsyncGenerator<Uint8Array> {
  if (opened.size > maxFileBytes) throw new FileTooLarge();
  // The file may grow meanwhile; the receiver checks the limit.
  if (opened.size > 0) yield* opened.stream(0, opened.size - 1);
}

/** Returns the last part of the path, with unsafe characters replaced. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  const plain = last.replaceAll(/[^\w.-]/g, '_').slice(-maxUploadNameLength);
  return plain === '' ? 'file' : plain;
}

export interface FileContents {
  /** Returns null if the file is no longer available. */
  readonly open: (row: Content) => Promise<OpenFile | null>;
  readonly forAnswer: (row: Pick<FileRow, 'applicationId'>, opened: OpenFile) => ContentForAnswer;
}

type Content = Pick<FileRow, 'applicationId' | 'url' | 'sha256' | 'size'>;

/**
 * Downloads a missing file once for all concurrent requests. After a failure, waits before the next
 * download.
 */
export function createFileContents(
  { outbound, storedFiles }: ContentDependencies,
  nowMs: () => UnixMs,
): FileContents {
  const fetching = new Map<string, Promise<boolean>>();
  const retryAtMs = new Map<string, UnixMs>();
  const fetchAgain = async (content: Content, url: string, key: string): Promise<boolean> => {
    const { applicationId, sha256 } = content;
    try {
      const draft = await storedFiles.of(applicationId).receive(download(outbound, content, url));
      try {
        // SECURITY: the URL may return other content now. Only the recorded content is ever served.
        if (draft.sha256 !== sha256) throw new ContentMismatch();
        await draft.keep();
      } finally {
        await draft.discard();
      }
      return true;
    } catch (error) {
      const expected = [OutboundProblem, FileTooLarge, ContentMismatch];
      if (!expected.some((kind) => error instanceof kind)) throw error;
      const now = nowMs();
      for (const [one, until] of retryAtMs) if (until <= now) retryAtMs.delete(one);
      retryAtMs.set(key, unixMs(plainMs(now) + retryAfterMs));
      return false;
    }
  };
  const fetchOnce = (content: Content, url: string): Promise<boolean> => {
    const key = `${content.applicationId} ${content.sha256} ${url}`;
    if ((retryAtMs.get(key) ?? unixMs(0)) > nowMs()) return Promise.resolve(false);
    const started =
      fetching.get(key) ?? fetchAgain(content, url, key).finally(() => fetching.delete(key));
    fetching.set(key, started);
    return started;
  };
  return {
    async open(content) {
      const { applicationId, url, sha256, size } = content;
      const own = storedFiles.of(applicationId);
      const localFile = await own.open(sha256);
      if (localFile?.size === size) return localFile;
      if (localFile !== null) {
        // A full or failing disk truncated the file. In its place, no download could be stored.
        await localFile.close();
        await own.release(sha256, () => Promise.resolve(false));
      }
      if (url === null || !(await fetchOnce(content, url))) return null;
      return own.open(sha256);
    },
    forAnswer: answerQueue(),
  };
}

function answerQueue(): FileContents['forAnswer'] {
  const queue = new FairQueue(signingQueue);
  const overloaded = () => new Overloaded(retryAfterSeconds);
  // Buffers are reused, because the process would retain the memory of a new one for each answer.
  const buffers: Buffer[] = [];
  return ({ applicationId }, { pieces, close }) => ({
    pieces,
    close,
    inTurn(work) {
      const withBuffer = async () => {
        const buffer = buffers.pop() ?? Buffer.allocUnsafeSlow(answerBytes);
        try {
          return await work(buffer);
        } finally {
          buffers.push(buffer);
        }
      };
      return queue.push(applicationId, withBuffer, overloaded) ?? Promise.reject(overloaded());
    },
  });
}

/** Returns whether a row still refers to a file with this hash. */
export async function isReferenced(
  db: Database,
  applicationId: string,
  sha256: string,
): Promise<boolean> {
  for (const table of ['files', 'releaseContents'] as const) {
    const row = await db
      .selectFrom(table)
      .select('sha256')
      .where('applicationId', '=', applicationId)
      .where('sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}
