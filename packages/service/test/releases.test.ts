// Releases: pushed, offered to sessions, fetched in ranges, retracted, rolled out and pruned.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isReferenced } from '../src/storage/file-contents.ts';
import { createStoredFiles } from '../src/storage/stored-files.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { addOtherApplication } from './support/another-application.ts';
import { ownApplicationId } from './support/own-application.ts';
import { noise } from '../../../test/support/noise.ts';
import { chunkOf, manifestOf, openReleases, program, stable } from './releases-parts.ts';

const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test('a release is offered once it is complete, and its files are served unchanged', async () => {
  const { made, push, offer, get, service, signIn } = await openReleases();
  const session = await signIn(await service.addUser());
  expect(await offer(session)).toBeNull();
  const release = await made(5, program);
  const pushed = await push(release, '--json');
  expect(pushed.exitCode, pushed.stderr).toBe(0);
  const { chunks, bytes, sha256: hash } = manifestOf(release);
  expect(pushed.json()).toMatchObject({
    sequence: 5,
    manifest: hash,
    uploadedChunks: chunks.length,
  });
  const offered = await offer(session);
  expect(offered).toMatchObject({
    sequence: 5,
    version: '1.5',
    manifestSha256: hash,
    manifestSize: bytes.length,
    required: false,
    notes: '',
    size: sum(Object.values(program).map((content) => content.length)),
    stored: sum(chunks.map(({ stored }) => stored)),
  });
  if (offered === null) throw new Error('Nothing is offered');
  const manifest = await get(offered.manifest);
  expect(manifest.headers.get('cache-control')).toBe('no-store');
  expect(Buffer.from(await manifest.arrayBuffer())).toEqual(bytes);
  const signature = await get(`${offered.manifest}.sig`);
  expect(await signature.json()).toEqual(
    JSON.parse(readFileSync(join(release, 'manifest.json.sig'), 'utf8')),
  );
  for (const { storedSha256 } of chunks) {
    const chunk = await get(offered.chunks + storedSha256);
    expect(chunk.headers.get('etag')).toBe(`"${storedSha256}"`);
    expect(sha256(Buffer.from(await chunk.arrayBuffer()))).toBe(storedSha256);
  }
  expect(await offer(session, { ...stable, channel: 'beta' })).toBeNull();
  expect(await offer(session, { ...stable, platform: 'win32-x64' })).toBeNull();
  expect(await offer(session, { ...stable, kind: 'loader', install: 'a'.repeat(16) })).toBeNull();
});

test('serves chunks in single ranges, and completely if they changed', async () => {
  const { made, push, offer, get, service, signIn } = await openReleases();
  const release = await made(1);
  await push(release);
  const { chunks } = (await offer(await signIn(await service.addUser()))) ?? { chunks: '' };
  const { sha256: hash, bytes } = chunkOf(release);
  const etag = `"${hash}"`;
  const part = await get(chunks + hash, { range: 'bytes=100-', 'if-range': etag });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 100-${bytes.length - 1}/${bytes.length}`);
  expect(bytes.subarray(100).equals(await bytesOf(part))).toBe(true);
  const changed = await get(chunks + hash, { range: 'bytes=100-', 'if-range': '"other"' });
  expect(changed.status).toBe(200);
  expect(bytes.equals(await bytesOf(changed))).toBe(true);
  expect((await get(chunks + hash, { range: `bytes=${bytes.length}-` })).status).toBe(416);
});

test('a push uploads only missing chunks, and resumes after a failure', async () => {
  const { made, push, latchkey, service, offer, signIn, ask } = await openReleases();
  const parts = { ...program, 'more.bin': noise(900_000, 22), 'other.bin': noise(300_000, 23) };
  const release = await made(1, parts);
  const { chunks, sha256: manifest } = manifestOf(release);
  expect(chunks.length).toBeGreaterThan(3);
  const { sha256: hash, bytes } = chunkOf(release);
  // Only two chunks can be read.
  const hidden = chunks.slice(2).map(({ storedSha256 }) => join(release, 'chunks', storedSha256));
  const kept = hidden.map((file) => readFileSync(file));
  for (const file of hidden) rmSync(file);
  const broken = await push(release);
  expect(broken).toMatchObject({ exitCode: 1 });
  expect(broken.stderr).toContain('is damaged');
  const user = await service.addUser();
  expect(await offer(await signIn(user))).toBeNull();
  const early = await ask('publishrelease', { manifest });
  expect(early.message).toBe('Chunks of this release are missing. Upload them first.');
  hidden.forEach((file, at) => writeFileSync(file, kept[at] ?? ''));
  const there = new Set(readdirSync(join(service.dataFolder, 'files', ownApplicationId)));
  const lacking = chunks.filter(({ storedSha256 }) => !there.has(storedSha256)).length;
  expect((await push(release, '--json')).json()).toMatchObject({ uploadedChunks: lacking });
  // The next release shares all other chunks. A repeated push uploads nothing.
  const next = await made(2, { ...parts, 'new.txt': 'new' });
  expect((await push(next, '--json')).json()).toMatchObject({ uploadedChunks: 1 });
  expect((await push(next, '--json')).json()).toMatchObject({ success: true, uploadedChunks: 0 });
  expect(await offer(await signIn(user))).toMatchObject({ sequence: 2 });
  const listed = await latchkey(['list', '--json']);
  const releases = listed.json()['releases'] as { sequence: number; state: string }[]; // as listed
  expect(releases.map(({ sequence, state }) => [sequence, state])).toEqual([
    [2, 'published'],
    [1, 'published'],
  ]);
  const stored = readFileSync(join(service.dataFolder, 'files', ownApplicationId, hash));
  expect(bytes.equals(stored)).toBe(true);
});

test('sizes of the same contents in another application do not limit a push', async () => {
  const { made, push, service } = await openReleases();
  const { id: applicationId } = await addOtherApplication(service, { id: 'another' });
  const release = await made(1);
  const { sha256: manifestSha256, chunks } = manifestOf(release);
  const said = [manifestSha256, ...chunks.map(({ storedSha256 }) => storedSha256)];
  await service.database
    .insertInto('releaseContents')
    .values(said.map((sha256) => ({ applicationId, manifestSha256, sha256, size: 1 })))
    .execute();
  expect(await push(release)).toMatchObject({ exitCode: 0 });
});

test('refuses a release that cannot be published, with the reason', async () => {
  const { made, push, ask } = await openReleases();
  await push(await made(7));
  const lower = await push(await made(6, { ...program, 'x.txt': 'x' }));
  expect(lower.stderr).toContain('must be higher than that of the newest');
  expect((await push(await made(1, program, { channel: 'beta' }))).exitCode).toBe(0);
  const unknown = { manifest: 'a'.repeat(64), keyid: 'b'.repeat(16), signature: 'c'.repeat(128) };
  expect((await ask('beginrelease', unknown)).message).toBe(
    'The manifest is not uploaded yet. Upload it first.',
  );
  for (const type of ['missingchunks', 'publishrelease'])
    expect((await ask(type, { manifest: unknown.manifest })).message).toContain(
      'does not exist yet',
    );
  const none = { ...stable, sequence: '99' };
  expect((await ask('retractrelease', none)).message).toBe('This release does not exist.');
  expect((await ask('rolloutrelease', { ...none, rollout: '5' })).message).toBe(
    'This release does not exist.',
  );
});

test('a retracted release is neither offered nor served, and the previous one is offered', async () => {
  const { made, push, offer, get, latchkey, service, signIn } = await openReleases();
  const session = await signIn(await service.addUser());
  await push(await made(1));
  await push(await made(2, { ...program, 'new.txt': 'new' }), '--required');
  const before = await offer(session);
  expect(before).toMatchObject({ sequence: 2, required: true });
  const named = ['--channel', 'stable', '--platform', 'linux-x64', '--sequence', '2'];
  expect((await latchkey(['retract', ...named])).exitCode).toBe(0);
  expect(await offer(session)).toMatchObject({ sequence: 1, required: false });
  const gone = await get(before?.manifest ?? '');
  expect(await gone.json()).toMatchObject({ success: false, reason: 'file-unknown' });
  expect((await latchkey(['retract', ...named, '--undo'])).exitCode).toBe(0);
  expect(await offer(session)).toMatchObject({ sequence: 2 });
});

test('a rollout selects accounts, always in the same order', async () => {
  const { made, push, latchkey, service, signIn, offer } = await openReleases();
  await push(await made(1));
  await push(await made(2, { ...program, 'new.txt': 'new' }), '--rollout', '0');
  const sessions: string[] = [];
  for (let count = 0; count < 24; count += 1)
    sessions.push(await signIn(await service.addUser({ username: `user-${count}` })));
  const sequences = async () => {
    const all = [];
    for (const session of sessions) all.push((await offer(session))?.sequence ?? 0);
    return all;
  };
  const named = ['--channel', 'stable', '--platform', 'linux-x64', '--sequence', '2'];
  const at = async (percent: number) => {
    expect((await latchkey(['rollout', String(percent), ...named])).exitCode).toBe(0);
    return sequences();
  };
  expect(new Set(await sequences())).toEqual(new Set([1]));
  const [few, again, most, all] = [await at(30), await sequences(), await at(80), await at(100)];
  expect(again).toEqual(few);
  few.forEach((sequence, user) => expect(most[user]).toBeGreaterThanOrEqual(sequence));
  expect(new Set(all)).toEqual(new Set([2]));
});

test('a release asked for by its sequence is offered until it is retracted', async () => {
  const { made, push, latchkey, offer, get, service, signIn } = await openReleases();
  const session = await signIn(await service.addUser());
  const asked = (sequence: string, more = {}) => offer(session, { ...stable, sequence, ...more });
  const first = await made(1);
  await push(first);
  await push(await made(2, { ...program, 'new.txt': 'new' }));
  expect(await offer(session)).toMatchObject({ sequence: 2 });
  const installed = await asked('1');
  expect(installed).toMatchObject({ sequence: 1, manifestSha256: manifestOf(first).sha256 });
  const { manifest = '' } = installed ?? {};
  expect((await get(manifest)).status).toBe(200);
  expect(await asked('3')).toBeNull();
  expect(await asked('1', { channel: 'beta' })).toBeNull();
  const named = (sequence: string) => [
    ...['--channel', 'stable', '--platform', 'linux-x64', '--sequence', sequence],
  ];
  expect((await latchkey(['rollout', '0', ...named('2')])).exitCode).toBe(0);
  expect(await asked('2')).toBeNull();
  expect((await latchkey(['retract', ...named('1')])).exitCode).toBe(0);
  expect(await asked('1')).toBeNull();
  const gone = await get(manifest);
  expect(await gone.json()).toMatchObject({ success: false, reason: 'file-unknown' });
});

test('pruning removes old releases and the contents that no other release needs', async () => {
  const { made, push, latchkey, service, ask, offer, signIn, clock } = await openReleases();
  const own = join(service.dataFolder, 'files', ownApplicationId);
  const old = await made(1, { ...program, 'old.bin': noise(300_000, 31) });
  await push(old);
  const onlyOld = manifestOf(old);
  for (const sequence of [2, 3])
    await push(await made(sequence, { ...program, 'new.txt': `new ${sequence}` }));
  // A release that was begun and abandoned.
  const left = await made(4, { ...program, 'left.txt': 'left' });
  const there = new Set(readdirSync(own));
  for (const { storedSha256 } of manifestOf(left).chunks)
    if (!there.has(storedSha256)) rmSync(join(left, 'chunks', storedSha256));
  expect((await push(left)).exitCode).toBe(1);
  expect((await latchkey(['prune', '--keep', '2', '--yes', '--json'])).json()).toMatchObject({
    removed: 1,
  });
  const names = readdirSync(own);
  expect(names).not.toContain(onlyOld.sha256);
  const kept = new Set(
    (await made(2, program).then(manifestOf)).chunks.map((chunk) => chunk.storedSha256),
  );
  for (const { storedSha256 } of onlyOld.chunks)
    expect(names.includes(storedSha256), storedSha256).toBe(kept.has(storedSha256));
  expect(await offer(await signIn(await service.addUser()))).toMatchObject({ sequence: 3 });
  const states = async () =>
    ((await ask('fetchreleases')).body['releases'] as { state: string }[]).map(
      ({ state }) => state,
    );
  expect(await states()).toEqual(['uploading', 'published', 'published']);
  clock.ms += 8 * 86_400_000;
  expect((await ask('prunereleases', { keep: '1' })).body).toMatchObject({ removed: 2 });
  expect(await states()).toEqual(['published']);
  const rows = service.database.selectFrom('releaseContents').select('manifestSha256').distinct();
  expect(await rows.execute()).toHaveLength(1);
});

test('the sweep deletes a manifest without a release, and no contents of a release', async () => {
  const { made, push, service, ask, offer, get, signIn } = await openReleases();
  const release = await made(1);
  await push(release);
  const { upload } = (await ask('uploadrelease')).body as { readonly upload: string }; // as its schema says
  const stray = Buffer.from('stray');
  const address = `${service.url}${upload}${sha256(stray)}`;
  expect((await fetch(address, { method: 'PUT', body: stray })).status).toBe(200);
  const place = join(service.dataFolder, 'files', ownApplicationId, sha256(stray));
  expect(existsSync(place)).toBe(true);
  const inTwoHours = unixMs(Date.now() + 2 * 3_600_000);
  await createStoredFiles(service.dataFolder).sweep(
    (...content) => isReferenced(service.database, ...content),
    inTwoHours,
  );
  expect(existsSync(place)).toBe(false);
  const { chunks } = (await offer(await signIn(await service.addUser()))) ?? { chunks: '' };
  const { sha256: hash, bytes } = chunkOf(release);
  expect(bytes.equals(await bytesOf(await get(chunks + hash)))).toBe(true);
});
