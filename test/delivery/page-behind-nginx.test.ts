// The customers' page behind nginx, set up as in docs/hosting.md and docs/page.md: only at its own
// domain, beside a desk at another one.
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import { builtPage, indexPage } from '../../packages/service/test/support/desk.ts';
import { namePage, ownPage } from '../../packages/service/test/support/page.ts';
import { startTestService } from '../../packages/service/test/support/service.ts';
import { makeSelfSigned } from '../adapters/self-signed.ts';
import { startNginx } from '../support/nginx.ts';

const certificate = makeSelfSigned();
const host = 'my.example.com';

/** The nginx block of docs/page.md. */
function pageConfig(): string {
  const page = readFileSync(new URL('../../docs/page.md', import.meta.url), 'utf8');
  return /```nginx\n([^]*?)```/.exec(page)?.[1] ?? '';
}

async function openPage() {
  const service = await startTestService({
    deskFolder: builtPage(),
    pageFolder: builtPage(),
    pageHost: host,
    trustedProxies: ['127.0.0.1', '::1'],
  });
  onTestFinished(() => service.close());
  await namePage(service, service.app, ownPage);
  const nginx = await startNginx({
    service: service.url,
    certificate,
    change: (config) => `${config}\n${pageConfig()}`,
  });
  onTestFinished(() => nginx.close());
  const ask = (at: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<{ status: number; text: string; cookies: readonly string[] }>((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST';
      const options = { host: '127.0.0.1', port: nginx.port, path, method, ca: certificate.cert };
      const sent = request(
        {
          ...options,
          servername: at,
          headers: { host: at, ...headers },
          rejectUnauthorized: false,
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => (text += part));
          const cookies = answer.headers['set-cookie'] ?? [];
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, cookies }));
        },
      );
      sent.on('error', reject).end(body);
    });
  return { service, ask };
}

test('signs in at its own domain, with a cookie of that host', { tags: 'linux' }, async () => {
  const { service, ask } = await openPage();
  const { username, password } = await service.addUser();
  expect(await ask(host, `/my/${ownPage}`)).toMatchObject({ status: 200, text: indexPage });
  const headers = { 'x-latchkey': '1', 'content-type': 'application/json' };
  const path = `/my/${ownPage}/api/login`;
  const body = JSON.stringify({ username, pass: password });
  const foreign = { ...headers, origin: 'https://evil.example' };
  expect((await ask(host, path, foreign, body)).status).toBe(403);
  const signedIn = await ask(host, path, { ...headers, origin: `https://${host}` }, body);
  expect(signedIn.status).toBe(200);
  expect(signedIn.cookies[0]).toMatch(/^__Host-latchkey-my-own-page=[\w-]{43}; .*; Secure$/);
});

test('neither domain has the page of the other', { tags: 'linux' }, async () => {
  const { ask } = await openPage();
  for (const path of ['/desk/', '/desk/api/me', '/api/1.3/', '/'])
    expect((await ask(host, path)).status).toBe(404);
  expect((await ask('license.example.com', `/my/${ownPage}`)).status).toBe(404);
});
