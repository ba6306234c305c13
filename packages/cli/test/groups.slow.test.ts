// The commands for keys, users, subscriptions, variables, webhooks and sessions.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashToken } from '../../service/src/secrets/token-hash.ts';
import { cli, openBench } from './support/cli.ts';

test('keys are added, shown, banned, unbanned and deleted', async () => {
  const { run } = await openBench();
  const mask = 'NW-******-******-******-******';
  const created = await run(
    `keys add --days 30 --amount 3 --mask ${mask} --charset upper --note june`,
  );
  expect(created.exitCode).toBe(0);
  const keys = created.stdout.trim().split('\n');
  expect(keys).toHaveLength(3);
  for (const key of keys) expect(key).toMatch(/^NW(-[0-9A-Z]{6}){4}$/);
  const [one = '', other = ''] = keys;

  const list = await run('keys list');
  expect(list.stdout).toContain(one);
  expect(list.stdout).toMatch(/Not Used +30 d +1 /);
  expect(list.stdout).toContain('june');
  expect(list.stdout).toContain('3 license keys');
  expect((await run(`keys show ${one}`)).stdout).toMatch(/duration +30 d/);

  expect((await run(`keys ban ${one} --reason shared`)).stdout).toContain('banned');
  expect((await run('keys list --status banned --json')).json()['keys']).toMatchObject([
    { key: one },
  ]);
  expect((await run(`keys unban ${one}`)).exitCode).toBe(0);
  expect((await run('keys delete -', { stdin: `${one}\n\n${other}\r\n` })).stdout).toContain(
    '2 of 2',
  );
  expect((await run('keys list --status unused')).stdout).toContain('1 license key\n');
});

test('keys add splits more than a hundred keys into several requests', async () => {
  const { service, run } = await openBench();
  const ran = await run('keys add --days 1 --amount 250 --progress');
  expect(ran.exitCode).toBe(0);
  const keys = ran.stdout.trim().split('\n');
  expect(new Set(keys).size).toBe(250);
  expect(ran.stderr).toBe('100 of 250 created\n200 of 250 created\n250 of 250 created\n');
  const rows = await service.database.selectFrom('licenses').select('key').execute();
  expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(keys));
  expect((await run('keys add --days 1 --amount 2 --json')).json()['keys']).toHaveLength(2);
});

test.each(['', ' --json'])(
  'an interrupted keys add prints exactly the keys that exist%s',
  async (json) => {
    const { service, run } = await openBench();
    const stop = new AbortController();
    const ran = await run(`keys add --days 1 --amount 1000 --progress${json}`, {
      stop: stop.signal,
      onWritten: ({ stderr }) => {
        if (stderr.includes('200 of 1000')) stop.abort();
      },
    });
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain('200 of 1000 were created.');
    const keys = json === '' ? ran.stdout.trim().split('\n') : ran.json()['keys'];
    const rows = await service.database.selectFrom('licenses').select('key').execute();
    expect(rows).toHaveLength(200);
    expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(keys as string[])); // texts, as the next line shows
    if (json !== '')
      expect(ran.json()).toEqual({ success: false, keys: expect.any(Array) as unknown });
  },
);

test('users add reads a password from stdin, or shows a random one once', async () => {
  const { service, run } = await openBench();
  const given = await run('users add anna --sub Pro --days 30 --password-stdin', {
    stdin: 'tea time\n',
  });
  expect(given).toMatchObject({ exitCode: 0, stderr: '', stdout: 'Successfully created user!\n' });
  const random = await run('users add ben --sub Pro --days 0.5');
  expect(random.stdout).toMatch(/^Successfully created user!\nPassword: \S{8,}\n$/);
  const fresh = await run('users password ben');
  expect(fresh.stdout).toMatch(/Password: \S{8,}/);
  expect(fresh.stdout).not.toBe(random.stdout);
  expect(await run('users add cleo --sub Pro --days 1 --password-stdin')).toMatchObject({
    exitCode: 2,
  });
  const names = await service.database.selectFrom('users').select('username').execute();
  expect(names.map(({ username }) => username).sort()).toEqual(['anna', 'ben']);
});

test('stdin can contain the seller key, then the password', async () => {
  const { service } = await openBench();
  const argv = 'users add dora --sub Pro --days 1 --password-stdin --key-stdin --url'.split(' ');
  const stdin = `${service.app.sellerkey}\na word\n`;
  expect(await cli([...argv, service.url], { stdin })).toMatchObject({ exitCode: 0, stderr: '' });
});

test('users are shown, banned, paused, extended and deleted', async () => {
  const { service, run } = await openBench();
  await service.addUser({ username: 'anna' });
  await service.bindDevice('anna', 'device-of-anna-0123456789');
  expect((await run('users list')).stdout).toMatch(/anna +Pro +20..-..-.. ..:..Z\n2 users\n/);
  const info = (await run('users show anna')).stdout;
  expect(info).toMatch(/Pro +1 +30 d +20/);
  expect(info).toContain('device-of-anna-0123456789');
  expect((await run('users pause anna')).exitCode).toBe(0);
  expect((await run('users show anna')).stdout).toMatch(/Pro +1 +30 d +paused/);
  expect((await run('users unpause anna')).exitCode).toBe(0);
  expect((await run('users ban anna --reason shared')).exitCode).toBe(0);
  expect((await run('users show anna')).stdout).toContain('Banned        shared');
  expect((await run('users unban anna')).exitCode).toBe(0);
  expect((await run('users extend anna --sub Pro --days 10')).exitCode).toBe(0);
  expect((await run('users show anna')).stdout).toMatch(/Pro +1 +40 d/);
  expect((await run('users reset anna')).exitCode).toBe(0);
  expect((await run('users show anna')).stdout).not.toContain('device-of-anna');
  const mixed = await run('users delete anna nobody');
  expect(mixed).toMatchObject({ exitCode: 1, stdout: '1 of 2 done.\n' });
  expect(mixed.stderr).toBe('nobody: There is no such user.\n');
  expect((await run('users list')).stdout).toMatch(/Neighbour +Pro .*\n1 user\n/);
});

test('subscriptions, variables and webhooks are added and deleted', async () => {
  const { run, runWith } = await openBench();
  expect((await runWith(['subs', 'add', 'Gold plan', '--level', '2'])).exitCode).toBe(0);
  expect((await run('subs list')).stdout).toMatch(/Gold plan +2 +1 +0\n/);
  expect((await runWith(['subs', 'delete', 'Gold plan'])).exitCode).toBe(0);

  expect((await run('vars set motd hello --for-all')).exitCode).toBe(0);
  expect((await run('vars set motd -', { stdin: 'two\nlines\n' })).exitCode).toBe(0);
  expect((await run('vars list --json')).json()).toEqual({
    vars: [{ varid: 'motd', msg: 'two\nlines', authed: '0' }],
  });
  expect((await run('vars set secret word')).exitCode).toBe(0);
  expect((await run('vars list')).stdout).toMatch(/secret +signed-in +word/);
  expect((await run('vars delete motd secret')).exitCode).toBe(0);

  const added = await run('webhooks add - --events login,ban', {
    stdin: 'https://93.184.216.34/in\n',
  });
  expect(added).toMatchObject({ exitCode: 0, stderr: '' });
  expect(added.stdout).toMatch(/signs the deliveries, shown once: \S{20,}/);
  const listed = (await run('webhooks list --json')).json()['webhooks'];
  const [hook] = listed as { webid: string; events: string }[]; // one was added
  expect(hook?.events).toBe('login,ban');
  expect((await run('webhooks deliveries')).stdout).toContain('0 deliveries');
  expect((await run(`webhooks delete ${hook?.webid ?? ''}`)).exitCode).toBe(0);
});

test('sessions are listed and ended, and the audit log records it', async () => {
  const { service, run } = await openBench();
  await service.removeNeighbour();
  const query = new URLSearchParams({
    type: 'init',
    name: service.app.name,
    ownerid: service.app.ownerid,
  });
  const open = async () => {
    const answer = await fetch(`${service.url}/api/1.3/?${query.toString()}`);
    return ((await answer.json()) as { sessionid: string }).sessionid; // init was tested elsewhere
  };
  const first = await open();
  await open();
  expect((await run('sessions list')).stdout).toContain('2 sessions');
  expect((await run(`sessions kill ${hashToken(first)}`)).exitCode).toBe(0);
  expect((await run('sessions list')).stdout).toContain('1 session\n');
  const asked = await run('sessions kill --all');
  expect(asked.exitCode).toBe(1);
  expect(asked.stderr).toMatch(
    /^This ends sessions: \d\.\nNothing was done\. Use --yes to confirm\.\n$/,
  );
  expect((await run('sessions list')).stdout).toContain('1 session\n');
  expect((await run('sessions kill --all --yes')).exitCode).toBe(0);
  expect((await run('sessions list')).stdout).toContain('0 sessions');
  const audit = await run('audit --limit 1');
  expect(audit.stdout).toContain('killall');
  expect(audit.stdout).toContain('1 line\n');
  expect((await run('logs')).stdout).toBe('0 lines\n');
});

test('call runs any operation, with values from arguments, files and stdin', async () => {
  const { service, run, keyFile } = await openBench();
  await service.addUser({ username: 'anna' });
  const set = await run('call setvar user=anna var=color data@-', { stdin: 'red & blue\n' });
  expect(set).toMatchObject({ exitCode: 0, stderr: '' });
  expect((await run('call getvar user=anna var=color')).stdout).toMatch(/response +red & blue/);
  const fromFile = await run(`call setvar user=anna var=file data@${keyFile}`);
  expect(fromFile.exitCode).toBe(0);
  const rows = await service.database.selectFrom('userVariables').select('value').execute();
  expect(rows.map(({ value }) => value)).toContain(readFileSync(keyFile, 'utf8').trim());
  const unknown = await run('call nonsense');
  expect(unknown).toMatchObject({
    exitCode: 1,
    stderr: "This service doesn't have this operation. It may be an older version.\n",
  });
});
