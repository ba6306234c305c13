// Helpers of the tests of `latchkey release make`: a small program, and readers of a release.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from 'vitest';
import { readManifest, type Manifest } from '@latchkey/protocol/release/manifest.ts';
import { type Files } from '../../../test/support/release.ts';

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export function manifestOf(release: string): Manifest {
  const read = readManifest(readFileSync(join(release, 'manifest.json'), 'utf8'));
  if (!read.ok) throw new Error(read.problem);
  return read.manifest;
}

/** The files that a loader gets from the release; checks every hash. */
export function unpack(release: string): Record<string, Buffer> {
  const { files, chunks } = manifestOf(release);
  const plain = chunks.map(({ storedSha256, coding, sha256: hash, size }) => {
    const stored = readFileSync(join(release, 'chunks', storedSha256));
    expect(sha256(stored)).toBe(storedSha256);
    const bytes = coding === 'br' ? brotliDecompressSync(stored) : stored;
    expect([sha256(bytes), bytes.length]).toEqual([hash, size]);
    return bytes;
  });
  return Object.fromEntries(
    files.map(({ path, size, sha256: hash, chunks: indices }) => {
      const bytes = Buffer.concat(indices.map((at) => plain[at] ?? Buffer.alloc(0)));
      expect([sha256(bytes), bytes.length]).toEqual([hash, size]);
      return [path, bytes];
    }),
  );
}

export function treeOf(release: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(release, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(release, path)).isFile())
      .map((path) => [path, sha256(readFileSync(join(release, path)))]),
  );
}

export const small: Files = {
  'run.sh': '#!/bin/sh\necho hello\n',
  'data/empty': '',
  'data/text': 'text '.repeat(900),
};
