// How clients and shops that nobody here wrote reach the service and read its answers: JSON, pages in browsers, bare text,
// statuses. What each of them must get, and what must stay closed.
import { describe, expect, test } from 'vitest';
import { openEventTarget } from '../support/event-target.ts';
import { sellerOf } from '../support/seller-client.ts';
import { checked, hwid, openWire, read } from '../support/service-client.ts';
import { addressOf, fetchRaw, sendRaw, type Api } from '../support/public-client.ts';

async function open() {
  const wire = await openWire();
  const { service } = wire;
  const { name, ownerid, sellerkey } = service.app;
  const post = async (
    api: Api,
    query: string,
    body: string | Uint8Array<ArrayBuffer>,
    type: string,
  ) =>
    read(
      await fetch(`${addressOf(service, api)}?${query}`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      }),
    );
  const ofClient = { name, ownerid };
  const ofSeller = `sellerkey=${sellerkey}`;
  const keysMade = async () =>
    ((await ask('fetchallkeys')).body['keys'] as readonly unknown[]).length;
  const ask = sellerOf(service);
  return { ...wire, ask, post, ofClient, ofSeller, keysMade };
}

const json = 'application/json';

describe('JSON', () => {
  test.each([json, 'application/json; charset=utf-8', 'Application/JSON'])(
    '%s signs in',
    async (type) => {
      const { service, init, post, ofClient } = await open();
      const user = await service.addUser({ password: '"\\é😀 x ' });
      const sessionid = await init();
      const body = {
        ...ofClient,
        type: 'login',
        sessionid,
        username: user.username,
        pass: user.password,
        hwid,
      };
      const answer = await post('client', '', JSON.stringify(body), type);
      expect(checked(service, answer).body).toMatchObject({ success: true });
      expect(answer.status).toBe(200);
    },
  );

  test('numbers, true, false and null: as they are written, as flags, as nothing', async () => {
    const { post, ofSeller, ask } = await open();
    const answer = await post(
      'seller',
      ofSeller,
      ' {"type":"add", "expiry" : 0.50, "amount":2,"level":1,"mask":null,"force":true}\n',
      json,
    );
    const keys = answer.body['keys'] as readonly string[];
    expect(keys).toHaveLength(2);
    expect((await ask('info', { key: keys[0] ?? '' })).body['duration']).toBe('43200');
  });

  test.each([
    ['text that is none', 'hello'],
    ['half an object', '{"type":"init"'],
    ['a list', '["init"]'],
    ['one text', '"init"'],
    ['a list inside', '{"type":["init"]}'],
    ['an object inside', '{"type":"init","name":{"$ne":""}}'],
    ['not UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('%s is refused, signed', async (_what, body) => {
    const { service, post } = await open();
    const answer = checked(service, await post('client', '', body, json));
    expect(answer.body).toMatchObject({
      reason: 'bad-request',
      message: 'The JSON must be one flat object: texts, numbers, true, false.',
    });
  });

  test.each([
    ['twice in the body', '', '"type":"init","type":"init"'],
    ['twice, one of them written with an escape', '', '"type":"init","typ\\u0065":"init"'],
    ['in the query and the body', 'type=init', '"type":"init"'],
  ])('a parameter %s is given twice', async (_what, query, inside) => {
    const { service, post, ofClient } = await open();
    const { name, ownerid } = ofClient;
    const body = `{"name":"${name}","ownerid":"${ownerid}",${inside}}`;
    const answer = checked(service, await post('client', query, body, json));
    expect(answer.body['message']).toBe('The parameter "type" was given twice.');
  });

  test.each([
    ['NUL', 'a\\u0000b'],
    ['half of a surrogate pair', 'a\\ud800b'],
    ['a control character', 'a\\u001bb'],
  ])('%s in a text is not valid', async (_what, text) => {
    const { service, init, post, ofClient } = await open();
    const { name, ownerid } = ofClient;
    const sessionid = await init();
    const body = `{"type":"var","name":"${name}","ownerid":"${ownerid}","sessionid":"${sessionid}","varid":"${text}"}`;
    const answer = checked(service, await post('client', '', body, json));
    expect(answer.body['message']).toBe('The parameter "varid" is not valid.');
  });

  test('wrong passwords count as in every other way', async () => {
    const { service, init, post, ofClient, send } = await open();
    const { username, password } = await service.addUser();
    const sessionid = await init();
    const guess = async (pass: string) => {
      const body = { ...ofClient, type: 'login', sessionid, username, pass, hwid };
      return (await post('client', '', JSON.stringify(body), json)).body['reason'];
    };
    for (let time = 0; time < 5; time += 1)
      expect(await guess(`wrong ${time}`)).toBe('bad-credentials');
    expect(await guess('wrong')).toBe('rate-limited');
    const form = { type: 'login', sessionid, username, pass: password, hwid };
    expect((await send(form, 'POST')).body['reason']).toBe('rate-limited');
  });

  test('a body that is too large is refused', async () => {
    const { post, ofSeller } = await open();
    const answer = await post(
      'seller',
      `${ofSeller}&type=add&expiry=1`,
      `{"a":"${'x'.repeat(70_000)}"}`,
      json,
    );
    expect(answer.status).toBe(413);
  });
});

describe('shops, whose body is their own where the query says the type', () => {
  const asks = 'type=add&expiry=30&level=1';
  test.each([
    ['nothing that is known', { event: 'order:paid', data: { id: 7, items: [{ name: 'x' }] } }, 1],
    ['data.quantity', { data: { quantity: 3, type: 'delallusers' } }, 3],
    ['data.quantity as text', { data: { quantity: '2', order: 'x' } }, 2],
    ['data.order.quantity', { data: { order: { quantity: 4 } } }, 4],
    ['a quantity that is none', { data: { quantity: 'many' } }, 1],
    ['a list', [{ data: { quantity: 3 } }], 1],
  ])('%s', async (_what, body, amount) => {
    const { post, ofSeller, keysMade } = await open();
    const answer = await post('seller', `${ofSeller}&${asks}`, JSON.stringify(body), json);
    expect(answer.body).toMatchObject({ success: true });
    expect(await keysMade()).toBe(amount);
  });

  test('the query’s own amount counts', async () => {
    const { post, ofSeller, keysMade } = await open();
    await post('seller', `${ofSeller}&${asks}&amount=2`, '{"data":{"quantity":9}}', json);
    expect(await keysMade()).toBe(2);
  });

  test.each([
    ['text/plain', 'amount=5'],
    ['application/xml', '<amount>5</amount>'],
    ['application/octet-stream', '{"amount":5}'],
    [json, '{"broken'],
  ])('of %s nothing is read', async (type, body) => {
    const { post, ofSeller, keysMade } = await open();
    const answer = await post('seller', `${ofSeller}&${asks}`, body, type);
    expect(answer.body).toMatchObject({ success: true });
    expect(await keysMade()).toBe(1);
  });

  test('another kind of body is refused where the query says no type', async () => {
    const { service, post, ofSeller } = await open();
    expect((await post('seller', ofSeller, '{"type":"add"}', 'text/plain')).status).toBe(415);
    expect(checked(service, await post('client', '', 'type=init', 'text/plain')).status).toBe(415);
    // The page of a new password takes forms only.
    expect((await fetch(`${service.url}/reset`, { method: 'POST' })).status).toBe(404);
  });

  test('of other operations nothing of such a body is read', async () => {
    const { service, post, ofSeller, ask } = await open();
    const { username } = await service.addUser();
    const body = JSON.stringify({ user: { name: username }, data: { quantity: 3 } });
    const answer = await post('seller', `${ofSeller}&type=deluser`, body, json);
    expect(answer.body['message']).toBe('The parameter "user" is missing.');
    expect((await ask('verifyuser', { user: username })).success).toBe(true);
  });
});

describe('pages in browsers', () => {
  const asked = {
    origin: 'https://page.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  };

  test.each(['/api/1.3', '/api/1.3/', '/api/1.3/file'])('may ask at %s', async (path) => {
    const { service } = await open();
    const answer = await fetch(`${service.url}${path}`, { method: 'OPTIONS', headers: asked });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    const said = (name: string) => answer.headers.get(`access-control-${name}`);
    expect(said('allow-origin')).toBe('*');
    expect(said('allow-methods')).toContain('POST');
    expect(said('allow-headers')).toBe('*');
    expect(said('allow-credentials')).toBeNull();
  });

  test('read answers with their signature, refusals and faults included', async () => {
    const { service } = await open();
    const url = addressOf(service, 'client');
    for (const path of ['?type=nothing', '?type=init', '?%zz'])
      checked(service, await read(await fetch(url + path)));
    checked(service, await read(await fetch(url, { method: 'PUT' })));
  });

  test('are told nothing by the seller API', async () => {
    const { service, ofSeller } = await open();
    const url = addressOf(service, 'seller');
    const preflight = await fetch(url, { method: 'OPTIONS', headers: asked });
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

  test('is of successes only: a failure is never what a bot hands on as a key', async () => {
    const { service, ofSeller } = await open();
    const url = addressOf(service, 'seller');
    const made = await text(await fetch(`${url}?${ofSeller}&type=add&expiry=1&format=text`));
    expect(made).toMatchObject({ type: 'text/plain; charset=utf-8' });
    expect(made.body).toMatch(/^[0-9A-Za-z-]{41}$/);
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

  test('`activate` is always JSON, its subscriptions a list', async () => {
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
  test('is 200 for all where the seller wants it, and nothing else changes', async () => {
    const { service, ask } = await open();
    const statuses = async () => {
      const client = await sendRaw(
        service,
        'client',
        'GET',
        'type=login&sessionid=x&username=a&pass=b',
      );
      const seller = await read(
        await fetchRaw(service, 'seller', 'GET', 'type=deluser&user=nobody'),
      );
      expect(client.body).toMatchObject({ success: false, code: 400, reason: 'session-gone' });
      expect(seller.body).toEqual({ success: false, message: 'User not found!' });
      return [client.status, seller.status];
    };
    expect(await statuses()).toEqual([400, 400]);
    expect((await ask('updatesettings', { failurestatus: '200' })).success).toBe(true);
    expect((await ask('getsettings')).body['failurestatus']).toBe('200');
    expect(await statuses()).toEqual([200, 200]);
    await ask('updatesettings', { failurestatus: 'spec' });
    expect(await statuses()).toEqual([400, 400]);
  });

  test('also that of a rate limit, which still says how long to wait; of no other application', async () => {
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
  test('are made where the setting is on, with a warning and a word in the audit log', async () => {
    const { ask, ofSeller, service } = await open();
    const weak = { expiry: '1', mask: '****-****', character: '2' };
    expect((await ask('add', weak)).success).toBe(false);
    await ask('updatesettings', { weakkeys: '1' });
    const one = await ask('add', weak);
    expect(one.body).toMatchObject({
      key: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/) as unknown,
      warning: 'These keys leave 41 bits to chance: they can be guessed',
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
    // Bare text is the key alone, as ever.
    const url = `${addressOf(service, 'seller')}?${ofSeller}&type=add&expiry=1&mask=*****&format=text`;
    expect(await (await fetch(url)).text()).toMatch(/^[0-9A-Za-z]{5}$/);
  });
});

test('the word undefined is nothing, in what a webhook gets', async () => {
  const target = await openEventTarget();
  const { service, init, send } = await openWire({
    outbound: { allowPrivateAddresses: [target.host] },
  });
  const added = await sellerOf(service)('addwebhook', { baseurl: `${target.url}/`, authed: 'no' });
  const call = { type: 'webhook', sessionid: await init(), webid: String(added.body['webid']) };
  await send({ ...call, body: 'undefined', conttype: 'undefined' });
  await send({ ...call, body: 'undefined?', conttype: 'undefined' });
  expect(target.told.map(({ body, headers }) => [body, headers['content-type']])).toEqual([
    ['', undefined],
    ['undefined?', 'application/x-www-form-urlencoded'],
  ]);
});
