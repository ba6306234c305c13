// `latchkey release push` with faults that the real service does not produce.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pushRelease } from '../src/release/push.ts';
import { readRelease } from '../src/release/release-folder.ts';
import { noise } from '../../../test/support/noise.ts';
import { temporaryPath, programFolder, publisher } from '../../../test/support/release.ts';

const files = Object.fromEntries(
  Array.from({ length: 20 }, (_, number) => [`part-${number}`, noise(2000, number)]),
);

/** A fake service that accepts every chunk, and reports the missing ones that `lacks` returns. */
async function open(lacks: (given: readonly string[], asked: number) => readonly string[]) {
  const out = temporaryPath();
  const { make } = await publisher();
  const created = await make([programFolder({ 'run.sh': '', ...files }), '--out', out], {
    entry: 'run.sh',
    sequence: '1',
  });
  expect(created.exitCode, created.stderr).toBe(0);
  const release = await readRelease(out);
  const all = release.manifest.chunks.map(({ storedSha256 }) => storedSha256);
  const put: string[] = [];
  let requestCount = 0;
  const ask = (type: string) =>
    Promise.resolve(
      type === 'missingchunks'
        ? { success: true, missing: lacks(all, (requestCount += 1)).map((sha256) => ({ sha256 })) }
        : { success: true, upload: '/upload/' },
    );
  const call = {
    ask: ask as never, // answers the three types that are called
    put: (path: string) => Promise.resolve(void put.push(path.replace('/upload/', ''))),
    progress: () => undefined,
    stop: new AbortController().signal,
  };
  return { out, all, put, upload: () => pushRelease(call, release) };
}

test('push uploads each missing chunk once', async () => {
  const { all, put, upload } = await open((every, asked) => (asked === 1 ? every : []));
  expect(await upload()).toMatchObject({ chunks: all.length });
  expect(put.slice(1).toSorted()).toEqual(all.toSorted());
});

test('push fails if a chunk of the release is missing', async () => {
  const { out, all, put, upload } = await open((every) => every);
  rmSync(join(out, 'chunks', all[2] ?? ''));
  await expect(upload()).rejects.toThrow('a chunk is missing or altered');
  expect(put.length).toBeLessThan(6);
});

test('push fails if the service lacks chunks that it accepted', async () => {
  const { all, put, upload } = await open((every) => every.slice(0, 3));
  await expect(upload()).rejects.toThrow('The service lacks chunks that it has just accepted');
  expect(put.slice(1).toSorted()).toEqual(all.slice(0, 3).toSorted());
});
