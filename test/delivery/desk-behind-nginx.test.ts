// The desk behind nginx, set up as in docs/hosting.md and docs/desk.md: not at the public domain, and
// at its own only for the listed networks.
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import { builtPage, indexPage } from '../../packages/service/test/support/desk.ts';
import { startTestService } from '../../packages/service/test/support/service.ts';
import { makeSelfSigned } from '../adapters/self-signed.ts';
import { startNginx } from '../support/nginx.ts';

const certificate = makeSelfSigned();

/** The nginx block of docs/desk.md. */
function deskConfig(): string {
  const page = readFileSync(new URL('../../docs/desk.md', import.meta.url), 'utf8');
  const [, block, ...more] = page.split('```nginx\n').map((part) => part.split('```')[0] ?? '');
  if (block === undefined || more.length > 0) throw new Error('docs/desk.md must have one block');
  return block;
}

async function openDesk(allowed: string) {
  const service = await startTestService({
    deskFolder: builtPage(),
    trustedProxies: ['127.0.0.1', '::1'],
  });
  onTestFinished(() => service.close());
  const desk = deskConfig().replace('allow 10.8.0.0/24;', `allow ${allowed};`);
  const nginx = await startNginx({
    service: service.url,
    certificate,
    change: (config) => `${config}\n${desk}`,
  });
  onTestFinished(() => nginx.close());
  return (host: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST';
      const options = { host: '127.0.0.1', port: nginx.port, path, method, ca: certificate.cert };
      const sent = request(
        { ...options, servername: host, headers: { host, ...headers }, rejectUnauthorized: false },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => (text += part));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        },
      );
      sent.on('error', reject).end(body);
    });
}

const desk = 'desk.example.com';
const headers = { 'x-latchkey': '1', 'content-type': 'application/json' };

test('the public domain does not publish the desk', { tags: 'linux' }, async () => {
  const ask = await openDesk('127.0.0.1');
  const spellings = ['/desk', '/desk/', '//desk/', '/%64esk/', '/x/../desk/', '/desk/api/me'];
  for (const path of spellings) {
    const { status, text } = await ask('license.example.com', path);
    expect([path, status]).toEqual([path, 404]);
    expect(text).toContain('<center>nginx');
  }
  // Control: the client API is there, and the other domain has the desk.
  expect((await ask('license.example.com', '/api/1.3/')).text).toContain('"success":false');
  expect(await ask(desk, '/desk/')).toEqual({ status: 200, text: indexPage });
});

test(
  'the domain of the desk serves the listed networks only, and nothing but the desk',
  { tags: 'linux' },
  async () => {
    const others = await openDesk('10.8.0.0/24');
    expect((await others(desk, '/desk/')).status).toBe(403);
    const ask = await openDesk('127.0.0.1');
    const origin = `https://${desk}`;
    const signIn = JSON.stringify({ ownerid: 'testOwner1', name: 'Mia', password: 'guess' });
    const path = '/desk/api/signin';
    // The service knows host and scheme of the browser, so it refuses only the password.
    const own = await ask(desk, path, { ...headers, origin }, signIn);
    expect([own.status, own.text]).toEqual([400, expect.stringContaining('wrong-password')]);
    const forged = { ...headers, origin: 'https://evil.example', forwarded: 'host=evil.example' };
    const foreign = await ask(
      desk,
      path,
      { ...forged, 'x-forwarded-host': 'evil.example' },
      signIn,
    );
    expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining('cross-site')]);
    expect((await ask(desk, '/api/1.3/')).status).toBe(404);
  },
);
