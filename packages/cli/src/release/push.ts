// Uploads a stored release to the service.
import { uploadRelease, UploadFailed } from '@latchkey/protocol/release/upload.ts';
import { listIn, textOf } from '../answers.ts';
import type { CliCall } from '../command.ts';
import { CliProblem, ServiceRefusal } from '../problem.ts';
import { sha256Of, storedChunk, type StoredRelease } from './release-folder.ts';

export interface UploadResult {
  readonly manifestSha256: string;
  readonly chunks: number;
  readonly bytes: number;
}

/** Uploads the release without publishing it. Throws CliProblem. */
export async function pushRelease(
  { ask, put, progress, stop }: Pick<CliCall, 'ask' | 'progress' | 'put' | 'stop'>,
  { folder, manifest, bytes, signature }: StoredRelease,
): Promise<UploadResult> {
  const manifestSha256 = sha256Of(bytes);
  const service = {
    put,
    stop,
    uploadUrl: async () => textOf(await ask('uploadrelease'), 'upload'),
    isRefusal: (error: unknown) => error instanceof ServiceRefusal,
    begin: () => ask('beginrelease', { manifest: manifestSha256, ...signature }),
    async missing() {
      const answer = await ask('missingchunks', { manifest: manifestSha256 });
      const hashes = listIn(answer, 'missing', 'sha256').map((row) => textOf(row, 'sha256'));
      return { hashes, more: answer['more'] === true };
    },
    onProgress: (uploaded: number, all: number, more: boolean) =>
      progress(uploaded, all, more ? 'chunks and more' : 'chunks'),
  };
  const release = {
    chunks: manifest.chunks,
    manifestSha256,
    bytes: new Uint8Array(bytes),
    signature,
    async chunk(storedSha256: string, stored: number) {
      const content = await storedChunk(folder, { storedSha256, stored });
      return content === null ? null : new Uint8Array(content);
    },
  };
  try {
    return { manifestSha256, ...(await uploadRelease(service, release)) };
  } catch (error) {
    if (!(error instanceof UploadFailed)) throw error;
    throw new CliProblem(
      {
        stopped: 'Interrupted. Push again to continue.',
        damaged: `${folder} is damaged: a chunk is missing or altered.`,
        'not-kept':
          'The service lacks chunks that it has just accepted. Check its log and its disk, then push again.',
      }[error.fault],
    );
  }
}
