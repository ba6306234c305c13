// JSON requests of public clients and shops: what is read from them, and what is refused.
import { describe, expect, test } from 'vitest';
import { checkAnswer, hwid } from './support/service-client.ts';
import { open } from './public-requests-parts.ts';

const json = 'application/json';

describe('JSON', () => {
  test.each([json, 'application/json; charset=utf-8', 'Application/JSON'])(
    'signs in with the content type %s',
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
      expect(checkAnswer(service, answer).body).toMatchObject({ success: true });
      expect(answer.status).toBe(200);
    },
  );

  test('reads numbers as their text, true and false as flags, and null as absent', async () => {
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

  test('reads whole numbers that a library writes with a fraction', async () => {
    const { post, ofSeller, ask, keysMade } = await open();
    const make = async (members: string) =>
      (await post('seller', `${ofSeller}&type=add`, `\uFEFF{"expiry":1.0,${members}}`, json)).body;
    const created = await make('"amount":2.0,"level":1.0,"force":1.0,"character":2.0');
    expect(created['keys']).toHaveLength(2);
    expect(await make('"amount":2.000,"level":"1"')).toMatchObject({ success: true });
    const [key = ''] = created['keys'] as readonly string[];
    expect((await ask('info', { key })).body).toMatchObject({ duration: '86400', level: '1' });
    for (const members of ['"amount":1.5', '"amount":1e-1', '"amount":1.01', '"level":1.5'])
      expect((await make(members))['success']).toBe(false);
    expect(await keysMade()).toBe(4);
    // Text that looks like a number stays text, such as the version of a program.
    expect((await make('"note":1.0'))['key']).toBeTypeOf('string');
    const { keys } = (await ask('fetchallkeys')).body;
    expect(keys).toContainEqual(expect.objectContaining({ note: '1.0' }));
  });

  test.each([
    ['text that is not JSON', 'hello'],
    ['half an object', '{"type":"init"'],
    ['a list', '["init"]'],
    ['one text', '"init"'],
    ['a list inside', '{"type":["init"]}'],
    ['an object inside', '{"type":"init","name":{"$ne":""}}'],
  ])('rejects %s with a signed answer', async (_what, body) => {
    const { service, post } = await open();
    const answer = checkAnswer(service, await post('client', '', body, json));
    expect(answer.body).toMatchObject({
      reason: 'bad-request',
      message: 'The JSON must be one flat object of strings, numbers and booleans.',
    });
  });

  test.each([
    ['twice in the body', '', '"type":"init","type":"init"'],
    ['twice, one of them written with an escape', '', '"type":"init","typ\\u0065":"init"'],
    ['in the query and the body', 'type=init', '"type":"init"'],
  ])('rejects a parameter given %s', async (_what, query, inside) => {
    const { service, post, ofClient } = await open();
    const { name, ownerid } = ofClient;
    const body = `{"name":"${name}","ownerid":"${ownerid}",${inside}}`;
    const answer = checkAnswer(service, await post('client', query, body, json));
    expect(answer.body['message']).toBe('The parameter "type" was given twice.');
  });

  test.each([
    ['NUL', 'a\\u0000b'],
    ['half of a surrogate pair', 'a\\ud800b'],
    ['a control character', 'a\\u001bb'],
  ])('rejects %s in a text', async (_what, text) => {
    const { service, init, post, ofClient } = await open();
    const { name, ownerid } = ofClient;
    const sessionid = await init();
    const body = `{"type":"var","name":"${name}","ownerid":"${ownerid}","sessionid":"${sessionid}","varid":"${text}"}`;
    const answer = checkAnswer(service, await post('client', '', body, json));
    expect(answer.body['message']).toBe('The parameter "varid" is not valid.');
  });

  test('shares the budget of wrong passwords with other content types', async () => {
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

  test('rejects a body that is too large', async () => {
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

describe('the body of a shop whose query has the type', () => {
  const asks = 'type=add&expiry=30&level=1';
  test.each([
    ['no known field', { event: 'order:paid', data: { id: 7, items: [{ name: 'x' }] } }, 1],
    ['data.quantity', { data: { quantity: 3, type: 'delallusers' } }, 3],
    ['data.quantity as text', { data: { quantity: '2', order: 'x' } }, 2],
    ['data.order.quantity', { data: { order: { quantity: 4 } } }, 4],
    ['an invalid quantity', { data: { quantity: 'many' } }, 1],
    ['a list', [{ data: { quantity: 3 } }], 1],
  ])('sets the amount: %s', async (_what, body, amount) => {
    const { post, ofSeller, ask, keysMade } = await open();
    await ask('updatesettings', { unknownorders: 'make' });
    const answer = await post('seller', `${ofSeller}&${asks}`, JSON.stringify(body), json);
    expect(answer.body).toMatchObject({ success: true });
    expect(await keysMade()).toBe(amount);
  });

  test('does not override the amount in the query', async () => {
    const { post, ofSeller, keysMade } = await open();
    const body = '{"data":{"quantity":9,"uniqid":"a"}}';
    await post('seller', `${ofSeller}&${asks}&amount=2`, body, json);
    expect(await keysMade()).toBe(2);
  });

  test.each([
    ['text/plain', 'amount=5'],
    ['application/xml', '<amount>5</amount>'],
    ['application/octet-stream', '{"amount":5}'],
    [json, '{"broken'],
  ])('is ignored if it is %s', async (type, body) => {
    const { post, ofSeller, ask, keysMade } = await open();
    await ask('updatesettings', { unknownorders: 'make' });
    const answer = await post('seller', `${ofSeller}&${asks}`, body, type);
    expect(answer.body).toMatchObject({ success: true });
    expect(await keysMade()).toBe(1);
  });

  test('is refused in another format if the query has no type', async () => {
    const { service, post, ofSeller } = await open();
    expect((await post('seller', ofSeller, '{"type":"add"}', 'text/plain')).status).toBe(415);
    expect(checkAnswer(service, await post('client', '', 'type=init', 'text/plain')).status).toBe(
      415,
    );
    // The page for a new password accepts only forms.
    expect((await fetch(`${service.url}/reset`, { method: 'POST' })).status).toBe(404);
  });

  test('is ignored by other operations', async () => {
    const { service, post, ofSeller, ask } = await open();
    const { username } = await service.addUser();
    const body = JSON.stringify({ user: { name: username }, data: { quantity: 3 } });
    const answer = await post('seller', `${ofSeller}&type=deluser`, body, json);
    expect(answer.body['message']).toBe('The parameter "user" is missing.');
    expect((await ask('verifyuser', { user: username })).success).toBe(true);
  });
});
