// The service behind nginx, set up as in docs/hosting.md: uploads, sealed URLs, ranges and answers
// pass unchanged, and the log of nginx has no secrets.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { manifestOf } from '../../packages/service/test/releases-parts.ts';
import type { Nginx } from '../support/nginx.ts';
import { fetchedOf, hashesOf } from './delivery-parts.ts';
import {
  behindNginx,
  certificate,
  cutOnce,
  files,
  large,
  publish,
  storeAt,
} from './nginx-parts.ts';

vi.setConfig({ testTimeout: 60_000 });

const downloads = (nginx: Nginx) =>
  nginx.logged().filter(({ method, path: at }) => method === 'GET' && at === '/api/1.3/release');
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Returns the bytes of `answers` downloads, once nginx has logged them. */
async function sentIn(nginx: Nginx, answers: number): Promise<number> {
  await vi.waitFor(() => expect(downloads(nginx)).toHaveLength(answers), 20_000);
  return sum(downloads(nginx).map(({ bytes }) => bytes));
}

test('push, installation, update and repair work behind the documented nginx with changed chunks only', async () => {
  const behind = await behindNginx();
  const { nginx, service, seller, offer } = behind;
  const { length: chunks } = manifestOf(await publish(behind, 1, files)).chunks;
  const loader = await storeAt(behind, nginx.url);
  const first = fetchedOf(await loader.install());
  expect(hashesOf(loader.tree())).toEqual(hashesOf(files));
  // nginx does not compress, cut or add anything: it sends exactly the manifest, its signature and
  // the chunks.
  const { manifestSize } = await offer();
  let answers = 2 + chunks;
  const beside = (await sentIn(nginx, answers)) - first;
  expect(beside).toBeGreaterThan(manifestSize);
  expect(beside).toBeLessThan(manifestSize + 400);
  expect(new Set(downloads(nginx).map(({ status }) => status))).toEqual(new Set([200]));

  const changed = { ...files, 'data/text': 'other '.repeat(80_000) };
  await publish(behind, 2, changed);
  const update = fetchedOf(await loader.install());
  expect(update).toBeLessThan(first / 100);
  expect(hashesOf(loader.tree())).toEqual(hashesOf(changed));

  // According to the log of nginx, a repair downloads only the broken file.
  const before = await sentIn(nginx, (answers += 3));
  writeFileSync(path.join(loader.folder, 'current/data/text'), 'somebody else');
  expect(fetchedOf(await loader.repair())).toBe(update);
  expect(await sentIn(nginx, answers + 1)).toBe(before + update);
  expect(hashesOf(loader.tree())).toEqual(hashesOf(changed));

  const looked = await seller('doctor', '--public-key', service.publicKey);
  expect(looked.exitCode, looked.stdout + looked.stderr).toBe(0);
  expect(nginx.logText()).not.toMatch(/[?]|ticket|sessionid|sellerkey/);
});

test('an interrupted download resumes with ranges', async () => {
  const behind = await behindNginx();
  await publish(behind, 1, files);
  const cutting = await cutOnce(behind.nginx.port, 600_000);
  const loader = await storeAt(behind, cutting.url);
  fetchedOf(await loader.install());
  expect(hashesOf(loader.tree())).toEqual(hashesOf(files));
  expect(cutting.hasCut()).toBe(true);
  const rest = () => downloads(behind.nginx).filter(({ status }) => status === 206);
  await vi.waitFor(() => expect(rest().length).toBeGreaterThan(0), 20_000);
  // Bytes that arrived before the cut are not sent again.
  for (const { bytes } of rest()) expect(bytes).toBeLessThan(large.length);
});

test('a range over HTTP/2 returns exactly the requested bytes of unchanged content', async () => {
  const behind = await behindNginx();
  await publish(behind, 1, files);
  const { manifest, manifestSha256, manifestSize } = await behind.offer();
  const client = connectHttp2(behind.nginx.url, { ca: certificate.cert });
  onTestFinished(() => client.destroy());
  const asked = client.request({
    ':path': manifest,
    range: 'bytes=10-',
    'if-range': `"${manifestSha256}"`,
    'accept-encoding': 'gzip, br',
  });
  const [headers] = (await once(asked, 'response')) as [Record<string, unknown>]; // as node:http2 says
  expect(headers).toMatchObject({
    ':status': 206,
    etag: `"${manifestSha256}"`,
    'content-range': `bytes 10-${manifestSize - 1}/${manifestSize}`,
    'content-length': String(manifestSize - 10),
  });
  expect(headers['content-encoding']).toBeUndefined();
  asked.close();
});

test('a download URL expires with its session, and nginx passes on the refusal of the service', async () => {
  const behind = await behindNginx();
  await publish(behind, 1, files);
  const { manifest } = await behind.offer();
  const get = () => fetch(behind.nginx.url + manifest);
  expect((await get()).status).toBe(200);
  await behind.wire.send({ type: 'logout', sessionid: behind.session });
  const refused = await get();
  expect(refused.headers.get('x-signature-ed25519')).toMatch(/^[0-9a-f]{128}$/);
  expect(await refused.json()).toMatchObject({ success: false, reason: 'session-gone' });
});

test('the largest allowed upload passes, and one above the limit of nginx does not reach the service', async () => {
  const behind = await behindNginx();
  const { upload } = (await behind.seller('call', 'uploadrelease', '--json')).json() as {
    readonly upload: string;
  }; // as its schema says
  const put = async (bytes: number) => {
    const body = new Uint8Array(bytes);
    const hash = createHash('sha256').update(body).digest('hex');
    const answer = await fetch(behind.nginx.url + upload + hash, { method: 'PUT', body });
    return `${answer.status} ${answer.headers.get('content-type') ?? ''}`;
  };
  expect(await put(16 * 1024 * 1024)).toBe('200 application/json; charset=utf-8');
  // One byte more passes nginx, and the service refuses it.
  expect(await put(16 * 1024 * 1024 + 1)).toBe('400 application/json; charset=utf-8');
  expect(await put(17 * 1024 * 1024 + 1)).toBe('413 text/html');
  // The refusal of an expired URL arrives although nginx is still passing the body on. A push then
  // asks for a new URL.
  behind.clock.ms += 601_000;
  for (let count = 0; count < 5; count += 1)
    expect(await put(4 * 1024 * 1024 + count)).toBe('400 application/json; charset=utf-8');
});
