// Downloads a release of the loader like a program: the result is one verified file, which only a
// newer release of this brand replaces.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { noise } from '../support/noise.ts';
import { deliveryWorker, memory, testFolder } from './delivery-parts.ts';
import { hurried } from './instant-clock.ts';
import {
  brandId,
  makeLoaderRelease,
  makeRelease,
  serveRelease,
  testKey,
  type MadeRelease,
} from './handmade-release.ts';
import { plainRun, plainStore, type PlainPlace } from './plain-store.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

const [key, next] = [testKey(), testKey()];
const content = noise(40_000, 61).toString('hex');
const release = makeLoaderRelease(key, 5, content);
/** Has the id of the pinned key, but the signature of another release. */
const wronglySigned: MadeRelease = {
  ...makeLoaderRelease(key, 6, 'x'),
  signature: release.signature,
};
const notGenuine = { ok: false, problem: { kind: 'not-genuine' } };

async function bench() {
  const server = await serveRelease(release);
  onTestFinished(() => server.close());
  const place: PlainPlace = {
    workerFile: await deliveryWorker(),
    url: server.url,
    publicKey: key.publicKey,
    folder: path.join(testFolder(), 'loader'),
  };
  const parts = { brandId, sequences: memory(), clock: hurried() };
  const openWith = (publisherKeys: readonly string[]) =>
    plainStore(place, { ...parts, publisherKeys });
  const open = () => openWith([key.publicKey, next.publicKey]);
  const store = open();
  return {
    server,
    store,
    openWith,
    open,
    install: (made: MadeRelease) => {
      server.serve = made;
      return store.install(made.offer, plainRun(made.offer));
    },
  };
}

/** The verified file, which must have this content. */
async function expectFile(store: ReturnType<typeof plainStore>, expected: string) {
  const ready = await store.ready();
  if (!ready.ok) throw new Error(ready.reason);
  expect(path.basename(ready.file)).toBe('fjord.AppImage');
  expect(readFileSync(ready.file, 'utf8') === expected).toBe(true);
  return ready.file;
}

test('a release of the loader becomes one verified, executable file', async () => {
  const { store, install, open } = await bench();
  expect(await install(release)).toMatchObject({ ok: true, program: { version: '1.5.0' } });
  const file = await expectFile(store, content);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o100).toBe(0o100);
  // After a restart, it is still there.
  expect(await open().installed()).toMatchObject({ sequence: 5 });
  await expectFile(open(), content);
});

test.each<[string, MadeRelease]>([
  ['is a program', makeRelease(key, 6, { 'run.sh': 'x', 'fjord.AppImage': 'x' })],
  ['is of another brand', makeLoaderRelease(key, 6, 'x', { entry: 'tools.other.loader' })],
  ['is for another platform', makeLoaderRelease(key, 6, 'x', { platform: 'linux-arm64' })],
  ['is of another application', makeLoaderRelease(key, 6, 'x', { ownerid: 'OTHER12345' })],
  ['is of another channel', makeLoaderRelease(key, 6, 'x', { channel: 'beta' })],
  ['has the signature of another release', wronglySigned],
  // A compromised service names a manifest that the attacker signed.
  ['is signed by another key', makeLoaderRelease(testKey(), 6, 'x')],
])('a release that %s is refused before any chunk is fetched', async (_what, theirs) => {
  const { server, store, install } = await bench();
  expect(await install(theirs)).toEqual(notGenuine);
  expect(server.asked.size).toBe(0);
  expect(await store.ready()).toEqual({ ok: false, reason: 'none' });
  // The control: the right release, and then the refused one again.
  expect(await install(release)).toMatchObject({ ok: true });
  expect(await install(theirs)).toEqual(notGenuine);
  await expectFile(store, content);
});

test('a lower sequence is refused, whichever pinned key signed it', async () => {
  const { store, install } = await bench();
  const older = { ok: false, problem: { kind: 'older' } };
  const newest = makeLoaderRelease(next, 7, 'the next key signs');
  expect(await install(release)).toMatchObject({ ok: true });
  expect(await install(newest)).toMatchObject({ ok: true });
  expect(await install(makeLoaderRelease(key, 6, 'with a hole'))).toEqual(older);
  expect(await install(release)).toEqual(older);
  // The service cannot give an old release a new number or version.
  const { offer } = release;
  const lie = { ...release, offer: { ...offer, sequence: 8, version: '1.8.0' } };
  expect(await install(lie)).toEqual(notGenuine);
  await expectFile(store, 'the next key signs');
  // The control: the older file under a new version and sequence.
  expect(await install(makeLoaderRelease(key, 8, content))).toMatchObject({ ok: true });
  await expectFile(store, content);
});

test('a key is rotated by pinning both keys first, and then only the next one', async () => {
  const { server, openWith } = await bench();
  const sign = (by: typeof key, sequence: number) => makeLoaderRelease(by, sequence, content);
  const run = (store: ReturnType<typeof openWith>, made: MadeRelease) => {
    server.serve = made;
    return store.install(made.offer, plainRun(made.offer));
  };
  const before = openWith([key.publicKey]);
  expect(await run(before, sign(key, 1))).toMatchObject({ ok: true });
  expect(await run(before, sign(next, 2))).toEqual(notGenuine);
  // The package that this release brings pins both keys, and a later one only the next key.
  expect(await run(before, sign(key, 2))).toMatchObject({ ok: true });
  const between = openWith([key.publicKey, next.publicKey]);
  expect(await run(between, sign(next, 3))).toMatchObject({ ok: true });
  const after = openWith([next.publicKey]);
  expect(await run(after, sign(key, 4))).toEqual(notGenuine);
  expect(await run(after, sign(next, 4))).toMatchObject({ ok: true });
});

test('a change to the file after its verification is detected before it is used', async () => {
  const { store, install } = await bench();
  expect(await install(release)).toMatchObject({ ok: true });
  const file = await expectFile(store, content);
  writeFileSync(file, content.replace(/^./, 'x'));
  expect(await store.ready()).toEqual({ ok: false, reason: 'damaged' });
  expect(await install(release)).toMatchObject({ ok: true });
  await expectFile(store, content);
});

test('a truncated download never becomes a file, and the next run completes it', async () => {
  const { server, store, install } = await bench();
  server.misbehave = (_hash, _request, response) => {
    response.writeHead(200, { 'content-length': '10' }).end('0123456789');
    return true;
  };
  expect(await install(release)).toMatchObject({ ok: false });
  expect(await store.ready()).toEqual({ ok: false, reason: 'none' });
  server.misbehave = () => false;
  expect(await install(release)).toMatchObject({ ok: true });
  await expectFile(store, content);
});
