// The command `latchkey doctor`, for the data folder and for a running service.
import { chmodSync, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { cli, openBench, temporaryFolder } from './support/cli.ts';

test('doctor reports no problem for a healthy service', async () => {
  const { service, keyFile } = await openBench();
  const where = ['--data', service.dataFolder, '--url', service.url, '--key-file', keyFile];
  const ran = await cli(['doctor', ...where, '--public-key', service.publicKey]);
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(ran.stdout).not.toContain('PROBLEM');
  for (const word of [
    'data folder',
    'signing key',
    'service secret',
    'database',
    'disk',
    'signature',
    'clocks',
    'seller key',
  ])
    expect(ran.stdout.toLowerCase()).toContain(word);
});

async function problems(...more: readonly string[]): Promise<string> {
  const ran = await cli(['doctor', ...more, '--json']);
  expect(ran.exitCode).toBe(1);
  const findings = ran.json()['findings'] as { ok: boolean; what: string; advice: string }[];
  return findings
    .filter(({ ok }) => !ok)
    .map(({ what, advice }) => `${what}: ${advice}`)
    .join('\n');
}

test('doctor reports files that others can read', { tags: 'modes' }, async () => {
  const { service } = await openBench();
  const data = service.dataFolder;
  chmodSync(data, 0o755);
  chmodSync(join(data, 'latchkey.sqlite'), 0o644);
  expect(await problems('--data', data)).toMatch(/chmod 700 [\s\S]*chmod 600 /);
  chmodSync(data, 0o700);
  chmodSync(join(data, 'latchkey.sqlite'), 0o600);
  chmodSync(join(data, 'service-secret'), 0o644);
  expect(await problems('--data', data)).toMatch(/service secret: [\s\S]*chmod 600/);
});

test('doctor reports each problem in one line, and changes nothing', async () => {
  const { service } = await openBench();
  const data = service.dataFolder;
  const nowhere = join(data, 'nowhere');
  expect(await problems('--data', nowhere)).toContain('does not exist');
  expect(existsSync(nowhere)).toBe(false);
  const empty = temporaryFolder();
  expect(await problems('--data', empty)).toMatch(
    /signing-key[\s\S]*service-secret[\s\S]*app create/,
  );
  expect(await problems('--url', service.url, '--public-key', 'ab'.repeat(32))).toContain(
    'does not match this public key',
  );
  expect(
    await problems('--url', `${service.url}/deep`, '--public-key', service.publicKey),
  ).toContain('no client API');
  await sql`delete from kysely_migration where name > '001-baseline'`.execute(service.database);
  expect(await problems('--data', data)).toContain('older version');
});

test('doctor counts no problem for an option that was not given, and says what it did not check', async () => {
  const { service } = await openBench();
  for (const place of [
    ['--url', service.url],
    ['--data', service.dataFolder],
  ]) {
    const ran = await cli(['doctor', ...place]);
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
    expect(ran.stdout).toContain('No problems found.');
  }
  const ran = await cli(['doctor', '--url', service.url]);
  expect(ran.stdout).toMatch(
    /^note +The signature of its answers: Not checked\. Give --public-key/m,
  );
});

test('doctor does not blame the seller key for a stopped database', async () => {
  let isStopped = false;
  const { service } = await openBench({
    wrapDatabase: (db) =>
      db.withPlugin({
        transformQuery({ node }) {
          if (isStopped) throw Object.assign(new Error('stopped'), { code: 'ECONNREFUSED' });
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }),
  });
  const words = ['doctor', '--url', service.url, '--public-key', service.publicKey, '--key-stdin'];
  const doctor = (stdin: string) => cli(words, { stdin: `${stdin}\n` });
  // Control: a wrong key gets the advice, the right one no problem.
  expect((await doctor('wrong0seller0key')).stdout).toContain('"latchkey app newkey" creates');
  expect((await doctor(service.app.sellerkey)).stdout).toContain('The seller key is valid');
  isStopped = true;
  const stopped = await doctor(service.app.sellerkey);
  isStopped = false;
  expect(stopped.exitCode).toBe(1);
  expect(stopped.stdout).toContain(
    "PROBLEM  The seller key: The service can't reach its database.",
  );
  expect(stopped.stdout).not.toContain('newkey');
});

test('doctor says why a service is not ready', async () => {
  const { service } = await openBench({ freeBytes: () => Promise.resolve(1) });
  const ran = await cli(['doctor', '--url', service.url, '--public-key', service.publicKey]);
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).toMatch(
    /^PROBLEM {2}The service is not ready: Its disk is nearly full, .*Free some space\.$/m,
  );
  const other = await openBench();
  const where = ['--url', other.service.url, '--public-key', other.service.publicKey];
  expect((await cli(['doctor', ...where])).stdout).toMatch(/^ok +The service is ready$/m);
});

test('doctor reports metrics that the web server publishes', async () => {
  const { service } = await openBench({ metrics: true });
  const proxy = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', service.url);
    const target = pathname === '/metrics' ? service.metricsUrl : service.url + pathname + search;
    void fetch(target ?? '').then(async (answer) => {
      const names = ['x-signature-ed25519', 'x-signature-timestamp'];
      const headers = names.map((name) => [name, answer.headers.get(name) ?? ''] as const);
      response.writeHead(answer.status, Object.fromEntries(headers)).end(await answer.text());
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo; // a TCP server has an AddressInfo
  const doctor = (url: string) => cli(['doctor', '--url', url, '--public-key', service.publicKey]);
  expect((await doctor(`http://127.0.0.1:${port}`)).stdout).toMatch(
    /^PROBLEM {2}The metrics are public: Anyone can read them/m,
  );
  expect((await doctor(service.url)).stdout).not.toContain('metrics');
});

test('doctor reports a wrong clock and a wrong seller key', async () => {
  const { service } = await openBench({ now: () => Date.now() + 3_600_000 });
  const where = ['doctor', '--url', service.url, '--public-key', service.publicKey];
  const ran = await cli([...where, '--key-stdin'], { stdin: 'wrong0seller0key\n' });
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).toMatch(
    /PROBLEM {2}The clocks: The service's clock is 3[56][0-9]{2} seconds ahead/,
  );
  expect(ran.stdout).toContain('PROBLEM  The seller key: This seller key is not valid.');
});
