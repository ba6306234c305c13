// Where the content of a file comes from: a URL or the upload folder when it is added, this machine's disk when it is asked
// for, and the URL again where this machine lacks it and the content there is still the same.
import type { contentProblems } from '@latchkey/protocol/seller/files.ts';
import { OutboundProblem, type Outbound } from '../outbound/outbound.ts';
import type { Database, Tables } from '../database/schema.ts';
import type { ContentForAnswer } from '../outcome.ts';
import { Overloaded } from '../overloaded.ts';
import { FairQueue } from '../fair-queue.ts';
import {
  FileTooLarge,
  longestUploadName,
  maxFileBytes,
  type Draft,
  type OpenFile,
  type StoredFiles,
} from './stored-files.ts';
import { plainMs, unixMs, type UnixMs } from '@latchkey/protocol/units.ts';

type ContentProblem = (typeof contentProblems)[number];
type FileRow = Tables['files'];

interface Places {
  readonly outbound: Outbound;
  readonly storedFiles: StoredFiles;
}

interface OwnPlaces extends Places {
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
/** How long a content that cannot be had is not asked for again. */
const restMs = 60_000;
/** What official clients take: an answer of 2 MiB, where a content stands in hex. */
export const mostInAnswerBytes = 1024 * 1024;
/** Of a whole answer: the content in hex and what stands around it. */
const answerBytes = 2 * mostInAnswerBytes + 64 * 1024;
/** SECURITY: an answer is signed as a whole, before its first byte is sent: few of them lie in memory at once. */
const signing = { atOnce: 4, waiting: 200 };
const signAgainSeconds = 1;

/** The content in place on this disk; its draft is to be discarded once the row is written. */
export async function takeContent(
  { outbound, storedFiles, application }: OwnPlaces,
  { url, name }: ContentSource,
): Promise<NewContent | ContentProblem> {
  const own = storedFiles.of(application.id);
  if ((url === undefined) === (name === undefined)) return 'Send either url or name.';
  try {
    if (url !== undefined) {
      const problem = outbound.refuseUrl(url);
      if (problem !== null) return problem;
      const draft = await own.receive(download(outbound, { applicationId: application.id }, url));
      return { draft, url, name: nameOf(url) };
    }
    const opened = await own.openUpload(name ?? '');
    if (opened === null) return 'The upload folder has no file of this name.';
    try {
      const draft = await own.receive(bytesOf(opened));
      return { draft, url: null, name: (name ?? '').slice(0, longestUploadName) };
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof FileTooLarge) return 'File size limit is 50 MB.';
    if (!(error instanceof OutboundProblem)) throw error;
    return error.fault === 'too-large'
      ? 'File size limit is 50 MB.'
      : 'The file could not be downloaded.';
  }
}

class NotTheFile extends Error {
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
  // It may grow meanwhile; whoever reads counts.
  if (opened.size > 0) yield* opened.stream(0, opened.size - 1);
}

/** The last part of the path, as far as it is a name. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  const plain = last.replaceAll(/[^\w.-]/g, '_').slice(-longestUploadName);
  return plain === '' ? 'file' : plain;
}

export interface FileContents {
  /** null: it can no longer be had. */
  readonly open: (row: Content) => Promise<OpenFile | null>;
  readonly forAnswer: (row: Pick<FileRow, 'applicationId'>, opened: OpenFile) => ContentForAnswer;
}

type Content = Pick<FileRow, 'applicationId' | 'url' | 'sha256' | 'size'>;

/** Fetches a content that is missing once for all who ask, and leaves a dead URL alone for a while. */
export function createFileContents(
  { outbound, storedFiles }: Places,
  nowMs: () => UnixMs,
): FileContents {
  const fetching = new Map<string, Promise<boolean>>();
  const restUntilMs = new Map<string, UnixMs>();
  const fetchAgain = async (content: Content, url: string, key: string): Promise<boolean> => {
    const { applicationId, sha256 } = content;
    try {
      const draft = await storedFiles.of(applicationId).receive(download(outbound, content, url));
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
      for (const [one, until] of restUntilMs) if (until <= now) restUntilMs.delete(one);
      restUntilMs.set(key, unixMs(plainMs(now) + restMs));
      return false;
    }
  };
  const fetchOnce = (content: Content, url: string): Promise<boolean> => {
    const key = `${content.applicationId} ${content.sha256} ${url}`;
    if ((restUntilMs.get(key) ?? unixMs(0)) > nowMs()) return Promise.resolve(false);
    const started =
      fetching.get(key) ?? fetchAgain(content, url, key).finally(() => fetching.delete(key));
    fetching.set(key, started);
    return started;
  };
  return {
    async open(content) {
      const { applicationId, url, sha256, size } = content;
      const own = storedFiles.of(applicationId);
      const here = await own.open(sha256);
      if (here?.size === size) return here;
      if (here !== null) {
        // Cut off by a disk that was full or failed: it is as good as missing, and must not stay in the way.
        await here.close();
        await own.release(sha256, () => Promise.resolve(false));
      }
      if (url === null || !(await fetchOnce(content, url))) return null;
      return own.open(sha256);
    },
    forAnswer: answersInTurn(),
  };
}

function answersInTurn(): FileContents['forAnswer'] {
  const queue = new FairQueue(signing);
  const overloaded = () => new Overloaded(signAgainSeconds);
  // Kept: what is allocated and left anew for each answer stays with the process when all of them are gone.
  const rooms: Buffer[] = [];
  return ({ applicationId }, { pieces, close }) => ({
    ...{ pieces, close },
    inTurn(work) {
      const inRoom = async () => {
        const room = rooms.pop() ?? Buffer.allocUnsafeSlow(answerBytes);
        try {
          return await work(room);
        } finally {
          rooms.push(room);
        }
      };
      return queue.push(applicationId, inRoom, overloaded) ?? Promise.reject(overloaded());
    },
  });
}

/** Asked before a content is deleted. */
export async function isReferred(
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
