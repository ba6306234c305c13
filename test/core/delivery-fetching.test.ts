// Downloading chunks: their buffers, and the wait that the service requests.
import { expect, test } from 'vitest';
import { maxConcurrentChunks, fetchChunks } from '../../src/main/adapters/delivery/fetch-chunks.ts';
import type { Downloads } from '@latchkey/client/ports.ts';
import { download } from '../../src/main/core/delivery/download.ts';
import { createFakeClock, settled } from '../support/fake-clock.ts';

const chunks = Array.from({ length: 40 }, (_, index) => ({
  index,
  storedSha256: `hash-${index}`,
  stored: 1000 + 10 * ((index * 7) % 40),
}));

/** Every byte of a chunk is the index of the chunk. */
const downloads: Downloads = {
  async get({ url, head, piece }) {
    const index = Number(/\d+$/.exec(url)?.[0]);
    head(200, {});
    for (let left = chunks[index]?.stored ?? 0; left > 0; left -= 500) {
      await Promise.resolve();
      piece(new Uint8Array(Math.min(left, 500)).fill(index));
    }
    return { ok: true };
  },
};

test('all chunks share four buffers, which the threads transfer to each other', async () => {
  const known = new Set<ArrayBuffer>();
  const taken: number[] = [];
  let [made, refused] = [0, 0];
  const problem = await fetchChunks(
    {
      downloads,
      clock: createFakeClock(),
      signal: new AbortController().signal,
      received: () => undefined,
      partials: new Map(),
      addresses: {
        current: () => ({ manifest: '', chunks: 'https://x.invalid/' }),
        renew: () => Promise.resolve(false),
      },
      async take(index, bytes) {
        expect(bytes).toEqual(new Uint8Array(chunks[index]?.stored ?? 0).fill(index));
        if (!known.has(bytes.buffer)) made += 1;
        // Like the worker, take ownership of the buffer and return another one.
        const space = structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
        known.add(space);
        await Promise.resolve();
        const isGenuine = index !== 17 || refused === 1;
        if (isGenuine) taken.push(index);
        else refused += 1;
        return { ok: true, value: { isGenuine, space } };
      },
    },
    chunks,
  );
  expect(problem).toBeNull();
  expect(taken.sort((one, other) => one - other)).toEqual(chunks.map(({ index }) => index));
  expect([made, refused]).toEqual([maxConcurrentChunks, 1]);
});

test.each<[string, number]>([
  ['7', 7],
  ['300', 300],
  ['600', 600],
  ['86400', 600],
])(
  'a download waits as long as Retry-After: %s requests, at most ten minutes',
  async (text, seconds) => {
    const clock = createFakeClock();
    let requestCount = 0;
    const busy: Downloads = {
      get({ head, piece }) {
        requestCount += 1;
        if (requestCount === 1) head(503, { 'retry-after': text });
        else if (head(200, {})) piece(new Uint8Array(3));
        return Promise.resolve({ ok: true });
      },
    };
    const parts = {
      downloads: busy,
      clock,
      signal: new AbortController().signal,
      received: () => undefined,
      addresses: {
        current: () => ({ manifest: '', chunks: 'https://x.invalid/' }),
        renew: () => Promise.resolve(false),
      },
    };
    const done = download(parts, { address: ({ chunks: at }) => at, size: 3 });
    await settled();
    await clock.advance(seconds * 1000 - 1);
    expect(requestCount).toBe(1);
    await clock.advance(1);
    expect(await done).toMatchObject({ ok: true });
    expect(requestCount).toBe(2);
  },
);
