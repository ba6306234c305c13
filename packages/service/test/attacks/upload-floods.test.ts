// Attack: endless uploads and downloads with valid URLs.
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { GeneralLimit } from '../../src/http/general-limit.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { maxUnfinishedReleases } from '@latchkey/protocol/seller/releases.ts';
import { addOtherApplication } from '../support/another-application.ts';
import { behindProxy, sendFrom } from '../support/many-addresses.ts';
import { ownApplicationId } from '../support/own-application.ts';
import { smallManifest } from '../../../../test/support/hostile-manifests.ts';
import { openReleases } from '../releases-parts.ts';

const mib = 1024 * 1024;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const home = '198.51.100.7';

async function openFloods() {
  const all = await openReleases(behindProxy);
  const { service, ask, clock } = all;
  const urlOf = async (sellerkey = service.app.sellerkey) =>
    String((await ask('uploadrelease', { sellerkey })).body['upload']);
  const request = async (path: string, address: string, body?: Uint8Array<ArrayBuffer>) => {
    const method = body === undefined ? 'GET' : 'PUT';
    const headers = { 'x-forwarded-for': address };
    const own = body === undefined ? {} : { body };
    const response = await fetch(service.url + path, { method, headers, ...own });
    const { status, headers: answered } = response;
    return { status, headers: answered, text: await response.text() };
  };
  let count = 0;
  /** Uploads new bytes as a manifest. */
  const put = async (url: string, size: number) => {
    const body = Buffer.alloc(size);
    body.writeUInt32LE((count += 1));
    const { status, text } = await request(url + sha256(body), home, body);
    const { message } = JSON.parse(text) as { readonly message: string };
    return `${status} ${message}`;
  };
  /** Records that other processes of the service have counted this many requests of the address. */
  const countElsewhere = async (address: string, requests: number) => {
    const log = pino({ level: 'silent' });
    const limit = new GeneralLimit({ db: service.database, nowMs: () => unixMs(clock.ms), log });
    for (let taken = 0; taken < requests; taken += 1) await limit.take(address, () => false);
  };
  return { ...all, urlOf, request, put, countElsewhere };
}

type Owner = Parameters<typeof smallManifest>[0] & { readonly sellerkey: string };

/** Starts an upload of this size that sends nothing. Returns the function that interrupts it. */
function stall(origin: string, path: string, size: number): () => void {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(
    `PUT ${path}${sha256(Buffer.from(String(size)))} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${size}\r\n\r\n`,
  );
  return () => socket.destroy();
}

const accepted = '200 Successfully uploaded';
const tooMany =
  '400 This application has 128 MiB of uploads that no release needs. Call beginrelease for the uploaded manifests, or wait up to 2 hours.';

/** Starts uploads that leave `left` bytes of the quota. */
async function fillQuota({ service, urlOf }: Awaited<ReturnType<typeof openFloods>>, left: number) {
  const url = await urlOf();
  // The sizes differ, because each stalled upload is named after its size.
  const sizes = Array.from({ length: 7 }, (_, at) => 16 * mib - at);
  sizes.push(16 * mib - left + 21);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const interruptions = sizes.map((size) => stall(service.url, url, size));
  const counted = async () => {
    const rows = await service.database.selectFrom('throttles').select('count').execute();
    return rows.some(({ count }) => count === all);
  };
  await expect.poll(counted).toBe(true);
  return { interrupt: () => interruptions.forEach((interruption) => interruption()), counted };
}

test('limits the bytes of each application that no release needs, including those in flight', async () => {
  const floods = await openFloods();
  const { service, urlOf, put, clock } = floods;
  const other = await addOtherApplication(service, { id: 'another' });
  const [own, theirs] = [await urlOf(), await urlOf(other.sellerkey)];
  const left = 5000;
  const { interrupt, counted } = await fillQuota(floods, left);
  expect(await put(own, left + 1)).toBe(tooMany);
  expect(await put(theirs, mib)).toBe(accepted);
  expect(await put(own, left)).toBe(accepted);
  expect(await put(own, 4)).toBe(tooMany);
  interrupt();
  await expect.poll(counted).toBe(false);
  await expect.poll(() => put(own, mib)).toBe(accepted);
  clock.ms += 2 * 3_600_000;
  expect(await put(await urlOf(), mib)).toBe(accepted);
});

test('does not count refused or repeated uploads, or manifests that belong to a release', async () => {
  const floods = await openFloods();
  const { service, urlOf, put, ask, request } = floods;
  await fillQuota(floods, 20_000);
  const url = await urlOf();
  const size = 19_000;
  for (let round = 0; round < 3; round += 1)
    expect((await request(url + 'a'.repeat(64), home, Buffer.alloc(size, round))).status).toBe(400);
  const signed = { keyid: 'a'.repeat(16), signature: 'b'.repeat(128) };
  for (let sequence = 1; sequence <= 3; sequence += 1) {
    const text = smallManifest(service.app).replace('"sequence":1', `"sequence":${sequence}`);
    const body = Buffer.from(text.padEnd(size));
    const manifest = sha256(body);
    for (let round = 0; round < 2; round += 1) {
      expect((await request(url + manifest, home, body)).status).toBe(200);
      // A repeated call does not return the bytes again.
      expect((await ask('beginrelease', { manifest, ...signed })).success).toBe(true);
    }
  }
  expect(await put(url, size)).toBe(accepted);
  expect(await put(url, size)).toBe(tooMany);
});

test('limits the number of unpublished releases of each application', async () => {
  const { service, ask, urlOf, request } = await openFloods();
  const other = await addOtherApplication(service, { id: 'another' });
  const signed = { keyid: 'a'.repeat(16), signature: 'b'.repeat(128) };
  const begin = async (sequence: number, app: Owner = service.app) => {
    const text = smallManifest(app).replace('"sequence":1', `"sequence":${sequence}`);
    const body = Buffer.from(text);
    const { sellerkey } = app;
    await request((await urlOf(sellerkey)) + sha256(body), home, body);
    return (await ask('beginrelease', { manifest: sha256(body), ...signed, sellerkey })).body;
  };
  const refusal = {
    success: false,
    code: 'too-many-unfinished-releases',
    message: `This application has ${maxUnfinishedReleases} releases that were never published. Publish them, or delete them with prunereleases and unfinished=1.`,
  };
  const numbers = Array.from({ length: maxUnfinishedReleases - 1 }, (_, at) => at + 1);
  for (const number of numbers) expect(await begin(number)).toMatchObject({ success: true });
  // Only one of two concurrent requests gets the last place.
  const last = await Promise.all([begin(101), begin(102)]);
  expect(last.filter(({ success }) => success === true)).toHaveLength(1);
  for (let round = 0; round < 3; round += 1) expect(await begin(200 + round)).toEqual(refusal);
  const count = async (id: string) => {
    const rows = service.database.selectFrom('releases').select('sequence');
    return (await rows.where('applicationId', '=', id).execute()).length;
  };
  expect(await count(ownApplicationId)).toBe(maxUnfinishedReleases);

  // Control: an interrupted push continues, the neighbour can begin, and deletion makes room.
  expect(await begin(3)).toMatchObject({ success: true });
  expect(await begin(1, other)).toMatchObject({ success: true });
  expect((await ask('prunereleases', { keep: '1' })).body).toMatchObject({ removed: 0 });
  expect((await ask('prunereleases', { keep: '1', unfinished: '1' })).body).toMatchObject({
    removed: maxUnfinishedReleases,
  });
  expect(await begin(200)).toMatchObject({ success: true });
  expect(await count('another')).toBe(1);
});

test('transfers count towards the general limit, and leave a share for other requests', async () => {
  const { service, made, push, offer, signIn, urlOf, request, countElsewhere } = await openFloods();
  await push(await made(1));
  const session = await signIn(await service.addUser());
  const { chunks = '', manifest = '' } = (await offer(session)) ?? {};
  const other = await addOtherApplication(service, { id: 'another' });
  const [own, theirs] = [await urlOf(), await urlOf(other.sellerkey)];
  const body = Buffer.from('x');
  /** Sends as many requests as the service counts before it asks the other processes. */
  const sendStep = async (path: string, address: string, content?: Uint8Array<ArrayBuffer>) => {
    await countElsewhere(address, 960);
    const some = Array.from({ length: 60 }, () => request(path, address, content));
    return new Set((await Promise.all(some)).map(({ status }) => status));
  };
  expect(await sendStep(`${chunks}unknown`, home)).toEqual(new Set([400]));
  const limited = await request(manifest, home);
  expect(limited.status).toBe(429);
  expect(limited.headers.get('x-signature-ed25519')).toMatch(/^[0-9a-f]{128}$/);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await request(`${own}x`, home, body)).status).toBe(429);
  // The household can still use the service, and other households can download.
  const check = await sendFrom(service)(home, { type: 'check', sessionid: session });
  expect(check.body['success']).toBe(true);
  expect((await request(manifest, '198.51.100.8')).status).toBe(200);
  expect(await sendStep(`${own}x`, '198.51.100.9', body)).toEqual(new Set([400]));
  expect((await request(`${own}x`, '198.51.100.9', body)).status).toBe(429);
  // A whitelisted IP is exempt, for that application only.
  const exempt = '198.51.100.10';
  const row = { applicationId: ownApplicationId, ip: exempt, createdAt: 0 };
  await service.database.insertInto('whitelist').values(row).execute();
  expect(await sendStep(`${own}x`, exempt, body)).toEqual(new Set([400]));
  expect((await request(`${own}x`, exempt, body)).status).toBe(400);
  expect((await request(manifest, exempt)).status).toBe(200);
  expect((await request(`${theirs}x`, exempt, body)).status).toBe(429);
});
