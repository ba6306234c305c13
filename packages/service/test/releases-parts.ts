// Releases as sellers push and clients fetch them: by the command line, and by a plain client.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { cli, keyFile, type CliOptions, type CliResult } from '../../cli/test/support/cli.ts';
import { noise } from '../../../test/support/noise.ts';
import {
  temporaryPath,
  programFolder,
  publisher,
  type Files,
} from '../../../test/support/release.ts';
import { sellerOf } from './support/seller-client.ts';
import type { TestServiceOptions } from './support/service.ts';
import { openWire, type Wire } from './support/service-client.ts';

export const program: Files = { 'run.sh': '#!/bin/sh\n', 'data.bin': noise(700_000, 21) };
export const loaderFile = noise(700_000, 22);
export const stable = { channel: 'stable', platform: 'linux-x64' } as const;

export interface Offer {
  readonly sequence: number;
  readonly version: string;
  readonly manifestSha256: string;
  readonly manifest: string;
  readonly chunks: string;
  readonly required: boolean;
  readonly notes: string;
  readonly manifestSize: number;
  readonly size: number | null;
  readonly stored: number;
}

export async function openReleases(options: TestServiceOptions = {}) {
  const clock = { ms: Date.now() };
  const wire = await openWire({ now: () => clock.ms, ...options });
  const { service } = wire;
  const { make, makeLoader, publicKey } = await publisher(service.app);
  const sellerKey = keyFile(service.app.sellerkey);
  const latchkey = (words: readonly string[], more: CliOptions = {}) =>
    cli(['release', ...words, '--url', service.url, '--key-file', sellerKey], more);
  return {
    ...wire,
    wire,
    clock,
    /** The publisher's key. */
    publicKey,
    latchkey,
    ask: sellerOf(service),
    /** Makes a release of these files and returns its folder. */
    made: async (
      sequence: number,
      files: Files = program,
      words: Readonly<Record<string, string>> = {},
    ) => {
      const out = temporaryPath();
      const more = ['--out', out, '--sequence', String(sequence)];
      const ran = await make([programFolder(files), ...more], {
        entry: 'run.sh',
        version: `1.${sequence}`,
        ...words,
      });
      expect(ran.exitCode, ran.stderr).toBe(0);
      return out;
    },
    /** Makes a release of the loader and returns its folder. */
    madeLoader: async (
      sequence: number,
      words: Readonly<Record<string, string>> = {},
      content: string | Uint8Array = loaderFile,
    ) => {
      const out = temporaryPath();
      const options = { out, sequence: String(sequence), version: `1.${sequence}.0`, ...words };
      const ran = await makeLoader(content, options);
      expect(ran.exitCode, ran.stderr).toBe(0);
      return out;
    },
    push: (release: string, ...more: readonly string[]): Promise<CliResult> =>
      latchkey(['push', release, ...more]),
    offer: async (sessionid: string, line: Readonly<Record<string, string>> = stable) => {
      const { body } = await wire.send({ type: 'release', sessionid, ...line });
      expect(body).toMatchObject({ success: true });
      return body['release'] as Offer | null; // as its schema says
    },
    /** Asks without a session, as a loader does for its own release. */
    loaderOffer: async (
      install = 'a'.repeat(16),
      line: Readonly<Record<string, string>> = stable,
    ) => {
      const { body } = await wire.send({ type: 'release', kind: 'loader', install, ...line });
      expect(body).toMatchObject({ success: true });
      return body['release'] as Offer | null; // as its schema says
    },
    get: (address: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(service.url + address, { headers }),
  };
}

export async function reasonOf(wire: Wire, address: string): Promise<unknown> {
  const response = await fetch(wire.service.url + address);
  expect(response.headers.get('x-signature-ed25519')).toMatch(/^[0-9a-f]{128}$/);
  const { reason } = (await response.json()) as { readonly reason?: unknown };
  return reason;
}

export function manifestOf(release: string): {
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly chunks: readonly { readonly storedSha256: string; readonly stored: number }[];
} {
  const bytes = readFileSync(join(release, 'manifest.json'));
  const { chunks } = JSON.parse(bytes.toString()) as ReturnType<typeof manifestOf>;
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), chunks };
}

export function chunkOf(
  release: string,
  at = 0,
): { readonly sha256: string; readonly bytes: Buffer } {
  const sha256 = manifestOf(release).chunks[at]?.storedSha256 ?? '';
  return { sha256, bytes: readFileSync(join(release, 'chunks', sha256)) };
}
