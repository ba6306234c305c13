// Faulty servers and networks: the loader reports the fault, accepts no wrong bytes, and keeps the
// chunks that it has.
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test, vi } from 'vitest';
import { createNodeDownloads } from '@latchkey/client/http-node.ts';
import { deliveryWorker } from './delivery-parts.ts';
import {
  largeHash,
  largeBytes,
  type Misbehaviour,
  withServer,
  etag,
  half,
  cutOff,
  firstTime,
} from './faults-parts.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

test('an interrupted download resumes at its offset', async () => {
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
])('a chunk starts over if a range request gets %s', async (_what, answer) => {
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
])('%s is tolerated', async (what, misbehave) => {
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
  'a fault of the server is reported, and written chunks stay: %s',
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

test('a silent server times out', async () => {
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
