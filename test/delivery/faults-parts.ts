// Shared by the tests of faults: a release with a large chunk, and a server whose faults the test
// chooses.
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { ProgramStoreParts } from '../../src/main/adapters/delivery/program-store.ts';
import { noise } from '../support/noise.ts';
import { deliveryWorker, testFolder } from './delivery-parts.ts';
import { hurried } from './instant-clock.ts';
import { makeRelease, serveRelease, testKey } from './handmade-release.ts';
import { plainRun, plainStore, type PlainPlace } from './plain-store.ts';

export const key = testKey();
// Random text, so that the compressed chunk is still large.
export const large = noise(60_000, 9).toString('hex');
export const release = makeRelease(key, 3, {
  'run.sh': '#!/bin/sh\n',
  'data/large': large,
  'data/b': 'b',
});
export const largeHash = [...release.chunks].find(([, bytes]) => bytes.length > 1000)?.[0] ?? '';
export const largeBytes = release.chunks.get(largeHash) ?? Buffer.alloc(0);

export async function bench(more: Partial<ProgramStoreParts> = {}) {
  const server = await serveRelease(release);
  onTestFinished(() => server.close());
  const clock = hurried();
  const place: PlainPlace = {
    workerFile: await deliveryWorker(),
    url: server.url,
    publicKey: key.publicKey,
    folder: path.join(testFolder(), 'program'),
  };
  const store = plainStore(place, { clock, ...more });
  return {
    server,
    place,
    store,
    clock,
    install: () => store.install(release.offer, plainRun(release.offer)),
    isWhole: () => readFileSync(path.join(place.folder, 'current/data/large'), 'utf8') === large,
  };
}

export type Misbehaviour = (
  request: IncomingMessage,
  response: ServerResponse,
  times: number,
) => boolean;

/** The server misbehaves only for the large chunk. */
export async function withServer(misbehave: Misbehaviour, more: Partial<ProgramStoreParts> = {}) {
  const opened = await bench(more);
  opened.server.misbehave = (hash, request, response) =>
    hash === largeHash && misbehave(request, response, opened.server.asked.get(hash) ?? 0);
  return opened;
}

export const etag = `"${largeHash}"`;
export const half = Math.floor(largeBytes.length / 2);
/** Sends the first half, then closes the connection. */
export const cutOff: Misbehaviour = (_request, response) => {
  response.writeHead(200, { etag, 'content-length': largeBytes.length });
  response.write(largeBytes.subarray(0, half), () => void response.destroy());
  return true;
};
export const firstTime =
  (first: Misbehaviour): Misbehaviour =>
  (request, response, times) =>
    times === 1 && first(request, response, times);
