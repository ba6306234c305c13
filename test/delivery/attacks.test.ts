// Attackers on the network, or with the service's key, try to install their own files. Each attack
// is refused, and the genuine release installs afterwards: only the attack caused the refusal.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { noise } from '../support/noise.ts';
import { deliveryWorker, testFolder } from './delivery-parts.ts';
import { hurried } from './instant-clock.ts';
import {
  makeLoaderRelease,
  makeRelease,
  sendChunk,
  serveRelease,
  testKey,
  type MadeRelease,
} from './handmade-release.ts';
import { plainRun, plainStore, type PlainPlace } from './plain-store.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

const key = testKey();
const files = {
  'run.sh': '#!/bin/sh\n',
  'data/a': noise(30_000, 5).toString('hex'),
  // Too short to compress, so both chunks have the same size on the network.
  'data/c': 'qjwzkvxyhgubdnmp',
  'data/d': 'pmndbughyxvkzwjq',
};
const release = makeRelease(key, 5, files);

async function bench() {
  const server = await serveRelease(release);
  onTestFinished(() => server.close());
  const place: PlainPlace = {
    workerFile: await deliveryWorker(),
    url: server.url,
    publicKey: key.publicKey,
    folder: path.join(testFolder(), 'program'),
  };
  const store = plainStore(place, { clock: hurried() });
  const at = (...names: string[]) => path.join(place.folder, ...names);
  return {
    server,
    store,
    at,
    install: (made: MadeRelease) => {
      server.serve = made;
      return store.install(made.offer, plainRun(made.offer));
    },
    expectWhole: () => {
      for (const [name, content] of Object.entries(files))
        expect(readFileSync(at('current', name), 'utf8') === content, name).toBe(true);
    },
  };
}

const notGenuine = { ok: false, problem: { kind: 'not-genuine' } };

test.each<[string, MadeRelease]>([
  // With the service's key, an attacker can name their own manifest in a correctly signed answer
  // to the request.
  [
    'a stolen service key has named, signed by a key of their own',
    makeRelease(testKey(), 6, files),
  ],
  ['was made for another application', makeRelease(key, 6, files, { name: 'Other' })],
  [
    'was made for the application of another owner',
    makeRelease(key, 6, files, { ownerid: 'OTHER12345' }),
  ],
  ['was made for another platform', makeRelease(key, 6, files, { platform: 'win32-x64' })],
  ['was made for another channel', makeRelease(key, 6, files, { channel: 'beta' })],
  ['is a loader', makeLoaderRelease(key, 6, 'the loader')],
])('a release that %s is refused before any chunk is fetched', async (_what, theirs) => {
  const { server, store, install, at, expectWhole } = await bench();
  expect(await install(theirs)).toEqual(notGenuine);
  expect(server.asked.size).toBe(0);
  expect(await store.installed()).toBeNull();
  expect(existsSync(at('next'))).toBe(false);
  expect(await install(release)).toMatchObject({ ok: true });
  expectWhole();
});

test('an older release is refused even if it is signed, and none of its files are installed', async () => {
  const { server, store, install, expectWhole } = await bench();
  const older = makeRelease(key, 4, { ...files, 'run.sh': '#!/bin/sh\n# with a hole\n' });
  expect(await install(release)).toMatchObject({ ok: true });
  server.asked.clear();
  expect(await install(older)).toEqual({ ok: false, problem: { kind: 'older' } });
  // The answer gives the old release a newer sequence, which its manifest contradicts.
  server.serve = older;
  const lie = { ...older.offer, sequence: 6, version: '1.6' };
  expect(await store.install(lie, plainRun(lie))).toEqual(notGenuine);
  expect(server.asked.size).toBe(0);
  expect(await store.installed()).toMatchObject({ sequence: 5 });
  expectWhole();
  expect(await install(makeRelease(key, 6, files))).toMatchObject({ ok: true });
});

test('two genuine chunks served in place of each other are refused', async () => {
  const { server, store, install, expectWhole } = await bench();
  const [one = '', two = ''] = [...release.chunks]
    .filter(([, bytes]) => bytes.length === 16)
    .map(([hash]) => hash);
  expect(two).not.toBe('');
  server.misbehave = (hash, request, response) => {
    if (hash !== one && hash !== two) return false;
    const other = hash === one ? two : one;
    sendChunk(release.chunks.get(other), hash, request, response);
    return true;
  };
  expect(await install(release)).toEqual(notGenuine);
  expect(await store.installed()).toBeNull();
  server.misbehave = () => false;
  expect(await install(release)).toMatchObject({ ok: true });
  expectWhole();
});

test(
  'replacing a folder with a link during an install leaves other files unchanged',
  { tags: 'links' },
  async () => {
    const { server, install, at, expectWhole } = await bench();
    const outside = testFolder();
    mkdirSync(path.join(outside, 'data'));
    writeFileSync(path.join(outside, 'run.sh'), 'theirs');
    let swapped = 0;
    server.misbehave = () => {
      if (swapped === 0 && existsSync(at('next'))) {
        renameSync(at('next'), at('stolen'));
        symlinkSync(outside, at('next'));
        swapped += 1;
      }
      return false;
    };
    expect(await install(release)).toMatchObject({ ok: true });
    expect(swapped).toBe(1);
    expectWhole();
    expect(readFileSync(path.join(outside, 'run.sh'), 'utf8')).toBe('theirs');
    expect(readdirSync(path.join(outside, 'data'))).toEqual([]);
  },
);

test.each(['next', 'program', 'parent'])(
  "replacing the %s folder with a link during an installation leaves the victim's files unchanged",
  { tags: 'links' },
  async (which) => {
    const { server, store, install, at, expectWhole } = await bench();
    const victim = testFolder();
    mkdirSync(path.join(victim, 'program', 'data'), { recursive: true });
    const letters = ['run.sh', 'next.chunks', 'lock', 'program/run.sh', 'program/next.chunks'];
    for (const name of letters) writeFileSync(path.join(victim, name), 'theirs');
    const before = readdirSync(victim, { recursive: true }).sort();
    const place = { next: at('next'), program: at(), parent: path.dirname(at()) }[which] ?? '';
    let swapped = false;
    server.misbehave = (hash, request, response) => {
      if (swapped) return false;
      renameSync(place, `${place}-stolen`);
      symlinkSync(victim, place);
      swapped = true;
      sendChunk(release.chunks.get(hash), hash, request, response);
      return true;
    };
    const installing = await install(release);
    expect(swapped).toBe(true);
    if (which === 'next') expect(installing).toMatchObject({ ok: true });
    else expect(installing).toMatchObject({ problem: { kind: 'folder-unsafe', cause: 'link' } });
    expect(readdirSync(victim, { recursive: true }).sort()).toEqual(before);
    for (const name of letters)
      expect(readFileSync(path.join(victim, name), 'utf8')).toBe('theirs');
    // The control: without the link, the installation completes.
    if (which !== 'next') {
      rmSync(place);
      renameSync(`${place}-stolen`, place);
      expect(await install(release)).toMatchObject({ ok: true });
    } else rmSync(`${place}-stolen`, { recursive: true });
    expectWhole();
    expect(await store.ready()).toMatchObject({ ok: true });
  },
);

test('a download over connections that break after a few bytes completes', async () => {
  const { server, install, expectWhole } = await bench();
  const a = release.manifest.files.find((file) => file.path === 'data/a');
  const hash = release.manifest.chunks[a?.chunks[0] ?? -1]?.storedSha256 ?? '';
  const bytes = release.chunks.get(hash) ?? Buffer.alloc(0);
  const piece = Math.ceil(bytes.length / 12);
  server.misbehave = (asked, { headers }, response) => {
    if (asked !== hash) return false;
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    const isRest = from > 0 && {
      'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
    };
    const length = { etag: `"${hash}"`, 'content-length': bytes.length - from };
    response.writeHead(from > 0 ? 206 : 200, { ...length, ...isRest });
    response.write(bytes.subarray(from, from + piece), () => {
      if (from + piece >= bytes.length) response.end();
      else response.destroy();
    });
    return true;
  };
  expect(await install(release)).toMatchObject({ ok: true });
  // More requests than the limit for attempts without progress.
  expect(server.asked.get(hash)).toBeGreaterThan(5);
  expectWhole();
});
