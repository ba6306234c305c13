// The daily work of support: find users, look up keys, turn off two-factor sign-in. The audit log
// records it.
import { expect, test } from 'vitest';
import { openBench } from './support/cli.ts';
import { wireTo } from '../../service/test/support/service-client.ts';

type User = Readonly<Record<string, unknown>>;

async function auditOf({ run }: Awaited<ReturnType<typeof openBench>>) {
  const rows = (await run('audit --json')).json()['auditlog'] as { type: string; detail: string }[];
  return rows.map(({ type, detail }) => `${type} ${detail}`);
}

test('disable-2fa lets a user sign in with the password alone', async () => {
  const bench = await openBench();
  const { service, run } = bench;
  const { init, send } = wireTo(service);
  const [anna, ben] = [
    await service.addUser({ username: 'anna', totp: true }),
    await service.addUser({ username: 'ben', totp: true }),
  ];
  const login = async ({ username, password }: typeof anna) => {
    const sessionid = await init();
    const device = `device-of-${username}-0123456789`;
    return (await send({ type: 'login', sessionid, username, pass: password, hwid: device })).body;
  };
  expect(await login(anna)).toMatchObject({ reason: 'code-needed' });
  expect(await run('users disable-2fa anna')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await login(anna)).toMatchObject({ success: true });
  expect(await login(ben)).toMatchObject({ reason: 'code-needed' });
  expect(await auditOf(bench)).toEqual(['disable2fa user=anna']);
  const again = await run('users disable-2fa anna');
  expect(again.exitCode).toBe(1);
  expect(again.stderr).toContain('This user has no two-factor sign-in.');
});

test('users find matches name, e-mail, device id, key and IP', async () => {
  const bench = await openBench();
  const { service, run, runWith } = bench;
  await service.addUser({ username: 'Anna.Lee' });
  await service.addUser({ username: 'ann_b' });
  await service.bindDevice('Anna.Lee', 'device-of-anna-0123456789');
  const key = (await run('keys add --days 7')).stdout.trim();
  await run('users add dora --sub Pro --days 1 --email Dora@Example.org');
  const { init, send } = wireTo(service);
  const sessionid = await init();
  await send({ type: 'upgrade', sessionid, username: 'dora', key });
  await service.database
    .updateTable('users')
    .set({ lastIp: '203.0.113.9' })
    .where('username', '=', 'ann_b')
    .execute();
  const find = async (text: string) => {
    const ran = await runWith(['users', 'find', text, '--json']);
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
    return (ran.json()['users'] as User[]).map(({ username, by }) => [username, by]);
  };
  expect(await find('NNA')).toEqual([['Anna.Lee', 'name']]);
  expect(await find('n_')).toEqual([['ann_b', 'name']]);
  expect(await find('%')).toEqual([]);
  expect(await find('dora@example.org')).toEqual([['dora', 'mail']]);
  expect(await find('device-of-anna')).toEqual([['Anna.Lee', 'device']]);
  expect(await find(key.slice(-6).toLowerCase())).toEqual([['dora', 'key']]);
  expect(await find(key.slice(-3))).toEqual([]);
  expect(await find('203.0.113.9')).toEqual([['ann_b', 'address']]);
  expect((await run('users find ann')).stdout).toMatch(
    /Anna\.Lee +name[\s\S]*ann_b +name[\s\S]*2 users/,
  );
  const audit = (await auditOf(bench)).filter((line) => line.startsWith('finduser'));
  expect(audit).toHaveLength(9);
  expect(audit.join('\n')).not.toContain('example.org\n');
});

test('keys show is recorded in the audit log, without the key', async () => {
  const bench = await openBench();
  const key = (await bench.run('keys add --days 7')).stdout.trim();
  expect((await bench.run(`keys show ${key}`)).stdout).toContain('Not Used');
  const [latest = ''] = await auditOf(bench);
  expect(latest).toBe(`keygrants key=****${key.slice(-4)}`);
});
