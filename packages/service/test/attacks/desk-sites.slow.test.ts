// Attack: a page of another site, or a request with a forged address, tries to act in the desk.
import { expect, onTestFinished, test } from 'vitest';
import { browserAt, openWithDesk, type DeskRequestOptions } from '../support/desk.ts';
import { password } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

const application = 'Test Application';
const crossSite = { status: 403, body: { success: false, code: 'cross-site' } };
const signedOut = { status: 401, body: { code: 'signed-out' } };

const foreign: readonly (readonly [string, DeskRequestOptions])[] = [
  ['without the header', { headers: { 'x-latchkey': '' } }],
  ['with another value of the header', { headers: { 'x-latchkey': '0' } }],
  ['without an origin', { headers: { origin: '' } }],
  ['of an opaque origin', { headers: { origin: 'null' } }],
  ['of another site', { headers: { origin: 'https://evil.example' } }],
  ['of another port', { headers: { origin: 'http://127.0.0.1:1' } }],
  ['of another scheme', { headers: { origin: 'https://127.0.0.1' } }],
  ['that the browser calls cross-site', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['that the browser calls same-site', { headers: { 'sec-fetch-site': 'same-site' } }],
  ['that a person typed', { headers: { 'sec-fetch-site': 'none' } }],
  // What a form of another page can send.
  [
    'of a form',
    { headers: { 'x-latchkey': '', 'content-type': 'application/x-www-form-urlencoded' } },
  ],
  ['of a form with JSON', { headers: { 'x-latchkey': '', 'content-type': 'text/plain' } }],
];

test.each(foreign)('a request %s is refused before it does anything', async (_name, options) => {
  const { browserOf, browser, ask, ownerid } = await openWithDesk();
  const mia = await browserOf('Mia', { scopes: 'all' });
  const addvar = { application, name: 'planted', data: 'x', authed: '0' };
  expect(await mia.ask('addvar', addvar, options)).toMatchObject(crossSite);
  expect(await mia.ask('signout', {}, options)).toMatchObject(crossSite);
  const login = await browser().ask('signin', { ownerid, name: 'Mia', password }, options);
  expect(login).toMatchObject(crossSite);
  expect(login.headers.getSetCookie()).toEqual([]);
  expect((await ask('retrvvar', { name: 'planted' })).success).toBe(false);
  // Control: the page of the desk may, also where the browser says that it is the same origin.
  const own = { headers: { 'sec-fetch-site': 'same-origin' } };
  expect((await mia.ask('addvar', addvar, own)).body).toMatchObject({ success: true });
});

test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
  'a body of the type %s is refused, even from the page',
  async (contentType) => {
    const { browserOf } = await openWithDesk();
    const mia = await browserOf('Mia', { scopes: 'all' });
    const headers = { 'content-type': contentType };
    expect(await mia.ask('stats', { application }, { headers })).toMatchObject({
      status: 400,
      body: { code: 'bad-request' },
    });
    for (const usual of ['application/json', 'application/json; charset=utf-8'])
      expect(
        (await mia.ask('stats', { application }, { headers: { 'content-type': usual } })).status,
      ).toBe(200);
  },
);

test('neither a preflight nor a GET opens anything', async () => {
  const { browserOf } = await openWithDesk();
  const mia = await browserOf('Mia', { scopes: 'all' });
  const headers = {
    origin: 'https://evil.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-latchkey,content-type',
  };
  const preflight = await mia.ask('signout', {}, { method: 'OPTIONS', headers });
  expect(preflight.status).toBe(405);
  for (const name of ['origin', 'headers', 'methods', 'credentials'])
    expect(preflight.headers.get(`access-control-allow-${name}`)).toBeNull();
  expect((await mia.ask('signout', {}, { method: 'GET' })).status).toBe(405);
  expect((await mia.ask('me')).status).toBe(200);
});

test('a name that was made to resolve to this machine cannot use the desk over http', async () => {
  const { service, signInWith, browserOf } = await openWithDesk({ trustedProxies: ['127.0.0.1'] });
  await browserOf('Mia');
  const rebound = browserAt(service.url, {
    origin: 'http://evil.example:8080',
    'x-forwarded-host': 'evil.example:8080',
    'x-forwarded-proto': 'http',
  });
  expect(await signInWith(rebound, 'Mia')).toMatchObject({
    status: 403,
    body: { code: 'https-needed' },
  });
  // Control: names of this machine may.
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080']) {
    const local = browserAt(service.url, { origin: `http://${host}`, 'x-forwarded-host': host });
    expect((await signInWith(local, 'Mia')).status).toBe(200);
  }
});

test('behind a trusted proxy, the cookie is only for https and this host', async () => {
  const { service, signInWith, browserOf } = await openWithDesk({ trustedProxies: ['127.0.0.1'] });
  await browserOf('Mia');
  const host = 'desk.example.com';
  const reports: readonly Readonly<Record<string, string>>[] = [
    { 'x-forwarded-proto': 'https', 'x-forwarded-host': host },
    { 'x-forwarded-proto': 'HTTPS', 'x-forwarded-host': `${host}, proxy.internal` },
    { forwarded: `for=198.51.100.1;proto=https;host="${host}", for=10.0.0.1` },
  ];
  for (const report of reports) {
    const one = browserAt(service.url, { origin: `https://${host}`, ...report });
    const signedIn = await signInWith(one, 'Mia');
    expect(signedIn.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-latchkey=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
    expect((await one.ask('me')).status).toBe(200);
    // The name without the prefix could be set by another site of the domain.
    const cookie = one.cookie.replace('__Host-', '');
    expect(await one.ask('me', {}, { headers: { cookie } })).toMatchObject(signedOut);
    expect(await one.ask('me', {}, { headers: { origin: `http://${host}` } })).toMatchObject(
      crossSite,
    );
  }
});

test('only a trusted proxy says which site the browser sees', async () => {
  const { service, signInWith, browserOf } = await openWithDesk();
  await browserOf('Mia');
  const forged = browserAt(service.url, {
    origin: 'https://evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    forwarded: 'proto=https;host=evil.example',
  });
  expect(await signInWith(forged, 'Mia')).toMatchObject(crossSite);
  expect((await signInWith(browserAt(service.url), 'Mia')).status).toBe(200);
});

test('without --desk, no request reaches the desk', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const url = `${service.url}/desk/api/signin`;
  const headers = {
    origin: service.url,
    'x-latchkey': '1',
    'content-type': 'application/json',
  };
  expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(404);
});
