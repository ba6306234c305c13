// SECURITY: nothing from a request reaches the log, whatever its form and whatever fails.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { builtPage, openWithDesk } from './support/desk.ts';
import { password } from './support/people.ts';
import { openWire, type Wire } from './support/service-client.ts';

const secret = 'S3CRET-of-somebody';
const encoded = Buffer.from(secret).toString('base64');
const urlencoded = 'application/x-www-form-urlencoded';
const paths = [
  '/api/1.3/',
  '/api/seller/',
  '/api/1.3/file',
  '/reset',
  '/desk/',
  '/desk/api/signin',
  `/desk/api/${secret}`,
  `/desk/assets/${secret}`,
  `/${secret}`,
  `/api/1.3/${secret}`,
];

function everything({ service }: Wire): Record<string, string> {
  const { name, ownerid, sellerkey } = service.app;
  const parameters = [
    'pass',
    'key',
    'code',
    'sessionid',
    'hwid',
    'username',
    'ticket',
    'token',
    'email',
  ];
  const secrets = Object.fromEntries(parameters.map((parameter) => [parameter, secret]));
  return { name, ownerid, sellerkey, ...secrets };
}

interface Said {
  readonly method?: string;
  readonly body?: string | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends all secrets as a query, a form and a multipart form, in a body that is too large, and with
 * an unsupported content type.
 */
async function sayEverything(wire: Wire, type: string): Promise<readonly number[]> {
  const all = { ...everything(wire), type };
  const text = new URLSearchParams(all).toString();
  const headers = {
    authorization: secret,
    cookie: `x=${secret}`,
    'user-agent': secret,
    referer: secret,
    'x-request-id': secret,
  };
  const statuses: number[] = [];
  const send = async (path: string, init: Said) => {
    const url = `${wire.service.url}${path}`;
    const response = await fetch(url, { ...init, headers: { ...headers, ...init.headers } });
    await response.arrayBuffer();
    statuses.push(response.status);
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  const large = `${text}&more=${'x'.repeat(70_000)}`;
  for (const path of paths) {
    await send(`${path}?${text}`, {});
    await send(`${path}?${text}`, { method: 'DELETE' });
    await send(path, { method: 'POST', body: text, headers: { 'content-type': urlencoded } });
    await send(path, { method: 'POST', body: large, headers: { 'content-type': urlencoded } });
    await send(path, { method: 'POST', body: text, headers: { 'content-type': `text/${secret}` } });
    await send(path, { method: 'POST', body: form });
  }
  return statuses;
}

/** Sends bytes that are not HTTP. */
async function sayNonsense({ service }: Wire): Promise<void> {
  for (const line of [
    `${secret}\r\n\r\n`,
    `GET /${secret} HTTP/9.9\r\n\r\n`,
    `GET / HTTP/1.1\r\n${secret}\r\n\r\n`,
  ])
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () =>
        socket.end(line),
      );
      socket.on('error', () => undefined).on('close', () => resolve());
      socket.resume();
    });
}

test('logs no parameter of a request on success, refusal or database failure', async () => {
  const wire = await openWire({ deskFolder: builtPage() });
  const { service } = wire;
  const types = ['login', 'upgrade', 'license', 'check', 'delvar', 'fetchallusers', secret];
  const statuses = new Set<number>();
  for (const type of types)
    for (const status of await sayEverything(wire, type)) statuses.add(status);
  await sayNonsense(wire);
  for (const table of ['users', 'licenses', 'variables', 'sessions'])
    await service.database.schema.alterTable(table).renameTo(`${table}_gone`).execute();
  for (const type of types)
    for (const status of await sayEverything(wire, type)) statuses.add(status);
  // Every kind of answer occurred.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404, 405, 413, 415, 500]));
  const log = service.logText();
  expect(log).toContain('"path":"/api/1.3"');
  expect(log).toContain('"path":"/api/seller"');
  expect(log).toContain('"path":"/desk/api/*","operation":"desk-signin"');
  expect(log).toContain('A request failed');
  for (const text of [
    secret,
    encodeURIComponent(secret),
    encoded,
    service.app.sellerkey,
    service.app.ownerid,
  ])
    expect(log).not.toContain(text);
});

test('logs no secret in the request id of a trusted proxy', async () => {
  const wire = await openWire({ trustedProxies: ['127.0.0.1'] });
  for (const type of ['login', secret]) await sayEverything(wire, type);
  const log = wire.service.logText();
  expect(log).toContain('"operation":"login"');
  for (const text of [secret, encoded]) expect(log).not.toContain(text);
});

test('logs neither cookies, passwords, tokens nor parameters of the desk', async () => {
  const { browserOf, browser, invite, service, ownerid } = await openWithDesk();
  const token = await invite('Berta');
  const mia = await browserOf('Mia', { scopes: 'all' });
  const [, cookie = ''] = mia.cookie.split('=');
  const { part } = mia;
  const application = 'Test Application';
  const offered = (await mia.ask('offersecondfactor')).body;
  await mia.ask('confirmsecondfactor', { code: secret });
  await mia.ask('confirm', { password: secret });
  await mia.ask('changepassword', { password: secret, newPassword: secret });
  await mia.ask('addvar', { application, name: secret, data: secret, authed: '0' });
  await mia.ask(secret, { application: secret });
  await mia.ask('endsession', { handle: secret });
  await browser().ask('signin', { ownerid: secret, name: secret, password: secret });
  await browser().ask('invitation', { token });
  await browser().ask('acceptinvitation', { token, password: secret });
  await service.database.schema.alterTable('people').renameTo('people_gone').execute();
  expect((await mia.ask('me')).status).toBe(500);
  const log = service.logText();
  expect(log).toContain('"operation":"desk-changepassword"');
  expect(log).toContain('"operation":"addvar"');
  const texts = [
    secret,
    token,
    cookie,
    part,
    password,
    ownerid,
    application,
    String(offered['secret']),
  ];
  for (const text of [...texts, 'Mia', 'Berta']) expect(log).not.toContain(text);
});
