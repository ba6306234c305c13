// Attack: an upload URL that is used after its seller key ended, from elsewhere, or while the
// application is stopped.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashToken } from '../../src/secrets/token-hash.ts';
import { addOtherApplication } from '../support/another-application.ts';
import { behindProxy } from '../support/many-addresses.ts';
import { ownApplicationId } from '../support/own-application.ts';
import { sellerOf } from '../support/seller-client.ts';
import { startTestService } from '../support/service.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const accepted = '200 Successfully uploaded';
const ended = '400 This URL is not valid or has expired.';
// Close to the file system's time, because the sweep at start deletes drafts older than an hour.
const startMs = Math.floor(Date.now() / 1000) * 1000;

async function openUploads() {
  const clock = { ms: startMs };
  const service = await startTestService({ now: () => clock.ms, ...behindProxy });
  onTestFinished(service.close);
  const ask = sellerOf(service);
  const urlOf = async (sellerkey = service.app.sellerkey) =>
    String((await ask('uploadrelease', { sellerkey })).body['upload']);
  let count = 0;
  const put = async (url: string, address = '203.0.113.1') => {
    const body = Buffer.from(`content ${(count += 1)}`);
    const headers = { 'x-forwarded-for': address };
    const response = await fetch(service.url + url + sha256(body), {
      method: 'PUT',
      body,
      headers,
    });
    const { message } = (await response.json()) as { readonly message: string };
    const of = ['another', ownApplicationId].filter((id) =>
      existsSync(join(service.dataFolder, 'files', id, sha256(body))),
    );
    expect(of.length).toBe(response.status === 200 ? 1 : 0);
    return `${response.status} ${message}`;
  };
  const addKey = async (label: string) => {
    const key = label.padEnd(32, '0');
    await service.database
      .insertInto('sellerKeys')
      .values({
        id: label,
        label,
        applicationId: ownApplicationId,
        keyHash: hashToken(key),
        scope: 'release',
        createdAt: 1,
        endsAt: null,
      })
      .execute();
    return urlOf(key);
  };
  const changeKey = (id: string, values: { readonly endsAt?: number; readonly scope?: 'read' }) =>
    service.database.updateTable('sellerKeys').set(values).where('id', '=', id).execute();
  const changeApplication = (values: {
    readonly sellerkeyHash?: string;
    readonly sellerAddress?: string | null;
    readonly enabled?: 0 | 1;
  }) =>
    service.database
      .updateTable('applications')
      .set(values)
      .where('id', '=', ownApplicationId)
      .execute();
  const other = await addOtherApplication(service, { id: 'another' });
  const theirUrl = await urlOf(other.sellerkey);
  return { service, clock, ask, urlOf, put, addKey, changeKey, changeApplication, theirUrl };
}

test('an upload URL becomes invalid with its own seller key, and with no other', async () => {
  const { service, clock, urlOf, put, addKey, changeKey, changeApplication, theirUrl } =
    await openUploads();
  const own = await urlOf();
  const [expiring, deleted, narrowed, stays] = [
    await addKey('expiring'),
    await addKey('deleted'),
    await addKey('narrowed'),
    await addKey('stays'),
  ];
  for (const url of [own, expiring, deleted, narrowed, stays, theirUrl])
    expect(await put(url)).toBe(accepted);
  await changeKey('expiring', { endsAt: startMs / 1000 + 60 });
  await service.database.deleteFrom('sellerKeys').where('id', '=', 'deleted').execute();
  await changeKey('narrowed', { scope: 'read' });
  await changeApplication({ sellerkeyHash: hashToken('a new key of the application') });
  expect(await put(expiring)).toBe(accepted);
  clock.ms += 61_000;
  for (const url of [own, expiring, deleted]) expect(await put(url)).toBe(ended);
  expect(await put(narrowed)).toBe(
    '400 The scope of this seller key does not allow this operation.',
  );
  for (const url of [stays, theirUrl]) expect(await put(url)).toBe(accepted);
});

test('a deleted application receives no uploads', async () => {
  const { service, urlOf, put, theirUrl } = await openUploads();
  const own = await urlOf();
  await service.database.deleteFrom('applications').where('id', '=', 'another').execute();
  expect(await put(theirUrl)).toBe(ended);
  expect(await put(own)).toBe(accepted);
});

test('an upload URL works only from the IP in the selleraddress setting', async () => {
  const { urlOf, put, changeApplication, theirUrl } = await openUploads();
  const own = await urlOf();
  await changeApplication({ sellerAddress: '203.0.113.1' });
  expect(await put(own, '203.0.113.2')).toBe(
    '400 The setting selleraddress does not allow your IP',
  );
  expect(await put(own, '203.0.113.1')).toBe(accepted);
  expect(await put(theirUrl, '203.0.113.2')).toBe(accepted);
});

test('a paused or disabled application receives no uploads until it runs again', async () => {
  const { service, ask, urlOf, put, changeApplication, theirUrl } = await openUploads();
  await service.removeNeighbour();
  const own = await urlOf();
  const paused = 'The application is paused. Unpause it before you upload.';
  await ask('pauseapp');
  expect(await put(own)).toBe(`400 ${paused}`);
  expect((await ask('uploadrelease')).message).toBe(paused);
  expect(await put(theirUrl)).toBe(accepted);
  await ask('unpauseapp');
  expect(await put(own)).toBe(accepted);
  const disabled = 'The application is disabled. Enable it before you upload.';
  await changeApplication({ enabled: 0 });
  expect(await put(own)).toBe(`400 ${disabled}`);
  expect((await ask('uploadrelease')).message).toBe(disabled);
  await changeApplication({ enabled: 1 });
  expect(await put(own)).toBe(accepted);
});
