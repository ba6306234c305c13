// Filters of `keys list`, `users list`, `logs` and `audit`, also at a service that ignores them.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { cli, keyFile, openBench } from './support/cli.ts';

test('keys list shows the keys of a status, level, creator and period', async () => {
  const { run, runWith } = await openBench();
  await run('subs add Max --level 2');
  await run('keys add --days 30 --level 1');
  const [first = '', second = ''] = (
    await run('keys add --days 30 --level 2 --amount 2')
  ).stdout.split('\n');
  await run('call add expiry=1 level=2 owner=Rita');
  await run(`keys ban ${first}`);
  const listed = async (words: string) => {
    const { stdout } = await run(`keys list --json ${words}`);
    return (JSON.parse(stdout) as { keys: { key: string }[] }).keys.map(({ key }) => key);
  };
  expect(await listed('--status unused --level 2 --by SellerAPI')).toEqual([second]);
  expect(await listed('--status banned')).toEqual([first]);
  expect(await listed('--by Rita')).toHaveLength(1);
  expect(await listed('--since 1d')).toHaveLength(4);
  expect(await listed('--until 1d')).toHaveLength(0);
  for (const words of ['--since soon', '--status lost'])
    expect((await runWith(['keys', 'list', ...words.split(' ')])).exitCode).toBe(2);
});

test('users list shows the users in a state, of a subscription, or the newest first', async () => {
  const { run, service } = await openBench();
  await service.removeNeighbour();
  for (const [username, subscription] of [
    ...[['zoe', { days: 1 }] as const, ['anna', 'expired'] as const],
    ...[['ben', 'none'] as const, ['cleo', 'paused'] as const],
  ])
    await service.addUser({ username, subscription });
  const listed = async (words: string) => {
    const { stdout } = await run(`users list --json ${words}`);
    return (JSON.parse(stdout) as { users: { username: string }[] }).users.map(
      (one) => one.username,
    );
  };
  expect(await listed('--state active')).toEqual(['zoe']);
  expect(await listed('--state expired --sub pro')).toEqual(['anna']);
  expect(await listed('--sub Pro')).toEqual(['anna', 'cleo', 'zoe']);
  expect(await listed('--by-end')).toEqual(['zoe']);
  expect(await listed('--by-end --state expired')).toEqual(['anna']);
  expect((await listed('--newest')).toSorted()).toEqual(['anna', 'ben', 'cleo', 'zoe']);
  const refused = await run('users list --state gone');
  expect(refused.stderr).toContain(
    '--state. It must be active, expired, never, banned, paused, ending, lapsed.',
  );
  expect((await run('users list --sub Mini')).stderr).toContain('There is no such subscription.');
});

test('audit and logs show a period, and audit the requests of one seller key', async () => {
  const { run, service } = await openBench();
  const added = await cli([
    ...['app', 'keys', 'add', '--data', service.dataFolder, '--name', service.app.name],
    ...['--ownerid', service.app.ownerid, '--scope', 'sell', '--label', 'shop', '--json'],
  ]);
  const shop = keyFile(String(added.json()['sellerkey']));
  await run('keys add --days 1');
  await cli(['keys', 'add', '--days', '2', '--url', service.url, '--key-file', shop]);
  expect((await run('audit --by shop')).stdout).toMatch(/expiry=172800.*\n1 line\n$/);
  expect((await run('audit --by nobody')).stdout).toContain('0 lines');
  expect((await run('logs --since 1d')).stdout).toContain('0 lines');
  expect((await run('logs --since soon')).exitCode).toBe(2);
});

test('a service that ignores the filters shows no other rows', async () => {
  const key = { status: 'Used', level: '1', genby: 'Otto', gendate: '1' };
  const server = http.createServer((_request, response) => {
    const rows = { keys: [key, { ...key, level: '2' }], users: [{ username: 'anna' }] };
    response.end(JSON.stringify({ success: true, message: 'Done', ...rows }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an AddressInfo
  const file = keyFile('a-seller-key');
  const run = (words: string) => cli([...words.split(' '), '--url', url, '--key-file', file]);
  expect((await run('keys list --level 2 --by Otto')).stdout).toContain('1 license key\n');
  expect((await run('keys list --since 2026-11-01')).stdout).toContain('0 license keys');
  expect((await run('users list')).stdout).toContain('1 user\n');
  expect(await run('users list --state expired')).toMatchObject({ exitCode: 1, stdout: '' });
});

test('keys find explains that a part of a key is too short', async () => {
  const { run } = await openBench();
  const tooShort = 'A part of a key is found only from 4 characters on.';
  expect((await run('keys find "K-1."')).stdout).toContain(tooShort);
  expect((await run('keys find K-123')).stdout).not.toContain(tooShort);
});
