// Uploads a release, but only chunks that the service lacks, so an interrupted upload continues.
import type { ManifestChunk, ManifestSignature } from './manifest.ts';

/** Bytes with a buffer of their own, as `fetch` takes them. */
type Bytes = Uint8Array<ArrayBuffer>;

export interface SignedRelease {
  readonly chunks: readonly Pick<ManifestChunk, 'storedSha256' | 'stored'>[];
  readonly manifestSha256: string;
  readonly bytes: Bytes;
  readonly signature: ManifestSignature;
  /** Returns the stored bytes of a chunk, or null if they are missing or damaged. */
  readonly chunk: (storedSha256: string, stored: number) => Promise<Bytes | null>;
}

/** What the upload needs of the service. All of them throw as the caller likes. */
export interface ReleaseService {
  readonly uploadUrl: () => Promise<string>;
  readonly put: (url: string, bytes: Bytes) => Promise<void>;
  /** Whether the service refused the upload. An upload URL works for ten minutes. */
  readonly isRefusal: (error: unknown) => boolean;
  readonly begin: (manifestSha256: string, signature: ManifestSignature) => Promise<unknown>;
  readonly missing: (manifestSha256: string) => Promise<{
    readonly hashes: readonly string[];
    /** More are missing than those. */
    readonly more: boolean;
  }>;
  readonly onProgress: (uploaded: number, all: number, more: boolean) => void;
  /** An AbortSignal. */
  readonly stop: { readonly aborted: boolean };
}

export type UploadFault =
  | 'stopped'
  /** A chunk of the release is missing or damaged. */
  | 'damaged'
  /** The service lacks chunks that it accepted. */
  | 'not-kept';

export class UploadFailed extends Error {
  override readonly name = 'UploadFailed';
  readonly fault: UploadFault;

  constructor(fault: UploadFault) {
    super(fault);
    this.fault = fault;
  }
}

const concurrency = 4;

/**
 * Uploads the release without publishing it. Returns the number of uploaded chunks and their bytes.
 * Throws UploadFailed, or what the service's functions throw.
 */
export async function uploadRelease(service: ReleaseService, release: SignedRelease) {
  const { manifestSha256, bytes: manifestBytes, signature, chunks } = release;
  const put = createUploader(service);
  await put(manifestSha256, manifestBytes);
  await service.begin(manifestSha256, signature);
  const sizes = new Map(chunks.map(({ storedSha256, stored }) => [storedSha256, stored]));
  const uploaded = new Set<string>();
  let bytes = 0;
  for (;;) {
    const { hashes, more } = await service.missing(manifestSha256);
    if (hashes.length === 0) return { chunks: uploaded.size, bytes };
    if (hashes.some((sha256) => uploaded.has(sha256))) throw new UploadFailed('not-kept');
    const all = uploaded.size + hashes.length;
    await inParallel(hashes, async (sha256) => {
      if (service.stop.aborted) throw new UploadFailed('stopped');
      const stored = sizes.get(sha256) ?? 0;
      const content = await release.chunk(sha256, stored);
      if (content === null) throw new UploadFailed('damaged');
      await put(sha256, content);
      uploaded.add(sha256);
      bytes += stored;
      service.onProgress(uploaded.size, all, more);
    });
  }
}

/** A refused upload is repeated once with a new URL. */
function createUploader({ uploadUrl, put, isRefusal }: ReleaseService) {
  let url = uploadUrl();
  return async (sha256: string, bytes: Bytes): Promise<void> => {
    const usedUrl = url;
    const at = await usedUrl;
    try {
      await put(`${at}${sha256}`, bytes);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (url === usedUrl) url = uploadUrl();
      await put(`${await url}${sha256}`, bytes);
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
