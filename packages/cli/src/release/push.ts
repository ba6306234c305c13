// Uploads a release, but only chunks that the service lacks, so an interrupted push can be resumed.
import { listIn, textOf } from '../answers.ts';
import type { CliCall } from '../command.ts';
import { CliProblem, ServiceRefusal } from '../problem.ts';
import { sha256Of, storedChunk, type StoredRelease } from './release-folder.ts';

export interface UploadResult {
  readonly manifestSha256: string;
  readonly chunks: number;
  readonly bytes: number;
}

const concurrency = 4;

/** Uploads the release without publishing it. Throws CliProblem. */
export async function uploadRelease(
  call: Pick<CliCall, 'ask' | 'progress' | 'put' | 'stop'>,
  release: StoredRelease,
): Promise<UploadResult> {
  const manifestSha256 = sha256Of(release.bytes);
  const put = await createUploader(call);
  await put(manifestSha256, release.bytes);
  await call.ask('beginrelease', { manifest: manifestSha256, ...release.signature });
  const sizes = new Map(
    release.manifest.chunks.map(({ storedSha256, stored }) => [storedSha256, stored]),
  );
  const uploaded = new Set<string>();
  let bytes = 0;
  for (;;) {
    const answer = await call.ask('missingchunks', { manifest: manifestSha256 });
    const missing = listIn(answer, 'missing', 'sha256').map((row) => textOf(row, 'sha256'));
    if (missing.length === 0) return { manifestSha256, chunks: uploaded.size, bytes };
    if (missing.some((sha256) => uploaded.has(sha256)))
      throw new CliProblem(
        'The service lacks chunks that it has just accepted. Check its log and its disk, then push again.',
      );
    const all = uploaded.size + missing.length;
    const more = answer['more'] === true ? ' and more' : '';
    await inParallel(missing, async (sha256) => {
      if (call.stop.aborted) throw new CliProblem('Interrupted. Push again to continue.');
      const stored = sizes.get(sha256) ?? 0;
      const content = await storedChunk(release.folder, { storedSha256: sha256, stored });
      if (content === null)
        throw new CliProblem(`${release.folder} is damaged: a chunk is missing or altered.`);
      await put(sha256, content);
      uploaded.add(sha256);
      bytes += stored;
      call.progress(uploaded.size, all, `chunks${more}`);
    });
  }
}

/** Upload URLs expire after some minutes, so a refused upload is repeated once with a new URL. */
async function createUploader(call: Pick<CliCall, 'ask' | 'put'>) {
  const newUploadUrl = async () => textOf(await call.ask('uploadrelease'), 'upload');
  let uploadUrl = newUploadUrl();
  await uploadUrl;
  return async (sha256: string, bytes: Uint8Array): Promise<void> => {
    const usedUrl = uploadUrl;
    const content = new Uint8Array(bytes);
    try {
      await call.put(`${await usedUrl}${sha256}`, content);
    } catch (error) {
      if (!(error instanceof ServiceRefusal)) throw error;
      if (uploadUrl === usedUrl) uploadUrl = newUploadUrl();
      await call.put(`${await uploadUrl}${sha256}`, content);
    }
  };
}

/** Works on `concurrency` items at a time. After a failure, no further item starts. */
async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const runs = Array.from({ length: concurrency }, async () => {
    try {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    } catch (error) {
      queue.length = 0;
      throw error;
    }
  });
  const results = await Promise.allSettled(runs);
  const failed = results.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
