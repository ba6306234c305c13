// Holds the bytes that a download has received. They outlive an interrupted download, so that they
// are not downloaded again after a pause or a failed try.

/** The first bytes of a file, and the strong ETag under which the server sent them. */
export interface PartialDownload {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

export interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>;
  filled: number;
  /** The strong ETag of the bytes so far. */
  etag: string | null;
}

interface ContentSource {
  readonly buffer?: ArrayBuffer;
  readonly partial?: PartialDownload | null;
}

export function openContent(
  size: number | { readonly atMost: number },
  { buffer, partial = null }: ContentSource,
): Content {
  const maxBytes = typeof size === 'number' ? size : size.atMost;
  const bytes = new Uint8Array(buffer ?? new ArrayBuffer(maxBytes), 0, maxBytes);
  if (partial === null || partial.bytes.length > maxBytes) return { bytes, filled: 0, etag: null };
  bytes.set(partial.bytes);
  return { bytes, filled: partial.bytes.length, etag: partial.etag };
}

/** Copies the bytes, because the buffer is reused. Returns null without bytes or an ETag. */
export function partialOf({ bytes, filled, etag }: Content): PartialDownload | null {
  return filled === 0 || etag === null ? null : { bytes: bytes.slice(0, filled), etag };
}
