// The form of answers for public clients: browsers, bare text, statuses, weak keys.
import { describe, expect, test } from 'vitest';
import { openEventTarget } from './support/event-target.ts';
import { sellerOf } from './support/seller-client.ts';
import { checkAnswer, hwid, openWire, readAnswer } from './support/service-client.ts';
import { addressOf, fetchRaw, sendRaw } from './support/public-client.ts';
import { open } from './public-requests-parts.ts';

describe('pages in browsers', () => {
  const parameters = {
    origin: 'https://page.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  };

  test.each(['/api/1.3', '/api/1.3/', '/api/1.3/file'])('may send requests to %s', async (path) => {
    const { service } = await open();
    const answer = await fetch(`${service.url}${path}`, { method: 'OPTIONS', headers: parameters });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    const said = (name: string) => answer.headers.get(`access-control-${name}`);
    expect(said('allow-origin')).toBe('*');
    expect(said('allow-methods')).toContain('POST');
    expect(said('allow-headers')).toBe('*');
    expect(said('allow-credentials')).toBeNull();
  });

  test('can read answers with their signature, including refusals and failures', async () => {
    const { service } = await open();
    const url = addressOf(service, 'client');
    for (const path of ['?type=nothing', '?type=init', '?%zz'])
      checkAnswer(service, await readAnswer(await fetch(url + path)));
    checkAnswer(service, await readAnswer(await fetch(url, { method: 'PUT' })));
  });

  test('cannot read the seller API', async () => {
    const { service, ofSeller } = await open();
    const url = addressOf(service, 'seller');
    const preflight = await fetch(url, { method: 'OPTIONS', headers: parameters });
    expect(preflight.status).toBe(405);
    const answers = [preflight, await fetch(`${url}?${ofSeller}&type=setseller`), await fetch(url)];
    for (const { headers } of answers)
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('bare text', () => {
  const text = async (response: Response) => ({
    type: response.headers.get('content-type'),
    body: await response.text(),
  });

  test('is used only for successes, so that a bot never takes a failure for a key', async () => {
    const { service, ofSeller } = await open();
    const url = addressOf(service, 'seller');
    const created = await text(await fetch(`${url}?${ofSeller}&type=add&expiry=1&format=text`));
    expect(created).toMatchObject({ type: 'text/plain; charset=utf-8' });
    expect(created.body).toMatch(/^[0-9A-Za-z-]{41}$/);
    for (const query of [
      `${ofSeller}&type=add&expiry=&format=text`,
      `${ofSeller}&type=add&expiry=1&mask=**&format=TXT`,
      `${ofSeller}&type=nothing&format=text`,
      `${ofSeller}&type=add&type=add&format=text`,
      'sellerkey=wrong&type=add&expiry=1&format=text',
    ]) {
      const failed = await text(await fetch(`${url}?${query}`));
      expect(failed.type).toBe('application/json; charset=utf-8');
      expect(JSON.parse(failed.body)).toMatchObject({ success: false });
    }
  });

  test('is not used for `activate`, which answers JSON with a list', async () => {
    const { service, ofSeller } = await open();
    const key = await service.addLicense({ days: 3 });
    const query = `type=activate&user=new&pass=x&key=${key}&format=text`;
    const answer = await text(await fetch(`${addressOf(service, 'seller')}?${ofSeller}&${query}`));
    expect(JSON.parse(answer.body)).toMatchObject({
      success: true,
      info: { username: 'new', subscriptions: [{ subscription: 'Pro' }] },
    });
  });
});

describe('the status of failures', () => {
  test('is 200 for all failures if the seller enables it, and the answers stay the same', async () => {
    const { service, ask } = await open();
    const statuses = async () => {
      const client = await sendRaw(
        service,
        'client',
        'GET',
        'type=login&sessionid=x&username=a&pass=b',
      );
      const seller = await readAnswer(
        await fetchRaw(service, 'seller', 'GET', 'type=deluser&user=nobody'),
      );
      expect(client.body).toMatchObject({ success: false, code: 400, reason: 'session-gone' });
      expect(seller.body).toEqual({
        success: false,
        message: 'User not found!',
        code: 'user-unknown',
      });
      return [client.status, seller.status];
    };
    expect(await statuses()).toEqual([400, 400]);
    expect((await ask('updatesettings', { failurestatus: '200' })).success).toBe(true);
    expect((await ask('getsettings')).body['failurestatus']).toBe('200');
    expect(await statuses()).toEqual([200, 200]);
    await ask('updatesettings', { failurestatus: 'spec' });
    expect(await statuses()).toEqual([400, 400]);
  });

  test('is 200 for a rate limit, too, but not for other applications', async () => {
    const { service, ask, init, send } = await open();
    await ask('updatesettings', { failurestatus: '200' });
    const sessionid = await init();
    const guess = () => send({ type: 'license', sessionid, key: 'guess', hwid });
    for (let time = 0; time < 5; time += 1) await guess();
    const limited = await guess();
    expect(limited.status).toBe(200);
    expect(limited.body).toMatchObject({ success: false, status: false, code: 429 });
    expect(Number(limited.headers.get('retry-after'))).toBe(limited.body['retryAfter']);
    const unknown = await send({ type: 'init', name: 'Nobody’s' });
    expect(unknown.status).toBe(400);
    const wrongKey = await fetch(`${addressOf(service, 'seller')}?sellerkey=x&type=setseller`);
    expect(wrongKey.status).toBe(400);
  });
});

describe('weak keys', () => {
  test('are created if the setting allows them, with a warning and an audit entry', async () => {
    const { ask, ofSeller, service } = await open();
    const weak = { expiry: '1', mask: '****-****', character: '2' };
    expect((await ask('add', weak)).success).toBe(false);
    await ask('updatesettings', { weakkeys: '1' });
    const one = await ask('add', weak);
    expect(one.body).toMatchObject({
      key: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/) as unknown,
      warning: 'These keys have only 41 random bits and can be guessed',
    });
    const own = await ask('add', { expiry: '1', mask: 'WELCOME' });
    expect(own.body).toMatchObject({ key: 'WELCOME', warning: expect.any(String) as unknown });
    expect((await ask('add', { expiry: '1' })).body).not.toHaveProperty('warning');
    const audit = (await ask('fetchauditlog')).body['auditlog'] as {
      type: string;
      detail: string;
    }[];
    const details = audit.filter(({ type }) => type === 'add').map(({ detail }) => detail);
    expect(details.filter((detail) => detail.includes('weak='))).toHaveLength(2);
    // Bare text is still only the key.
    const url = `${addressOf(service, 'seller')}?${ofSeller}&type=add&expiry=1&mask=*****&format=text`;
    expect(await (await fetch(url)).text()).toMatch(/^[0-9A-Za-z]{5}$/);
  });
});

test('a webhook call treats the parameter text "undefined" as absent', async () => {
  const target = await openEventTarget();
  const { service, init, send } = await openWire({
    outbound: { allowPrivateAddresses: [target.host] },
  });
  const added = await sellerOf(service)('addwebhook', { baseurl: `${target.url}/`, authed: 'no' });
  const call = { type: 'webhook', sessionid: await init(), webid: String(added.body['webid']) };
  await send({ ...call, body: 'undefined', conttype: 'undefined' });
  await send({ ...call, body: 'undefined?', conttype: 'undefined' });
  expect(target.received.map(({ body, headers }) => [body, headers['content-type']])).toEqual([
    ['', undefined],
    ['undefined?', 'application/x-www-form-urlencoded'],
  ]);
});
