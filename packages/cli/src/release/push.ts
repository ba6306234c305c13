// Uploads the chunks of a release that the service lacks, so an interrupted push can be resumed.
import { listIn, textOf } from '../answers.ts';
import type { CliCall } from '../command.ts';
import { CliProblem, ServiceRefusal } from '../problem.ts';
import { sha256Of, storedChunk, type MadeRelease } from './release-folder.ts';

export interface Uploaded {
  readonly manifestSha256: string;
  readonly chunks: number;
  readonly bytes: number;
}

const concurrency = 4;

/** Uploads the release without publishing it. Throws CliProblem. */
export async function uploadRelease(
  call: Pick<CliCall, 'ask' | 'progress' | 'put' | 'stop'>,
  release: MadeRelease,
): Promise<Uploaded> {
  const manifestSha256 = sha256Of(release.bytes);
  const put = await putTo(call);
  await put(manifestSha256, release.bytes);
  await call.ask('beginrelease', { manifest: manifestSha256, ...release.signature });
  const sizes = new Map(
    release.manifest.chunks.map(({ storedSha256, stored }) => [storedSha256, stored]),
  );
  const taken = new Set<string>();
  let bytes = 0;
  for (;;) {
    const answer = await call.ask('missingchunks', { manifest: manifestSha256 });
    const missing = listIn(answer, 'missing', 'sha256').map((row) => textOf(row, 'sha256'));
    if (missing.length === 0) return { manifestSha256, chunks: taken.size, bytes };
    if (missing.some((sha256) => taken.has(sha256)))
      throw new CliProblem(
        'The service lacks chunks that it has just accepted. Check its log and its disk, then push again.',
      );
    const all = taken.size + missing.length;
    const more = answer['more'] === true ? ' and more' : '';
    await inParallel(missing, async (sha256) => {
      if (call.stop.aborted) throw new CliProblem('Interrupted. Push again to continue.');
      const stored = sizes.get(sha256) ?? 0;
      const content = await storedChunk(release.folder, { storedSha256: sha256, stored });
      if (content === null)
        throw new CliProblem(`${release.folder} is damaged: a chunk is missing or altered.`);
      await put(sha256, content);
      taken.add(sha256);
      bytes += stored;
      call.progress(taken.size, all, `chunks${more}`);
    });
  }
}

/** Upload URLs expire after some minutes, so a refused upload is repeated once with a new URL. */
async function putTo(call: Pick<CliCall, 'ask' | 'put'>) {
  const address = async () => textOf(await call.ask('uploadrelease'), 'upload');
  let upload = address();
  await upload;
  return async (sha256: string, bytes: Uint8Array): Promise<void> => {
    const used = upload;
    const content = new Uint8Array(bytes);
    try {
      await call.put(`${await used}${sha256}`, content);
    } catch (error) {
      if (!(error instanceof ServiceRefusal)) throw error;
      if (upload === used) upload = address();
      await call.put(`${await upload}${sha256}`, content);
    }
  };
}

/** Works on `concurrency` items at a time. After a failure, no further item starts. */
async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = [...items];
  const runs = Array.from({ length: concurrency }, async () => {
    try {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
    } catch (error) {
      rest.length = 0;
      throw error;
    }
  });
  const ends = await Promise.allSettled(runs);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
