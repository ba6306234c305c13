// Servers, networks and disks that do other than they should: what is wrong is said, nothing wrong is taken, nothing is lost.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { ProgramStoreParts } from '../../src/main/adapters/delivery/program-store.ts';
import { createNodeDownloads } from '../../src/main/adapters/http-node.ts';
import { noise } from '../support/noise.ts';
import { deliveryWorker, testFolder } from './delivery-parts.ts';
import { hurried } from './hurried-clock.ts';
import { makeRelease, sendChunk, serveRelease, testKey } from './made-release.ts';
import { plainRun, plainStore, type PlainPlace } from './plain-store.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

const key = testKey();
// Text, so that a server's changes of it are seen; too odd to become smaller.
const large = noise(60_000, 9).toString('hex');
const release = makeRelease(key, 3, {
  'run.sh': '#!/bin/sh\n',
  'data/large': large,
  'data/b': 'b',
});
const [largeHash = ''] = [...release.chunks].find(([, bytes]) => bytes.length > 1000) ?? [];
const largeBytes = release.chunks.get(largeHash) ?? Buffer.alloc(0);

async function bench(more: Partial<ProgramStoreParts> = {}) {
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
    ...{ server, place, store, clock },
    install: () => store.install(release.offer, plainRun(release.offer)),
    isWhole: () => readFileSync(path.join(place.folder, 'current/data/large'), 'utf8') === large,
  };
}

type Misbehaviour = (request: IncomingMessage, response: ServerResponse, times: number) => boolean;

/** Of the large chunk alone. */
async function withServer(misbehave: Misbehaviour, more: Partial<ProgramStoreParts> = {}) {
  const opened = await bench(more);
  opened.server.misbehave = (hash, request, response) =>
    hash === largeHash && misbehave(request, response, opened.server.asked.get(hash) ?? 0);
  return opened;
}

const etag = `"${largeHash}"`;
const half = Math.floor(largeBytes.length / 2);
/** The first half, then the end of the connection. */
const cutOff: Misbehaviour = (_request, response) => {
  response.writeHead(200, { etag, 'content-length': largeBytes.length });
  response.write(largeBytes.subarray(0, half), () => void response.destroy());
  return true;
};
const firstTime =
  (first: Misbehaviour): Misbehaviour =>
  (request, response, times) =>
    times === 1 && first(request, response, times);

test('what was cut off goes on where it was', async () => {
  const { install, server, isWhole } = await withServer(firstTime(cutOff));
  expect(await install()).toMatchObject({ ok: true });
  expect(isWhole()).toBe(true);
  const rest = server.requests.filter(({ range }) => range !== undefined);
  expect(rest.map(({ range }) => range)).toEqual([`bytes=${half}-`]);
  expect(rest.map((headers) => headers['if-range'])).toEqual([etag]);
  expect(server.asked.get(largeHash)).toBe(2);
});

test.each<[string, Misbehaviour]>([
  [
    'a part from another place',
    (_request, response) => {
      const bytes = largeBytes.subarray(half + 1);
      const range = `bytes ${half + 1}-${largeBytes.length - 1}/${largeBytes.length}`;
      response.writeHead(206, { etag, 'content-range': range }).end(bytes);
      return true;
    },
  ],
  [
    'a part of something of another size',
    (_request, response) => {
      const range = `bytes ${half}-${largeBytes.length}/${largeBytes.length + 1}`;
      response.writeHead(206, { etag, 'content-range': range }).end(largeBytes.subarray(half));
      return true;
    },
  ],
  [
    'a part without saying which',
    (_request, response) => {
      response.writeHead(206, { etag }).end(largeBytes.subarray(half));
      return true;
    },
  ],
  [
    'a part of what changed meanwhile',
    (_request, response) => {
      const range = `bytes ${half}-${largeBytes.length - 1}/${largeBytes.length}`;
      response.writeHead(206, { etag: '"other"', 'content-range': range });
      response.end(largeBytes.subarray(half));
      return true;
    },
  ],
  [
    'all of it',
    (_request, response) => {
      response.writeHead(200, { etag, 'content-length': largeBytes.length }).end(largeBytes);
      return true;
    },
  ],
  [
    'no such range',
    (_request, response) => {
      response.writeHead(416).end();
      return true;
    },
  ],
])('where the rest is asked for and %s comes, the chunk begins again', async (_what, answer) => {
  const { install, isWhole, server } = await withServer((request, response, times) => {
    if (times === 1) return cutOff(request, response, times);
    return times === 2 && answer(request, response, times);
  });
  expect(await install()).toMatchObject({ ok: true });
  expect(isWhole()).toBe(true);
  expect(server.asked.get(largeHash)).toBeLessThanOrEqual(3);
});

test.each<[string, Misbehaviour]>([
  [
    'gzip on top',
    (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', etag });
      response.end(gzipSync(largeBytes));
      return true;
    },
  ],
  [
    'wrong bytes once',
    firstTime((_request, response) => {
      response.writeHead(200, { etag }).end(Buffer.alloc(largeBytes.length));
      return true;
    }),
  ],
  [
    '503 with a time',
    firstTime((_request, response) => {
      response.writeHead(503, { 'retry-after': '7' }).end();
      return true;
    }),
  ],
  [
    '404 once',
    firstTime((_request, response) => {
      response.writeHead(404).end('{}');
      return true;
    }),
  ],
  [
    'more than there is, once',
    firstTime((_request, response) => {
      response.writeHead(200, { etag }).end(Buffer.alloc(largeBytes.length + 1));
      return true;
    }),
  ],
])('%s is lived with', async (what, misbehave) => {
  const { install, isWhole, clock } = await withServer(misbehave);
  expect(await install()).toMatchObject({ ok: true });
  expect(isWhole()).toBe(true);
  if (what.startsWith('503')) expect(clock.waited).toContain(7000);
});

const unreachable = (fault: string) => ({ kind: 'unreachable', fault });

test.each<[string, object, Misbehaviour]>([
  [
    'wrong bytes',
    { kind: 'not-genuine' },
    (_request, response) => {
      response.writeHead(200, { etag }).end(Buffer.alloc(largeBytes.length, 'x'));
      return true;
    },
  ],
  [
    'another length',
    { kind: 'not-genuine' },
    (_request, response) => {
      response.writeHead(200, { 'content-length': 3 }).end('abc');
      return true;
    },
  ],
  [
    'bytes without an end',
    { kind: 'not-genuine' },
    (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more).on('error', () => undefined);
      response.writeHead(200, { etag });
      more();
      return true;
    },
  ],
  [
    'a redirect',
    unreachable('led-away'),
    (_request, response) => {
      response.writeHead(302, { location: 'http://portal.invalid/' }).end();
      return true;
    },
  ],
  [
    "a network's own page",
    unreachable('led-away'),
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Log in</title>');
      return true;
    },
  ],
  [
    'a chunk that it lost',
    unreachable('server-down'),
    (_request, response) => {
      response.writeHead(404).end('{}');
      return true;
    },
  ],
  [
    'faults alone',
    unreachable('server-down'),
    (_request, response) => {
      response.writeHead(500).end();
      return true;
    },
  ],
  [
    'the end of each connection',
    unreachable('broken-off'),
    (_request, response) => {
      response.destroy();
      return true;
    },
  ],
])(
  'where the server gives %s, that is said, and what is in place stays',
  async (_what, problem, misbehave) => {
    const opened = await withServer(misbehave);
    const { install, server, store, isWhole } = opened;
    expect(await install()).toEqual({ ok: false, problem });
    expect(await store.installed()).toBeNull();
    server.misbehave = () => false;
    server.asked.clear();
    expect(await install()).toMatchObject({ ok: true });
    expect(isWhole()).toBe(true);
  },
);

test('a server that falls silent is given up', async () => {
  const downloads = createNodeDownloads({ headersWithinMs: 5_000, piecesWithinMs: 250 });
  const { install } = await withServer(
    (_request, response) => {
      response.writeHead(200, { etag, 'content-length': largeBytes.length });
      response.flushHeaders();
      return true;
    },
    { downloads },
  );
  expect(await install()).toEqual({ ok: false, problem: unreachable('timeout') });
});

test('addresses that grew old are asked for anew, once for all; where none are given, nobody is offered it', async () => {
  const { server, store, install } = await bench();
  let renewed = 0;
  server.misbehave = (_hash, _request, response) => {
    if (renewed > 0) return false;
    response.writeHead(400).end('{"success":false,"reason":"bad-request"}');
    return true;
  };
  const gone = plainRun(release.offer, { renew: () => Promise.resolve(null) });
  expect(await store.install(release.offer, gone)).toEqual({
    ok: false,
    problem: { kind: 'not-offered' },
  });
  const other = { ...release.offer, manifestSha256: '0'.repeat(64) };
  const changed = plainRun(release.offer, { renew: () => Promise.resolve(other) });
  expect(await store.install(release.offer, changed)).toMatchObject({
    problem: { kind: 'not-offered' },
  });
  const renew = async () => {
    renewed += 1;
    return Promise.resolve(release.offer);
  };
  expect(await store.install(release.offer, plainRun(release.offer, { renew }))).toMatchObject({
    ok: true,
  });
  expect(renewed).toBe(1);
  expect(await install()).toMatchObject({ ok: true });
});

test('a manifest that is not what the answer named is not taken, nor one of another version', async () => {
  const { server, store } = await bench();
  const other = makeRelease(key, 3, { 'run.sh': 'other' });
  server.serve = { ...release, bytes: other.bytes, signature: other.signature };
  const notGenuine = { ok: false, problem: { kind: 'not-genuine' } };
  expect(await store.install(release.offer, plainRun(release.offer))).toEqual(notGenuine);
  const renamed = { ...release.offer, version: '9.9' };
  server.serve = release;
  expect(await store.install(renamed, plainRun(renamed))).toEqual(notGenuine);
  const giant = { ...release.offer, manifestSize: 2 ** 40 };
  expect(await store.install(giant, plainRun(giant))).toEqual(notGenuine);
  expect(await store.installed()).toBeNull();
});

test('a file that vanishes after it was verified is fetched once more', async () => {
  const { server, place, install, isWhole } = await bench();
  const victim = path.join(place.folder, 'next/data/large');
  const smallHash = [...release.chunks].find(([, bytes]) => bytes.length === 1)?.[0] ?? '';
  let taken = 0;
  // What comes last is held back until the other one lies there, and somebody took it.
  server.misbehave = (hash, request, response) => {
    if (hash !== smallHash || taken > 0) return false;
    void vi
      .waitFor(() => expect(readFileSync(victim, 'utf8')).toBe(large), 20_000)
      .then(() => {
        rmSync(victim);
        taken += 1;
        sendChunk(release.chunks.get(hash), hash, request, response);
      });
    return true;
  };
  expect(await install()).toMatchObject({ ok: true });
  expect([taken, server.asked.get(largeHash), isWhole()]).toEqual([1, 2, true]);
});

test('a file that is gone again after that is named', async () => {
  const workerFile = path.join(testFolder(), 'worker.cjs');
  writeFileSync(
    workerFile,
    `const { parentPort } = require('node:worker_threads');
    const values = {
      begin: { needsManifest: false },
      admit: { line: 'line', highest: null },
      assemble: { missing: [], fetchedBytes: 0 },
      verifyNext: { missing: [], file: 'data/large' },
      end: null,
    };
    parentPort.on('message', ({ name }) =>
      parentPort.postMessage({ kind: 'answer', outcome: { ok: true, value: values[name] } }));`,
  );
  const { place } = await bench();
  const store = plainStore({ ...place, workerFile });
  expect(await store.install(release.offer, plainRun(release.offer))).toEqual({
    ok: false,
    problem: { kind: 'removed', file: 'data/large' },
  });
});

test('a worker that breaks is a defect, and the next call starts another', async () => {
  const workerFile = path.join(testFolder(), 'worker.cjs');
  writeFileSync(workerFile, `throw new Error('broken');`);
  const { place } = await bench();
  const store = plainStore({ ...place, workerFile });
  await expect(store.installed()).rejects.toThrow('broken');
  writeFileSync(workerFile, readFileSync(place.workerFile));
  expect(await store.installed()).toBeNull();
});

test('a folder whose disk is gone is named, and nothing is made in its place', async () => {
  const { place, install } = await bench();
  place.folder = path.join(testFolder(), 'stick/program');
  expect(await install()).toEqual({
    ok: false,
    problem: { kind: 'folder-gone', folder: place.folder },
  });
  expect(readdirSync(path.join(place.folder, '../..'))).toEqual([]);
});
