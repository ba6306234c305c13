// Attack: a page of another site, a frame or a request with a forged address tries to act on a
// customers' page.
import { expect, onTestFinished, test } from 'vitest';
import { openWithPage, ownPage, pageBrowser } from '../support/page.ts';
import { startTestService } from '../support/service.ts';
import { builtPage, openWithDesk } from '../support/desk.ts';

const crossSite = { status: 403, body: { success: false, code: 'cross-site' } };

const foreign: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['without the header', { 'x-latchkey': '' }],
  ['without an origin', { origin: '' }],
  ['of an opaque origin', { origin: 'null' }],
  ['of another site', { origin: 'https://evil.example' }],
  ['of another port', { origin: 'http://127.0.0.1:1' }],
  ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['that the browser calls same-site', { 'sec-fetch-site': 'same-site' }],
  ['of a form', { 'x-latchkey': '', 'content-type': 'application/x-www-form-urlencoded' }],
  ['of a form with JSON', { 'x-latchkey': '', 'content-type': 'text/plain' }],
];

test.each(foreign)('a request %s is refused before it does anything', async (_name, headers) => {
  const { browser, service } = await openWithPage();
  const anna = await service.addUser({ username: 'anna' });
  const one = browser();
  await one.signIn(anna);
  const key = await service.addLicense({ days: 30 });
  for (const type of [
    'signout',
    'keys',
    '2faenable',
    'confirm',
    'changeemail',
    'exportme',
    'programtoken',
    'deleteme',
  ])
    expect(await one.ask(type, {}, { headers })).toMatchObject(crossSite);
  expect(await one.ask('upgrade', { key }, { headers })).toMatchObject(crossSite);
  const credentials = { username: 'anna', pass: anna.password };
  const login = await browser().ask('login', credentials, { headers });
  expect(login).toMatchObject(crossSite);
  expect(login.headers.getSetCookie()).toEqual([]);
  // Control: the page itself may.
  const own = { headers: { 'sec-fetch-site': 'same-origin' } };
  expect((await one.ask('upgrade', { key }, own)).status).toBe(200);
});

test('neither a preflight, a GET nor a query opens anything', async () => {
  const { browser, service } = await openWithPage();
  const one = browser();
  await one.signIn(await service.addUser({ username: 'anna' }));
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const preflight = await one.ask('signout', {}, { method: 'OPTIONS', headers });
  expect(preflight.status).toBe(405);
  for (const name of ['origin', 'headers', 'methods', 'credentials'])
    expect(preflight.headers.get(`access-control-allow-${name}`)).toBeNull();
  expect((await one.ask('signout', {}, { method: 'GET' })).status).toBe(405);
  expect((await one.ask('me', {}, { query: '?a=b' })).status).toBe(400);
  expect((await one.ask('me')).status).toBe(200);
});

test('every answer refuses frames, foreign scripts and caches', async () => {
  const { browser, service } = await openWithPage();
  const page = await fetch(`${service.url}/my/${ownPage}`);
  const missing = await fetch(`${service.url}/my/assets/none.js`);
  const asked = await browser().ask('me');
  const tooLarge = await browser().ask('me', {}, { body: `{"a":"${'x'.repeat(70_000)}"}` });
  expect([page.status, missing.status, asked.status, tooLarge.status]).toEqual([
    200, 404, 401, 400,
  ]);
  for (const { headers } of [page, missing, asked, tooLarge]) {
    const policy = headers.get('content-security-policy') ?? '';
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "script-src 'self'"])
      expect(policy).toContain(rule);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('no path but those of pages exists, and none redirects', async () => {
  const { service } = await openWithPage();
  const paths = ['//my/own-page', '/%6dy/own-page', '/my/own-page/more', '/my', '/my/', '/my/AB'];
  for (const path of [...paths, '/my/..%2fdesk', `/my/${'a'.repeat(41)}`, '/my//evil.example'])
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${service.url}${path}`, { method, redirect: 'manual' });
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get('location')).toBeNull();
    }
});

test('a name that was made to resolve to this machine cannot use the page over http', async () => {
  const { service } = await openWithPage({ trustedProxies: ['127.0.0.1'] });
  const anna = await service.addUser({ username: 'anna' });
  const at = (host: string, scheme: string) =>
    pageBrowser(service.url, ownPage, {
      origin: `${scheme}://${host}`,
      'x-forwarded-host': host,
      'x-forwarded-proto': scheme,
    }).ask('login', { username: 'anna', pass: anna.password });
  expect(await at('evil.example', 'http')).toMatchObject({
    status: 403,
    body: { code: 'https-needed' },
  });
  expect((await at('localhost:8080', 'http')).status).toBe(200);
  const secure = await at('my.example.com', 'https');
  expect(secure.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-latchkey-my-own-page=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    ),
  ]);
});

test('with a host name of its own, the page shares no origin with the desk', async () => {
  const { service } = await openWithDesk({
    pageFolder: builtPage(),
    pageHost: 'my.example.com',
    trustedProxies: ['127.0.0.1'],
  });
  const status = async (path: string, host: string) => {
    const headers = { 'x-forwarded-host': host, 'x-forwarded-proto': 'https' };
    return (await fetch(`${service.url}${path}`, { headers })).status;
  };
  expect(await status('/my/own-page', 'my.example.com')).toBe(200);
  expect(await status('/desk/', 'my.example.com')).toBe(404);
  expect(await status('/my/own-page', 'desk.example.com')).toBe(404);
  expect(await status('/my/own-page/api/about', 'desk.example.com')).toBe(404);
  expect(await status('/desk/', 'desk.example.com')).toBe(200);
});

test('without --page, no request reaches a page', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  for (const path of ['/my/own-page', '/my/own-page/api/about', '/my/assets/index-abc.js'])
    expect((await fetch(`${service.url}${path}`)).status).toBe(404);
});
