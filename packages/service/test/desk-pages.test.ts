// The page of the desk over HTTP: files, headers and methods. Without `--desk` there is none.
import { expect, onTestFinished, test } from 'vitest';
import { openPages } from '../src/host/open-pages.ts';
import { builtPage, indexPage, openWithDesk, script } from './support/desk.ts';
import { startTestService } from './support/service.ts';

test('serves the page under every path but those of files and requests', async () => {
  const { service } = await openWithDesk();
  for (const path of ['/desk/', '/desk/Test%20Application/users/anna', '/desk/sign-in?next=%2F']) {
    const response = await fetch(`${service.url}${path}`);
    expect([response.status, await response.text()]).toEqual([200, indexPage]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  }
  const bare = await fetch(`${service.url}/desk`, { redirect: 'manual' });
  expect([bare.status, bare.headers.get('location')]).toEqual([308, '/desk/']);
});

test('does not exist under spellings that a proxy may not know', async () => {
  const { service } = await openWithDesk();
  for (const path of ['//desk/', '/%64esk/', '//desk/api/me', '/%64esk/api/me', '//desk'])
    for (const method of ['GET', 'POST'])
      expect((await fetch(`${service.url}${path}`, { method })).status, path).toBe(404);
});

test('serves built files for a year, compressed if the browser accepts it', async () => {
  const { service } = await openWithDesk();
  const url = `${service.url}/desk/assets/index-abc.js`;
  const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  expect(await plain.text()).toBe(script);
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const packed = await fetch(url, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('vary')).toBe('accept-encoding');
  expect(await packed.text()).toBe(script);
});

test('serves no other file, whatever the path', async () => {
  const { service } = await openWithDesk();
  const paths = ['licenses.json', 'none.js', '../index.html', '..%2flicenses.json', '%2e%2e/x'];
  for (const path of [...paths, '..%5clicenses.json', 'index-abc.js%00', '', '%2fetc%2fpasswd']) {
    const response = await fetch(`${service.url}/desk/assets/${path}`);
    const text = await response.text();
    expect(text).not.toContain('not served');
    expect([404, 400, 200]).toContain(response.status);
    if (response.status === 200) expect(text).toBe(indexPage);
  }
});

test('every answer has the headers that protect the page', async () => {
  const { service, browser } = await openWithDesk();
  const page = await fetch(`${service.url}/desk/`);
  const missing = await fetch(`${service.url}/desk/assets/none.js`);
  const wrongMethod = await fetch(`${service.url}/desk/`, { method: 'POST' });
  const asked = await browser().ask('me');
  const tooLarge = await browser().ask('me', {}, { body: `{"a":"${'x'.repeat(70_000)}"}` });
  expect([wrongMethod.status, asked.status, tooLarge.status]).toEqual([405, 401, 400]);
  for (const { headers } of [page, missing, wrongMethod, asked, tooLarge]) {
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('refuses other methods', async () => {
  const { service, browserOf } = await openWithDesk();
  const mia = await browserOf('Mia');
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST']) {
    const response = await fetch(`${service.url}/desk/`, { method });
    expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET']);
  }
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']) {
    const { status, headers } = await mia.ask('me', {}, { method });
    expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST']);
  }
  expect((await mia.ask('me')).status).toBe(200);
});

test('without the option, the paths of the desk do not exist', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  for (const path of ['/desk', '/desk/', '/desk/assets/index-abc.js', '/desk/api/me']) {
    const response = await fetch(`${service.url}${path}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: 'This URL does not exist.' });
  }
});

test('a service whose page is not built says what to do', async () => {
  const started = startTestService({ deskFolder: '/nowhere' });
  await expect(started).rejects.toThrow(
    '--desk needs the page of the desk, and /nowhere has none. In the repository, run "npm run build".',
  );
  // The demo then has no desk.
  const [nowhere, built] = ['/nowhere', builtPage()];
  const open = (folder: string, wanted: object) =>
    openPages(wanted, { deskFolder: folder, pageFolder: '/nowhere' });
  expect(open(nowhere, { demo: true }).desk).toBeNull();
  expect(open(built, {}).desk).toBeNull();
  expect(open(built, { demo: true }).desk?.assets.size).toBe(1);
});
