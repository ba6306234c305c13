// Reads uploaded manifests, one after the other, in the thread of manifest-reader.ts.
import { parentPort } from 'node:worker_threads';
import { readManifest } from '@latchkey/protocol/release/manifest.ts';
import { decodeUtf8 } from '@latchkey/protocol/utf8.ts';
import { lowerThreadPriority } from '../secrets/hashing-threads.ts';
import type { ManifestReading } from './manifest-reader.ts';
import { packChunks } from './packed-chunks.ts';

lowerThreadPriority();

parentPort?.on('message', (bytes: Uint8Array) => {
  const reading = readBytes(bytes);
  parentPort?.postMessage(reading, reading.ok ? [reading.chunks.buffer] : []);
});

function readBytes(bytes: Uint8Array): ManifestReading {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return { ok: false, problem: 'it is not UTF-8' };
  const read = readManifest(decoded.text);
  if (!read.ok) return read;
  const { files, chunks, entry: _entry, args: _args, ...facts } = read.manifest;
  const sizes = new Map(chunks.map(({ storedSha256, stored }) => [storedSha256, stored]));
  return {
    ok: true,
    facts: {
      ...facts,
      size: files.reduce((sum, { size }) => sum + size, 0),
      stored: chunks.reduce((sum, { stored }) => sum + stored, 0),
      chunks: chunks.length,
      contents: sizes.size,
    },
    chunks: packChunks(sizes),
  };
}
