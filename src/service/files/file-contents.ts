// Where the content of a file comes from: a URL or the upload folder when it is added, this machine's disk when it is asked
// for, and the URL again where this machine lacks it and the content there is still the same.
import type { contentProblems } from '../../shared/wire/seller/files.ts';
import { OutboundProblem, type Outbound } from '../outbound/outbound.ts';
import type { Database, Tables } from '../database/schema.ts';
import {
  FileTooLarge,
  maxFileBytes,
  type Draft,
  type OpenFile,
  type StoredFiles,
} from './stored-files.ts';

type ContentProblem = (typeof contentProblems)[number];
type FileRow = Tables['files'];

interface Places {
  readonly outbound: Outbound;
  readonly storedFiles: StoredFiles;
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
const longestName = 49;
/** How long a content that cannot be had is not asked for again. */
const restMs = 60_000;

/** The content in place on this disk; its draft is to be discarded once the row is written. */
export async function takeContent(
  { outbound, storedFiles }: Places,
  { url, name }: ContentSource,
): Promise<NewContent | ContentProblem> {
  if ((url === undefined) === (name === undefined)) return 'Exactly one of url and name is needed.';
  try {
    if (url !== undefined) {
      const problem = outbound.refuseUrl(url);
      if (problem !== null) return problem;
      const draft = await storedFiles.receive(download(outbound, url));
      return { draft, url, name: nameOf(url) };
    }
    const opened = await storedFiles.openUpload(name ?? '');
    if (opened === null) return 'There is no such file in the upload folder.';
    const draft = await storedFiles.receive(bytesOf(opened));
    return { draft, url: null, name: (name ?? '').slice(0, longestName) };
  } catch (error) {
    if (error instanceof FileTooLarge) return 'File size limit is 50 MB.';
    if (!(error instanceof OutboundProblem)) throw error;
    return error.fault === 'too-large'
      ? 'File size limit is 50 MB.'
      : 'File could not be downloaded.';
  }
}

class NotTheFile extends Error {
  override readonly name = 'NotTheFile';
}

async function* download(outbound: Outbound, url: string): AsyncGenerator<Uint8Array> {
  const limits = { maxBytes: maxFileBytes, timeoutMs: downloadTimeoutMs };
  const { status, chunks } = await outbound.open(url, limits);
  if (status !== 200) throw new OutboundProblem('unreachable');
  yield* chunks;
}

async function* bytesOf(opened: OpenFile): AsyncGenerator<Uint8Array> {
  if (opened.size > maxFileBytes) {
    await opened.close();
    throw new FileTooLarge();
  }
  // It may grow meanwhile; whoever reads counts.
  if (opened.size > 0) yield* opened.stream(0, opened.size - 1);
  else await opened.close();
}

/** The last part of the path, as far as it is a name. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  const plain = last.replaceAll(/[^\w.-]/g, '_').slice(-longestName);
  return plain === '' ? 'file' : plain;
}

export interface FileContents {
  /** null: it can no longer be had. */
  readonly open: (row: Pick<FileRow, 'url' | 'sha256' | 'size'>) => Promise<OpenFile | null>;
}

/** Fetches a content that is missing once for all who ask, and leaves a dead URL alone for a while. */
export function createFileContents(
  { outbound, storedFiles }: Places,
  nowMs: () => number,
): FileContents {
  const fetching = new Map<string, Promise<boolean>>();
  const restUntilMs = new Map<string, number>();
  const fetchAgain = async (url: string, sha256: string): Promise<boolean> => {
    try {
      const draft = await storedFiles.receive(download(outbound, url));
      try {
        // SECURITY: what the URL gives now may be another content; only what was recorded is ever served.
        if (draft.sha256 !== sha256) throw new NotTheFile();
        await draft.keep();
      } finally {
        await draft.discard();
      }
      return true;
    } catch (error) {
      const expected = [OutboundProblem, FileTooLarge, NotTheFile];
      if (!expected.some((kind) => error instanceof kind)) throw error;
      const now = nowMs();
      for (const [key, until] of restUntilMs) if (until <= now) restUntilMs.delete(key);
      restUntilMs.set(`${sha256} ${url}`, now + restMs);
      return false;
    }
  };
  const fetchOnce = (url: string, sha256: string): Promise<boolean> => {
    const key = `${sha256} ${url}`;
    if ((restUntilMs.get(key) ?? 0) > nowMs()) return Promise.resolve(false);
    const started =
      fetching.get(key) ?? fetchAgain(url, sha256).finally(() => fetching.delete(key));
    fetching.set(key, started);
    return started;
  };
  return {
    async open({ url, sha256, size }) {
      const here = await storedFiles.open(sha256);
      if (here?.size === size) return here;
      if (here !== null) {
        // Cut off by a disk that was full or failed: it is as good as missing, and must not stay in the way.
        await here.close();
        await storedFiles.release(sha256, () => Promise.resolve(false));
      }
      if (url === null || !(await fetchOnce(url, sha256))) return null;
      return storedFiles.open(sha256);
    },
  };
}

/** Asked before a content is deleted. */
export async function isReferred(db: Database, sha256: string): Promise<boolean> {
  const row = await db
    .selectFrom('files')
    .select('id')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
