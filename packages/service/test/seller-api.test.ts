// The seller API: unsigned, JSON unless text is requested, 400 for every failure.
import { expect, test } from 'vitest';
import { openWire } from './support/service-client.ts';

async function open() {
  const { service } = await openWire();
  const ask = async (parameters: Record<string, string>, init: RequestInit = {}) => {
    const all = new URLSearchParams({ sellerkey: service.app.sellerkey, ...parameters });
    const response = await fetch(`${service.url}/api/seller/?${all.toString()}`, init);
    expect(response.headers.get('x-signature-ed25519')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  };
  return { service, ask };
}

const json = (success: boolean, message: string, failure: object = {}) => ({
  status: success ? 200 : 400,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify({ success, message, ...failure }),
});

test('deletes a webhook, and refuses to delete it again', async () => {
  const { service, ask } = await open();
  const [webid, kept] = [await service.addWebhook(), await service.addWebhook()];
  const deletion = { type: 'delwebhook', webid };
  expect(await ask(deletion)).toEqual(json(true, 'Successfully deleted webhook!'));
  expect(await ask(deletion)).toEqual(
    json(false, 'Failed to delete webhook!', { code: 'webhook-unknown' }),
  );
  expect(await ask({ ...deletion, webid: kept })).toEqual(
    json(true, 'Successfully deleted webhook!'),
  );
});

test('accepts a form at the URL with and without the trailing slash', async () => {
  const { service } = await open();
  for (const path of ['/api/seller', '/api/seller/']) {
    const webid = await service.addWebhook();
    const body = new URLSearchParams({
      sellerkey: service.app.sellerkey,
      type: 'delwebhook',
      webid,
    });
    const response = await fetch(service.url + path, { method: 'POST', body, redirect: 'manual' });
    expect(response.status).toBe(200);
    const missing = await fetch(service.url + path, { method: 'POST', body });
    expect(missing.status).toBe(400);
  }
});

test.each(['', 'short', 'x'.repeat(32), 'x'.repeat(5000)])(
  'the seller key "%.10s" is invalid for any request',
  async (sellerkey) => {
    const { ask } = await open();
    for (const type of ['delwebhook', 'nope', ''])
      expect(await ask({ sellerkey, type })).toEqual(
        json(false, 'Invalid seller key', { code: 'seller-key-invalid' }),
      );
  },
);

test('the stored hash of a seller key is not a seller key', async () => {
  const { service, ask } = await open();
  const row = await service.database
    .selectFrom('applications')
    .select('sellerkeyHash')
    .executeTakeFirstOrThrow();
  expect(row.sellerkeyHash).not.toContain(service.app.sellerkey);
  const sellerkey = row.sellerkeyHash;
  expect(await ask({ sellerkey })).toEqual(
    json(false, 'Invalid seller key', { code: 'seller-key-invalid' }),
  );
});

test('cannot reach webhooks of another application', async () => {
  const { service, ask } = await open();
  const { database } = service;
  const row = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const other = { ...row, id: 'other', name: 'Other', sellerkeyHash: 'other' };
  await database.insertInto('applications').values(other).execute();
  const webid = 'theirs';
  const hook = {
    applicationId: 'other',
    webid,
    url: 'https://x.example/',
    userAgent: '',
    authed: 0,
  };
  await database
    .insertInto('webhooks')
    .values({ ...hook, authed: 0 })
    .execute();
  expect(await ask({ type: 'delwebhook', webid })).toEqual(
    json(false, 'Failed to delete webhook!', { code: 'webhook-unknown' }),
  );
});

test('rejects a missing or unknown type, and a missing or repeated parameter', async () => {
  const { ask } = await open();
  expect(await ask({ type: '' })).toEqual(
    json(false, 'Type not specified', { code: 'type-missing' }),
  );
  expect(await ask({ type: 'init' })).toEqual(
    json(false, "Type doesn't exist", { code: 'type-unknown' }),
  );
  expect(await ask({ type: 'delwebhook' })).toEqual(
    json(false, 'The parameter "webid" is missing.', {
      code: 'parameter-missing',
      parameter: 'webid',
    }),
  );
  const body = new URLSearchParams({ type: 'delwebhook' });
  expect(await ask({ type: 'delwebhook' }, { method: 'POST', body })).toEqual(
    json(false, 'The parameter "type" was given twice.', {
      code: 'parameter-twice',
      parameter: 'type',
    }),
  );
});

test.each(['text', 'TEXT', 'txt'])(
  'format=%s returns only the message of a success',
  async (format) => {
    const { service, ask } = await open();
    const text = { status: 200, type: 'text/plain; charset=utf-8' };
    const webid = await service.addWebhook();
    expect(await ask({ type: 'delwebhook', webid, format })).toEqual({
      ...text,
      text: 'Successfully deleted webhook!',
    });
    expect(await ask({ sellerkey: 'x', format })).toEqual(
      json(false, 'Invalid seller key', { code: 'seller-key-invalid' }),
    );
  },
);

test('answers other formats with JSON', async () => {
  const { ask } = await open();
  for (const format of ['json', 'JSON', 'xml', ''])
    expect(await ask({ sellerkey: 'x', format })).toEqual(
      json(false, 'Invalid seller key', { code: 'seller-key-invalid' }),
    );
});

test('answers invalid requests with JSON', async () => {
  const { service, ask } = await open();
  const put = await ask({}, { method: 'PUT' });
  expect(put).toEqual({
    ...json(false, 'Only GET and POST are allowed here.', { code: 'method-not-allowed' }),
    status: 405,
  });
  const large = await ask(
    {},
    { method: 'POST', body: new URLSearchParams({ x: 'x'.repeat(1e6) }) },
  );
  expect(large).toEqual({
    ...json(false, 'The request is too large.', { code: 'request-too-large' }),
    status: 413,
  });
  const nowhere = await fetch(`${service.url}/api/seller/more`);
  expect(nowhere.status).toBe(404);
  expect(await nowhere.json()).toEqual({
    success: false,
    message: 'This URL does not exist.',
    code: 'url-unknown',
  });
});

test('a failure is 500, and does not reveal its cause', async () => {
  const { service, ask } = await open();
  await service.database.schema.dropTable('webhooks').execute();
  const fault = await ask({ type: 'delwebhook', webid: 'x' });
  expect(fault).toEqual({
    ...json(false, 'Unhandled Error! Contact us if you need help', { code: 'internal' }),
    status: 500,
  });
});
