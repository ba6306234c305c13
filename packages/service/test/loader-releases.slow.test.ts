// Releases of the loader: offered and served without a session, in the same way as programs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { chunkOf, loaderFile, manifestOf, openReleases, stable } from './releases-parts.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const installs = Array.from({ length: 40 }, (_, at) => at.toString(16).padStart(16, '0'));
const line = ['--kind', 'loader', '--channel', 'stable', '--platform', 'linux-x64'];

test('offers nothing where no loader was published, although a program was', async () => {
  const { made, push, loaderOffer } = await openReleases();
  expect(await loaderOffer()).toBeNull();
  await push(await made(1));
  expect(await loaderOffer()).toBeNull();
});

test('offers the newest loader without a session, and serves its files unchanged', async () => {
  const { madeLoader, push, loaderOffer, get } = await openReleases();
  await push(await madeLoader(1));
  const release = await madeLoader(2, {}, Buffer.concat([loaderFile, Buffer.from('new')]));
  await push(release);
  const { bytes, sha256: hash, chunks } = manifestOf(release);
  const offered = await loaderOffer();
  expect(offered).toMatchObject({
    sequence: 2,
    version: '1.2.0',
    manifestSha256: hash,
    manifestSize: bytes.length,
    required: false,
    size: loaderFile.length + 3,
  });
  if (offered === null) throw new Error('Nothing is offered');
  expect(Buffer.from(await (await get(offered.manifest)).arrayBuffer()).equals(bytes)).toBe(true);
  const signature: unknown = await (await get(`${offered.manifest}.sig`)).json();
  expect(signature).toEqual(JSON.parse(readFileSync(join(release, 'manifest.json.sig'), 'utf8')));
  for (const { storedSha256 } of chunks) {
    const chunk = await get(offered.chunks + storedSha256);
    expect(sha256(Buffer.from(await chunk.arrayBuffer()))).toBe(storedSha256);
  }
  const { sha256: first, bytes: content } = chunkOf(release);
  const part = await get(offered.chunks + first, { range: 'bytes=100-' });
  expect(part.status).toBe(206);
  expect(content.subarray(100).equals(Buffer.from(await part.arrayBuffer()))).toBe(true);
  expect(await loaderOffer(undefined, { ...stable, channel: 'beta' })).toBeNull();
  expect(await loaderOffer(undefined, { ...stable, platform: 'win32-x64' })).toBeNull();
});

test('a loader that init refuses still gets its release, with any session or none', async () => {
  const { madeLoader, push, send, init, signIn, service } = await openReleases();
  await push(await madeLoader(1));
  const old = await send({ type: 'init', ver: '0.1' });
  expect(old.body).toMatchObject({ success: false, reason: 'update-required' });
  const ask = { type: 'release', kind: 'loader', install: 'a'.repeat(16), ...stable };
  const user = await service.addUser();
  const expired = await signIn(user);
  await service.changeUser(user.username, 'expire');
  const sessions = [{}, { sessionid: 'gone' }, { sessionid: await init() }, { sessionid: expired }];
  for (const session of sessions)
    expect((await send({ ...ask, ...session })).body).toMatchObject({
      success: true,
      release: { sequence: 1 },
    });
  // These requests did not end the session of the expired user. The next one does.
  expect((await send({ type: 'check', sessionid: expired })).body['reason']).toBe(
    'no-subscription',
  );
});

test('requires a session for a program, and an installation id for a loader', async () => {
  const { send } = await openReleases();
  const ask = { type: 'release', ...stable };
  const refusals: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{}, 'The parameter "sessionid" is missing.'],
    [{ kind: 'program', install: 'a'.repeat(16) }, 'The parameter "sessionid" is missing.'],
    [{ kind: 'loader' }, 'The parameter "install" is missing.'],
    [{ kind: 'loader', install: '' }, 'The parameter "install" is missing.'],
    [{ kind: 'loader', install: 'A'.repeat(16) }, 'The parameter "install" is not valid.'],
    [{ kind: 'loader', install: 'a'.repeat(17) }, 'The parameter "install" is not valid.'],
    [{ kind: 'driver' }, 'The parameter "kind" is not valid.'],
  ];
  for (const [words, message] of refusals)
    expect((await send({ ...ask, ...words })).body).toMatchObject({
      success: false,
      reason: 'bad-request',
      message,
    });
  const unknown = await send({ ...ask, kind: 'program', sessionid: 'gone' });
  expect(unknown.body['reason']).toBe('session-gone');
});

test('a rollout selects installations, always in the same order', async () => {
  const { madeLoader, push, latchkey, loaderOffer } = await openReleases();
  await push(await madeLoader(1));
  await push(await madeLoader(2), '--rollout', '0');
  const sequences = async () => {
    const all: number[] = [];
    for (const install of installs) all.push((await loaderOffer(install))?.sequence ?? 0);
    return all;
  };
  const at = async (percent: number) => {
    const ran = await latchkey(['rollout', String(percent), ...line, '--sequence', '2']);
    expect(ran.exitCode, ran.stderr).toBe(0);
    return sequences();
  };
  expect(new Set(await sequences())).toEqual(new Set([1]));
  const [few, again, most, all] = [await at(30), await sequences(), await at(80), await at(100)];
  expect(again).toEqual(few);
  expect(new Set(few)).toEqual(new Set([1, 2]));
  few.forEach((sequence, at) => expect(most[at]).toBeGreaterThanOrEqual(sequence));
  expect(new Set(all)).toEqual(new Set([2]));
});

test('a retracted loader is neither offered nor served, and the previous one is offered', async () => {
  const { madeLoader, made, push, latchkey, loaderOffer, get, offer, signIn, service } =
    await openReleases();
  await push(await madeLoader(1));
  await push(await madeLoader(2));
  await push(await made(2));
  const session = await signIn(await service.addUser());
  const before = await loaderOffer();
  const retract = ['retract', ...line, '--sequence', '2'];
  expect((await latchkey(retract)).exitCode).toBe(0);
  expect(await loaderOffer()).toMatchObject({ sequence: 1 });
  const gone: unknown = await (await get(before?.manifest ?? '')).json();
  expect(gone).toMatchObject({ success: false, reason: 'file-unknown' });
  // The program with the same sequence is still offered.
  expect(await offer(session)).toMatchObject({ sequence: 2 });
  expect((await latchkey([...retract, '--undo'])).exitCode).toBe(0);
  expect(await loaderOffer()).toMatchObject({ sequence: 2 });
});

test('a loader needs a higher sequence than the newest loader, regardless of programs', async () => {
  const { madeLoader, made, push, loaderOffer } = await openReleases();
  await push(await made(9));
  expect((await push(await madeLoader(2))).exitCode).toBe(0);
  expect((await push(await madeLoader(1))).stderr).toContain('must be higher than that');
  expect((await push(await madeLoader(3))).exitCode).toBe(0);
  expect(await loaderOffer()).toMatchObject({ sequence: 3 });
});

test('pruning keeps the newest loaders and programs apart', async () => {
  const { madeLoader, made, push, latchkey, loaderOffer, offer, signIn, service } =
    await openReleases();
  for (const sequence of [1, 2]) await push(await madeLoader(sequence));
  for (const sequence of [1, 2, 3]) await push(await made(sequence));
  const pruned = await latchkey(['prune', '--keep', '1', '--yes', '--json']);
  expect(pruned.json()).toMatchObject({ removed: 3 });
  expect(await loaderOffer()).toMatchObject({ sequence: 2 });
  expect(await offer(await signIn(await service.addUser()))).toMatchObject({ sequence: 3 });
});

test('a stopped application offers and serves no loader until it runs again', async () => {
  const { madeLoader, push, send, loaderOffer, get, service } = await openReleases();
  await push(await madeLoader(1));
  const offered = await loaderOffer();
  const reasons = async () => {
    const ask = { type: 'release', kind: 'loader', install: 'a'.repeat(16), ...stable };
    const served = (await (await get(offered?.manifest ?? '')).json()) as { reason?: unknown };
    return [(await send(ask)).body['reason'], served.reason];
  };
  await service.setApp({ paused: true });
  expect(await reasons()).toEqual(['app-paused', 'app-paused']);
  await service.setApp({ paused: false, enabled: false });
  expect(await reasons()).toEqual(['app-disabled', 'app-disabled']);
  await service.setApp({ enabled: true });
  expect(await reasons()).toEqual([undefined, undefined]);
});
