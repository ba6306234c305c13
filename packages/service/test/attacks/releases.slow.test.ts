// Attack: chunks of other applications and channels, altered or expired URLs, and false uploads.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addOtherApplication } from '../support/another-application.ts';
import { keyFile, cli } from '../../../cli/test/support/cli.ts';
import { noise } from '../../../../test/support/noise.ts';
import { temporaryPath, programFolder, publisher } from '../../../../test/support/release.ts';
import { ownApplicationId } from '../support/own-application.ts';
import { chunkOf, manifestOf, openReleases, program, reasonOf } from '../releases-parts.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('cannot fetch, list, change or publish releases of another application', async () => {
  const { made, push, ask, offer, wire, service, signIn } = await openReleases();
  await push(await made(1));
  const other = await addOtherApplication(service, { id: 'another' });
  const { make } = await publisher(other);
  const theirs = temporaryPath();
  const secret = { 'run.sh': '#!/bin/sh\n', 'secret.bin': noise(500_000, 77) };
  await make([programFolder(secret), '--out', theirs], { entry: 'run.sh' });
  const theirKey = keyFile(other.sellerkey);
  const pushed = await cli([
    'release',
    'push',
    theirs,
    '--url',
    service.url,
    '--key-file',
    theirKey,
  ]);
  expect(pushed.exitCode, pushed.stderr).toBe(0);
  const mine = await offer(await signIn(await service.addUser()));
  const { sha256: chunk } = chunkOf(theirs, 1);
  expect(existsSync(join(service.dataFolder, 'files', 'another', chunk))).toBe(true);
  for (const part of [chunk, manifestOf(theirs).sha256])
    expect(await reasonOf(wire, `${mine?.chunks ?? ''}${part}`)).toBe('file-unknown');
  const { releases } = (await ask('fetchreleases')).body as { readonly releases: object[] }; // as its schema says
  expect(releases).toHaveLength(1);
  const named = { channel: 'stable', platform: 'linux-x64', sequence: '1' };
  const retract = { ...named, sellerkey: other.sellerkey };
  expect((await ask('retractrelease', retract)).success).toBe(true);
  expect(await offer(await signIn(await service.addUser()))).toMatchObject({ sequence: 1 });
  // Our key cannot push the other application's release, because the release names its application.
  const foreign = await push(theirs);
  expect(foreign.stderr).toContain('belongs to another application');
});

test('a chunk of another channel is not found by its hash', async () => {
  const { made, push, offer, wire, service, signIn } = await openReleases();
  await push(await made(1));
  const inner = await made(
    1,
    { ...program, 'inner.bin': noise(400_000, 78) },
    { channel: 'inner' },
  );
  await push(inner);
  const mine = await offer(await signIn(await service.addUser()));
  const shared = new Set(manifestOf(await made(1)).chunks.map(({ storedSha256 }) => storedSha256));
  const only = manifestOf(inner).chunks.find(({ storedSha256 }) => !shared.has(storedSha256));
  expect(await reasonOf(wire, `${mine?.chunks ?? ''}${only?.storedSha256 ?? ''}`)).toBe(
    'file-unknown',
  );
  for (const part of ['', 'other', '../manifest', `${only?.storedSha256 ?? ''}x`])
    expect(await reasonOf(wire, `${mine?.chunks ?? ''}${part}`)).toBe('file-unknown');
});

test('a URL becomes invalid when it expires, its session ends or its user loses access', async () => {
  const { made, push, offer, wire, service, signIn, clock, get, send } = await openReleases();
  await push(await made(1));
  const offered = async () => {
    const user = await service.addUser();
    const session = await signIn(user);
    return { user, session, address: (await offer(session))?.manifest ?? '' };
  };
  const [out, banned, ended] = [await offered(), await offered(), await offered()];
  expect((await get(out.address)).status).toBe(200);
  await send({ type: 'logout', sessionid: out.session });
  expect(await reasonOf(wire, out.address)).toBe('session-gone');
  await service.changeUser(banned.user.username, { banned: 'Shared' });
  expect(await reasonOf(wire, banned.address)).toBe('banned');
  await service.changeUser(ended.user.username, 'expire');
  expect(await reasonOf(wire, ended.address)).toBe('no-subscription');
  const { address } = await offered();
  const altered = address.replace(/ticket=../, 'ticket=AA');
  expect(await reasonOf(wire, altered)).toBe('bad-request');
  expect(service.logText()).not.toContain(address.split('=')[1]);
  clock.ms += 601_000;
  expect(await reasonOf(wire, address)).toBe('bad-request');
});

test('offers nothing to a session that is not signed in', async () => {
  const { made, push, send, init } = await openReleases();
  await push(await made(1));
  const { body } = await send({
    type: 'release',
    sessionid: await init(),
    channel: 'stable',
    platform: 'linux-x64',
  });
  expect(body).toMatchObject({ success: false, reason: 'not-signed-in' });
});

test('an upload needs a URL of its application, and the content that the URL names', async () => {
  const { made, push, ask, service, clock, offer, signIn } = await openReleases();
  const release = await made(1);
  await push(release);
  const { upload } = (await ask('uploadrelease')).body as { readonly upload: string }; // as its schema says
  const put = async (address: string, body: Uint8Array<ArrayBuffer>, headers = {}) => {
    const response = await fetch(service.url + address, { method: 'PUT', body, headers });
    const answer = (await response.json()) as { readonly message: string };
    return `${response.status} ${answer.message}`;
  };
  const [bytes, hash] = [Buffer.from('bytes'), sha256(Buffer.from('bytes'))];
  expect(await put(upload + hash, bytes)).toBe('200 Successfully uploaded');
  const invalid = '400 This URL is not valid or has expired.';
  expect(await put(upload.replace(/ticket=../, 'ticket=AA') + hash, bytes)).toBe(invalid);
  expect(await put(`/api/seller/release?sha256=${hash}`, bytes)).toBe(invalid);
  // A download URL does not accept uploads.
  const { chunks } = (await offer(await signIn(await service.addUser()))) ?? { chunks: '' };
  const ticket = new URLSearchParams(chunks.split('?')[1]).get('ticket') ?? '';
  expect(await put(`/api/seller/release?ticket=${ticket}&sha256=${hash}`, bytes)).toBe(invalid);
  const { sha256: chunk, bytes: content } = chunkOf(release);
  const other = Buffer.from(content);
  other[0] = (other[0] ?? 0) ^ 1;
  expect(await put(upload + chunk, other)).toBe(
    '400 The SHA-256 in the URL is not that of the body.',
  );
  expect(await put(upload + 'x', bytes)).toBe('400 The URL must end with the SHA-256 of the body.');
  // The bodies are larger than the manifest says, and than any manifest may be.
  expect(await put(upload + chunk, Buffer.alloc(content.length + 1))).toContain('may have at most');
  expect(await put(upload + hash, Buffer.alloc(16 * 1024 * 1024 + 1))).toContain(
    'may have at most 16777216 bytes',
  );
  const folder = join(service.dataFolder, 'files', ownApplicationId);
  expect(existsSync(join(folder, sha256(other)))).toBe(false);
  clock.ms += 601_000;
  expect(await put(upload + hash, bytes)).toBe(invalid);
});

test('the scope read cannot upload or publish, and the scope release can do nothing else', async () => {
  const { ask, service, made, latchkey } = await openReleases();
  const keyOf = async (scope: 'release' | 'read') => {
    const key = `${scope}-key-${'k'.repeat(20)}`;
    await service.database
      .insertInto('sellerKeys')
      .values({
        id: scope,
        applicationId: ownApplicationId,
        keyHash: sha256(Buffer.from(key)),
        label: scope,
        scope,
        createdAt: 1,
        endsAt: null,
      })
      .execute();
    return key;
  };
  const [forReleases, forReading] = [await keyOf('release'), await keyOf('read')];
  const release = await made(1);
  const file = keyFile(forReleases);
  const pushed = await latchkey(['push', release, '--key-file', file]);
  expect(pushed.exitCode, pushed.stderr).toBe(0);
  expect((await ask('fetchreleases', { sellerkey: forReading })).success).toBe(true);
  expect((await ask('uploadrelease', { sellerkey: forReading })).body['reason']).toBe('scope');
  expect((await ask('fetchallusers', { sellerkey: forReleases })).body['reason']).toBe('scope');
});
