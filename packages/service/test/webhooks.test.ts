// Webhooks as clients call them, without ever seeing the URL.
import { ownApplicationId } from './support/own-application.ts';
import { sealAt } from '../src/secrets/at-rest.ts';
import { expect, test } from 'vitest';
import { appendParams } from '../src/features/webhooks/webhook.ts';
import { type Wire } from './support/service-client.ts';
import { open } from './webhooks-parts.ts';

async function callIt(wire: Wire, sessionid: string, webid: string, more = {}) {
  return (await wire.send({ type: 'webhook', sessionid, webid, ...more }, 'POST')).body;
}

test('appends params to the URL, sends the body by POST, and returns the answer', async () => {
  const { wire, add, seen } = await open();
  const webid = await add('/hook?key=secret&x=', { authed: '0', ua: 'Mine/1.0' });
  const sessionid = await wire.init();
  expect(await callIt(wire, sessionid, webid, { params: 'a b&c=d' })).toMatchObject({
    success: true,
    message: 'Webhook request successful',
    response: 'from the seller',
  });
  const json = { body: '{"a":1}', conttype: 'application/json; charset=utf-8' };
  await callIt(wire, sessionid, webid, json);
  await callIt(wire, sessionid, webid, { body: 'a=1', conttype: '', params: '' });
  const agent = 'Mine/1.0';
  const url = '/hook?key=secret&x=';
  expect(seen).toEqual([
    { method: 'GET', url: `${url}a%20b&c=d`, agent, type: undefined, body: '' },
    { method: 'POST', url, agent, type: json.conttype, body: json.body },
    { method: 'POST', url, agent, type: 'application/x-www-form-urlencoded', body: 'a=1' },
  ]);
});

test('calls the named webhook among several', async () => {
  const { wire, add, seen } = await open();
  const [one, two] = [await add('/one', { authed: '0' }), await add('/two', { authed: '0' })];
  const sessionid = await wire.init();
  for (const webid of [two, one, two])
    expect(await callIt(wire, sessionid, webid)).toMatchObject({ success: true });
  expect(seen.map(({ url }) => url)).toEqual(['/two', '/one', '/two']);
});

test('returns the body for any status', async () => {
  const { wire, add, answer } = await open();
  const webid = await add('/', { authed: '0' });
  answer.status = 500;
  answer.body = 'grüße';
  expect(await callIt(wire, await wire.init(), webid)).toMatchObject({ response: 'grüße' });
});

test('refuses an answer that is not UTF-8, and returns a replacement character as sent', async () => {
  const { wire, add, answer } = await open();
  const webid = await add('/', { authed: '0' });
  const sessionid = await wire.init();
  for (const body of [Buffer.from('Andr\xe9', 'latin1'), Buffer.from('a\uFEFFb', 'utf16le')]) {
    answer.body = body;
    expect(await callIt(wire, sessionid, webid)).toMatchObject({ reason: 'webhook-failed' });
  }
  answer.body = 'Andr\uFFFD';
  expect(await callIt(wire, sessionid, webid)).toMatchObject({ response: 'Andr\uFFFD' });
});

test('requires a signed-in session by default', async () => {
  const { wire, add, seen } = await open();
  const webid = await add('/');
  const refused = await callIt(wire, await wire.init(), webid);
  expect(refused).toMatchObject({ reason: 'not-signed-in' });
  expect(seen).toEqual([]);
  const sessionid = await wire.signIn(await wire.service.addUser());
  expect(await callIt(wire, sessionid, webid)).toMatchObject({ success: true });
  expect(await callIt(wire, 'gone', webid)).toMatchObject({ reason: 'session-gone' });
});

test('rejects an unknown webhook, a webhook for events, and a deleted webhook', async () => {
  const { wire, ask, add } = await open();
  const sessionid = await wire.init();
  const unknown = { reason: 'webhook-unknown', message: 'Webhook Not Found.' };
  expect(await callIt(wire, sessionid, 'nope')).toMatchObject(unknown);
  const target = await add('/', { authed: '0', events: 'ban' });
  expect(await callIt(wire, sessionid, target)).toMatchObject(unknown);
  const webid = await add('/', { authed: '0' });
  await ask('delwebhook', { webid });
  expect(await callIt(wire, sessionid, webid)).toMatchObject(unknown);
});

test('a failed call does not reveal the URL', async () => {
  const { wire, add, answer, host } = await open();
  const { database } = wire.service;
  const sessionid = await wire.init();
  const failed = { reason: 'webhook-failed', message: 'The webhook did not answer as expected.' };
  const webid = await add('/very-secret', { authed: '0' });
  answer.status = 302;
  const answers = [await callIt(wire, sessionid, webid)];
  answer.status = 200;
  answer.body = 'x'.repeat(64 * 1024 + 1);
  answers.push(await callIt(wire, sessionid, webid));
  for (const url of [
    'http://127.0.0.1:9/very-secret',
    'https://10.0.0.1/',
    'https://no.invalid/',
  ]) {
    const sealed = sealAt(wire.service.secret, 'webhook addresses', [ownApplicationId], url);
    await database.updateTable('webhooks').set({ url: sealed }).execute();
    answers.push(await callIt(wire, sessionid, webid));
  }
  for (const answer of answers) {
    expect(answer).toMatchObject(failed);
    expect(JSON.stringify(answer)).not.toMatch(/secret|127\.0|10\.0|invalid/);
  }
  expect(answers).toHaveLength(5);
  expect(wire.service.logText()).not.toContain('secret');
  expect(wire.service.logText()).not.toContain(host);
});

const base = 'https://hook.example/a/b';
test.each([
  [base, '?x=1', `${base}?x=1`],
  [base, '/c', `${base}/c`],
  [`${base}?x=`, '&y=/../..', `${base}?x=&y=/../..`],
  [base, '#ignored', `${base}#ignored`],
  ['https://hook.example', '/any', 'https://hook.example/any'],
  ['https://hook.example', '.evil.example/', null],
  ['https://hook.example', '@evil.example/', null],
  ['https://hook.example', ':8443/', null],
  ['https://hook.example', ':x@evil.example/', null],
  ['https://hook.example', '\\@evil.example/', 'https://hook.example/@evil.example/'],
  [base, '/../../other', null],
  [base, '/..%2f', null],
  [base, '/x%2f%2e%2e', null],
  [base, '/%2e%2e/%2e%2e/x', null],
  [base, '/..\\..\\..\\x', null],
  ['https://hook.exam', 'ple/', null],
])('a call to %s appends the params %s, or refuses them', (url, params, expected) => {
  expect(appendParams(url, params)).toBe(expected);
});

test.each([
  // These would turn the host into a user name, followed by the same host again.
  ['https://x.example', ':pass@x.example/'],
  ['https://x.example', '@x.example/'],
  ['https://user:pass@x.example', '@x.example/'],
])('refuses to add credentials to %s by %s', (url, params) => {
  expect(appendParams(url, params)).toBeNull();
});

test.each(['text', 'a/b; c', 'text/plain\r\nx-evil: 1', 'a/b;c=\nd', `a/${'b'.repeat(90)}`])(
  'rejects the content type %j',
  async (conttype) => {
    const { wire, add, seen } = await open();
    const webid = await add('/', { authed: '0' });
    const refused = await callIt(wire, await wire.init(), webid, { body: 'x', conttype });
    expect(refused).toMatchObject({ message: 'The parameter "conttype" is not valid.' });
    const outside = await callIt(wire, await wire.init(), webid, { params: ':1@' });
    expect(outside).toMatchObject({ success: true });
    expect(seen.map(({ url }) => url)).toEqual(['/:1@']);
  },
);
