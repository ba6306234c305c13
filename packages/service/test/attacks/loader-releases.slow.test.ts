// Attack: a URL for a release of the loader, which anyone can get without a session, is used for
// anything else, or a session's URL is used for a loader. Each case has a control that works.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pino } from 'pino';
import { unixMs } from '@latchkey/protocol/units.ts';
import { GeneralLimit } from '../../src/http/general-limit.ts';
import { hashToken } from '../../src/secrets/token-hash.ts';
import { makeDownloadTicket, makeLoaderTicket } from '../../src/secrets/tickets.ts';
import { noise } from '../../../../test/support/noise.ts';
import { publisher, temporaryPath } from '../../../../test/support/release.ts';
import { keyFile, cli } from '../../../cli/test/support/cli.ts';
import { addOtherApplication } from '../support/another-application.ts';
import { behindProxy } from '../support/many-addresses.ts';
import { ownApplicationId } from '../support/own-application.ts';
import { chunkOf, manifestOf, openReleases, program, reasonOf, stable } from '../releases-parts.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const ticketIn = (address: string) =>
  new URLSearchParams(address.split('?')[1]).get('ticket') ?? '';
const addressOf = (ticket: string) => `/api/1.3/release?ticket=${ticket}&part=manifest`;

/** A loader and a program are published. `loader` and `program` are offers of them. */
async function openBoth(options: Parameters<typeof openReleases>[0] = {}) {
  const all = await openReleases(options);
  const loaderRelease = await all.madeLoader(1);
  const programRelease = await all.made(1);
  for (const release of [loaderRelease, programRelease]) await all.push(release);
  const session = await all.signIn(await all.service.addUser());
  const [loader, offered] = [await all.loaderOffer(), await all.offer(session)];
  if (loader === null || offered === null) throw new Error('Nothing is offered');
  return { ...all, loaderRelease, programRelease, session, loader, program: offered };
}

test('a URL without a session serves only the files of its own release of the loader', async () => {
  const { wire, get, push, madeLoader, loader, loaderRelease, programRelease, latchkey } =
    await openBoth();
  const other = await madeLoader(2, { channel: 'beta' }, noise(400_000, 93));
  await push(other);
  const foreign = [programRelease, other].flatMap((release) => [
    manifestOf(release).sha256,
    chunkOf(release).sha256,
  ]);
  for (const part of [...foreign, '', '../manifest', 'f'.repeat(64)])
    expect(await reasonOf(wire, loader.chunks + part)).toBe('file-unknown');
  // Control: its own files, also by the hash of the manifest.
  for (const part of ['manifest', manifestOf(loaderRelease).sha256, chunkOf(loaderRelease).sha256])
    expect((await get(loader.chunks + part)).status).toBe(200);
  expect((await latchkey(['list'])).stdout).toContain('3 releases');
});

test('no URL without a session opens a program, and no session URL a loader', async () => {
  const { wire, get, service, loader, program: offered, session } = await openBoth();
  const [ours, theirs] = [ticketIn(loader.manifest), ticketIn(offered.manifest)];
  expect((await get(addressOf(ours))).status).toBe(200);
  expect((await get(addressOf(theirs))).status).toBe(200);
  // Even tickets that only this service can make do not open a release of the other kind.
  const now = Math.floor(Date.now() / 1000);
  const { secret } = service;
  const applicationId = ownApplicationId;
  const toProgram = { applicationId, manifestSha256: offered.manifestSha256 };
  expect(await reasonOf(wire, addressOf(makeLoaderTicket(secret, toProgram, now)))).toBe(
    'file-unknown',
  );
  const sessionIdHash = hashToken(session);
  const toLoader = { applicationId, fileId: loader.manifestSha256, sessionIdHash };
  expect(await reasonOf(wire, addressOf(makeDownloadTicket(secret, toLoader, now)))).toBe(
    'file-unknown',
  );
  // A loader's ticket does not open a single file or accept an upload, either.
  expect(await reasonOf(wire, `/api/1.3/file?ticket=${ours}`)).toBe('bad-request');
  const upload = await fetch(
    `${service.url}/api/seller/release?ticket=${ours}&sha256=${sha256(Buffer.from('x'))}`,
    { method: 'PUT', body: 'x' },
  );
  expect(upload.status).toBe(400);
});

test('offers a program only to a signed-in session, regardless of other parameters', async () => {
  const { send, init } = await openBoth();
  const install = 'a'.repeat(16);
  const ask = async (words: Readonly<Record<string, string>>) =>
    (await send({ type: 'release', ...stable, install, ...words })).body;
  const sessionid = await init();
  expect(await ask({ sessionid })).toMatchObject({ reason: 'not-signed-in' });
  expect(await ask({ sessionid, kind: 'program' })).toMatchObject({ reason: 'not-signed-in' });
  for (const kind of ['program', 'Loader', 'loader,program', ''])
    expect(await ask({ kind })).toMatchObject({ success: false, reason: 'bad-request' });
  // Control: the loader is offered, with the same session.
  expect(await ask({ kind: 'loader', sessionid })).toMatchObject({ release: { version: '1.1.0' } });
});

test('a manifest cannot be published under the other kind', async () => {
  const { ask, service, push, made, loaderRelease, programRelease, latchkey } = await openBoth();
  const put = async (bytes: Buffer) => {
    const { upload } = (await ask('uploadrelease')).body as { readonly upload: string }; // as its schema says
    const address = service.url + upload + sha256(bytes);
    await fetch(address, { method: 'PUT', body: new Uint8Array(bytes) });
    const signed = { keyid: 'a'.repeat(16), signature: 'b'.repeat(128) };
    return (await ask('beginrelease', { manifest: sha256(bytes), ...signed })).message;
  };
  const asKind = (release: string, kind: string) => {
    const manifest = JSON.parse(manifestOf(release).bytes.toString()) as object; // a manifest is an object
    return Buffer.from(JSON.stringify({ ...manifest, kind, sequence: 9 }));
  };
  expect(await put(asKind(loaderRelease, 'program'))).toContain('The manifest cannot be used');
  expect(await put(asKind(programRelease, 'loader'))).toContain('The manifest cannot be used');
  const line = ['--channel', 'stable', '--platform', 'linux-x64', '--sequence', '9'];
  expect((await latchkey(['rollout', '100', ...line])).exitCode).toBe(1);
  // Control: the manifest can be published under its own kind.
  expect(await put(asKind(programRelease, 'program'))).toBe('Successfully began release!');
  expect((await push(await made(10, program))).exitCode).toBe(0);
});

test('a URL of the loader expires, and belongs to one application', async () => {
  const { service, clock, wire, get, loader, loaderOffer } = await openBoth();
  const other = await addOtherApplication(service, { id: 'another' });
  const { makeLoader } = await publisher(other);
  const out = temporaryPath();
  await makeLoader(noise(300_000, 94), { out });
  const pushed = await cli([
    ...['release', 'push', out, '--url', service.url],
    ...['--key-file', keyFile(other.sellerkey)],
  ]);
  expect(pushed.exitCode, pushed.stderr).toBe(0);
  for (const part of [manifestOf(out).sha256, chunkOf(out).sha256])
    expect(await reasonOf(wire, loader.chunks + part)).toBe('file-unknown');
  const theirs = await wire.send({
    type: 'release',
    kind: 'loader',
    install: 'a'.repeat(16),
    ...stable,
    name: other.name,
    ownerid: other.ownerid,
  });
  expect(theirs.body).toMatchObject({ release: { manifestSha256: manifestOf(out).sha256 } });
  const altered = loader.manifest.replace(/ticket=../, 'ticket=AA');
  expect(await reasonOf(wire, altered)).toBe('bad-request');
  expect(service.logText()).not.toContain(ticketIn(loader.manifest));
  clock.ms += 599_000;
  expect((await get(loader.manifest)).status).toBe(200);
  clock.ms += 2_000;
  expect(await reasonOf(wire, loader.manifest)).toBe('bad-request');
  expect((await get((await loaderOffer())?.manifest ?? '')).status).toBe(200);
});

test('counts requests and transfers without a session per address', async () => {
  const { service, clock, loader, loaderOffer, send } = await openBoth(behindProxy);
  const flooder = '198.51.100.21';
  const request = (path: string, address: string) =>
    fetch(service.url + path, { headers: { 'x-forwarded-for': address } });
  const { name, ownerid } = service.app;
  const ask = { type: 'release', kind: 'loader', install: 'a'.repeat(16), ...stable };
  const query = `/api/1.3/?${new URLSearchParams({ ...ask, name, ownerid }).toString()}`;
  const log = pino({ level: 'silent' });
  const elsewhere = new GeneralLimit({ db: service.database, nowMs: () => unixMs(clock.ms), log });
  const count = async (requests: number) => {
    for (let taken = 0; taken < requests; taken += 1) await elsewhere.take(flooder, () => false);
  };
  const sendStep = async (path: string) => {
    const some = Array.from({ length: 60 }, () => request(path, flooder));
    return new Set((await Promise.all(some)).map(({ status }) => status));
  };
  await count(960);
  expect(await sendStep(`${loader.chunks}unknown`)).toEqual(new Set([400]));
  expect((await request(loader.manifest, flooder)).status).toBe(429);
  // The rest of the limit is reserved for other requests, which are counted too.
  expect((await request(query, flooder)).status).toBe(200);
  await count(180);
  await sendStep(query);
  const limited = await request(query, flooder);
  expect(limited.status).toBe(429);
  expect(limited.headers.get('x-signature-ed25519')).toMatch(/^[0-9a-f]{128}$/);
  // Control: another network.
  expect((await request(loader.manifest, '198.51.100.22')).status).toBe(200);
  expect(await loaderOffer()).toMatchObject({ sequence: 1 });
  expect((await send(ask)).body['success']).toBe(true);
});

test('releases of the loader count towards the bound of unfinished ones', async () => {
  const { ask, service, loaderRelease } = await openBoth();
  const manifest = JSON.parse(manifestOf(loaderRelease).bytes.toString()) as object; // a manifest is an object
  const begin = async (sequence: number) => {
    const bytes = Buffer.from(JSON.stringify({ ...manifest, sequence }));
    const { upload } = (await ask('uploadrelease')).body as { readonly upload: string }; // as its schema says
    await fetch(service.url + upload + sha256(bytes), { method: 'PUT', body: bytes });
    const signed = { keyid: 'a'.repeat(16), signature: 'b'.repeat(128) };
    return (await ask('beginrelease', { manifest: sha256(bytes), ...signed })).success;
  };
  const begun: boolean[] = [];
  for (let sequence = 100; sequence < 122; sequence += 1) begun.push(await begin(sequence));
  expect(begun.filter(Boolean)).toHaveLength(20);
  expect(begun.slice(20)).toEqual([false, false]);
});
