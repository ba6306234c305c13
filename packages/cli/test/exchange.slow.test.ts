// Export and import: an import recreates the exported service, can be repeated, and reports what it
// could not recreate.
import { hash as argonHash } from '@node-rs/argon2';
import bcrypt from 'bcryptjs';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBench, temporaryFolder, type Bench } from './support/cli.ts';

const ownTimes = ['createdate', 'lastlogin', 'gendate', 'ip', 'since'];
const sharedTimes = ['expiry', 'timeleft', 'cooldown', 'time', 'given', 'left'];

/** The content that both services must have. Times are separate, because they differ by seconds. */
async function whatThereIs({ run }: Bench) {
  const whole = (await run('export')).json();
  // Plans were created in the same second, so their order is not fixed.
  const plans = (whole['subscriptions'] as { name: string }[]).map(({ name }) => name).sort();
  const document = {
    ...whole,
    subscriptions: plans,
    exportedAt: '',
    auditLog: [],
    logs: [],
    history: [],
  };
  const times: number[] = [];
  const text = JSON.stringify(document, (name, value: unknown) => {
    if (ownTimes.includes(name) || name === 'key' || name === 'note') return undefined;
    if (name === 'twofactor') return 'not in an export';
    if (!sharedTimes.includes(name) || value === null) return value;
    times.push(Number(value));
    return 'a time';
  });
  return { rest: JSON.parse(text) as unknown, times };
}

function expectSame(one: Awaited<ReturnType<typeof whatThereIs>>, other: typeof one): void {
  expect(one.rest).toEqual(other.rest);
  expect(one.times.length).toBeGreaterThan(5);
  one.times.forEach((time, index) =>
    expect(Math.abs(time - (other.times[index] ?? 0))).toBeLessThan(120),
  );
}

async function fill({ run, runWith, service }: Bench) {
  const steps = [
    'subs add Gold --level 2',
    'vars set motd hello --for-all',
    'vars set secret word',
    'call addchannel name=lobby delay=5',
    'call black hwid=device-that-nobody-wants',
    'call addWhite ip=192.0.2.7',
    'call addbutton value=go text=Go',
    'settings set version=2.1 hwid-lock=off pausedmsg=Wait',
    'users add running --sub Pro --days 30',
    'users add both --sub Gold --days 10',
    'users pause both',
    'users extend both --sub Pro --days 20',
    'users add barred --sub Pro --days 5',
    'users ban barred --reason shared',
    'users add over --sub Pro --days 3',
    'call delsub user=over sub=Pro',
    'call addhwiduser user=running hwid=first-device-of-running',
    'call addhwiduser user=running hwid=second-device-of-running',
    'call setvar user=running var=color data=red readOnly=1',
    'call muteuser user=running time=6000',
    'keys add --days 1.5 --level 2 --amount 3',
  ];
  for (const step of steps)
    expect(await run(step), step).toMatchObject({ exitCode: 0, stderr: '' });
  const banned = (await run('keys add --days 7')).stdout.trim();
  expect((await runWith(['keys', 'ban', banned, '--reason', 'leaked'])).exitCode).toBe(0);
  await service.addUser({ username: 'careful', totp: true });
}

test('an export omits masked settings, and the import names them', async () => {
  const [from, to] = [await openBench(), await openBench()];
  const secret =
    'call updatesettings sellixsecret=of-the-shop webhook=https://example.com/of-the-log';
  expect(await from.run(`${secret} version=2.1`)).toMatchObject({ exitCode: 0 });
  const out = join(temporaryFolder(), 'export.json');
  expect(await from.run(`export --out ${out}`)).toMatchObject({ exitCode: 0 });
  expect(readFileSync(out, 'utf8')).not.toMatch(/of-the-(shop|log)/);
  const imported = (await to.run(`import ${out} --json`)).json();
  const named = (imported['sections'] as { section: string; problems: { name: string }[] }[])
    .filter(({ section }) => section === 'settings')
    .flatMap(({ problems }) => problems.map(({ name }) => name));
  expect(named).toEqual(['webhook', 'sellixsecret']);
  const shown = (await to.run('call getsettings --json')).json();
  expect(shown).toMatchObject({ version: '2.1', sellixsecret: '', webhook: '' });
});

test('an import recreates an export, and repeating it changes nothing', async () => {
  const [from, to] = [await openBench(), await openBench()];
  for (const { service } of [from, to]) await service.removeNeighbour();
  await fill(from);
  const folder = temporaryFolder();
  const out = join(folder, 'export.json');
  const exported = await from.run(`export --out ${out} --progress`);
  expect(exported).toMatchObject({ exitCode: 0 });
  expect(exported.stdout).toContain('5 users');
  expect(exported.stdout).toContain('No password hashes');
  expect(statSync(out).mode & 0o777).toBe(0o600);
  const text = readFileSync(out, 'utf8');
  expect(text).not.toMatch(/\$argon2|\$2[aby]\$/);
  expect(text).not.toContain(from.service.app.sellerkey);

  const words = `import ${out} --passwords ${join(folder, 'passwords')} --json`;
  const first = await to.run(words);
  expect(first.exitCode).toBe(1);
  const problems = (first.json()['sections'] as { section: string; problems: unknown[] }[]).flatMap(
    ({ section, problems: list }) => list.map((problem) => ({ section, ...(problem as object) })),
  );
  expect(problems).toMatchObject([{ section: 'users', name: 'careful' }]);
  const passwords = readFileSync(join(folder, 'passwords'), 'utf8').trim().split('\n');
  expect(passwords.map((line) => line.split('\t')[0]).sort()).toEqual([
    'barred',
    'both',
    'careful',
    'over',
    'running',
  ]);
  expect(statSync(join(folder, 'passwords')).mode & 0o777).toBe(0o600);
  for (const line of passwords) expect(first.stdout).not.toContain(line.split('\t')[1]);

  const before = await whatThereIs(from);
  expectSame(await whatThereIs(to), before);

  const again = await to.run(`import ${out} --passwords ${join(folder, 'more')}`);
  expect(again.exitCode).toBe(0);
  expect(again.stdout).toMatch(/users +0 +5 +0/);
  expect(again.stdout).toMatch(/licenses +0 +4 +0/);
  expectSame(await whatThereIs(to), before);
});

test('imported users of another server keep their passwords and time', async () => {
  const { run, service } = await openBench();
  const expiry = Math.floor(Date.now() / 1000) + 86_400;
  const subscriptions = [{ subscription: 'Pro', expiry: String(expiry) }];
  const document = {
    format: 'latchkey-export',
    version: 1,
    users: [
      { username: 'anna', passwordHash: bcrypt.hashSync('tea', 4), subscriptions },
      {
        username: 'ben',
        passwordHash: await argonHash('coffee'),
        subscriptions,
        hwid: 'device-of-ben-01234567',
      },
      { username: 'cleo', passwordHash: bcrypt.hashSync('milk', 4), banned: '' },
      { username: 'dora', passwordHash: 'md5-of-something', subscriptions },
      { username: 'emil', subscriptions },
    ],
  };
  const stdin = JSON.stringify(document);
  const ran = await run('import - --json', { stdin });
  expect(ran.exitCode).toBe(1);
  expect(ran.json()['sections']).toEqual([
    {
      section: 'users',
      made: 3,
      there: 0,
      problems: [
        { name: 'cleo', reason: expect.stringContaining('no subscription') as unknown },
        { name: 'emil', reason: expect.stringContaining('--passwords') as unknown },
        { name: 'dora', reason: expect.stringContaining('The hash is not accepted') as unknown },
      ],
    },
  ]);
  expect(await signIn(service, 'anna', 'tea')).toMatchObject({ success: true });
  expect(await signIn(service, 'ben', 'coffee')).toMatchObject({ reason: 'wrong-device' });
  expect(await signIn(service, 'cleo', 'milk')).toMatchObject({ reason: 'banned' });
  expect(await signIn(service, 'anna', 'coffee')).toMatchObject({ reason: 'bad-credentials' });
  const users = (await run('users show anna --json')).json();
  expect(users['subs']).toMatchObject([{ subscription: 'Pro', expiry: String(expiry) }]);
});

async function signIn({ url, app }: Bench['service'], username: string, pass: string) {
  const ask = async (parameters: Record<string, string>) => {
    const query = new URLSearchParams({ name: app.name, ownerid: app.ownerid, ...parameters });
    const response = await fetch(`${url}/api/1.3/?${query.toString()}`);
    return (await response.json()) as Record<string, unknown>; // other tests check its schema
  };
  const sessionid = String((await ask({ type: 'init', ver: app.version }))['sessionid']);
  return ask({ type: 'login', sessionid, username, pass, hwid: 'a-device-of-the-test-012345' });
}

test('an interrupted import continues when it is run again', async () => {
  const { run } = await openBench();
  const users = Array.from({ length: 700 }, (_, index) => ({
    username: `user${index}`,
    passwordHash: '$2b$04$abcdefghijklmnopqrstuuKvlWQHqSqgaKfIGXM0eKXRzDvVbXw4e',
    subscriptions: [{ subscription: 'Pro', expiry: Date.now() / 1000 + 9999 }],
  }));
  const file = join(temporaryFolder(), 'users.json');
  writeFileSync(file, JSON.stringify({ format: 'latchkey-export', version: 1, users }));
  const stop = new AbortController();
  const half = await run(`import ${file} --progress`, {
    stop: stop.signal,
    onWritten: ({ stderr }) => {
      if (stderr.includes(' of 700')) stop.abort();
    },
  });
  expect(half.stderr).toContain('Interrupted');
  expect(half.exitCode).toBe(1);
  const [, created = ''] = /users +([0-9]+) +0 +0/.exec(half.stdout) ?? [];
  expect(Number(created)).toBeGreaterThan(0);
  expect(Number(created)).toBeLessThan(700);
  const rest = await run(`import ${file}`);
  expect(rest).toMatchObject({ exitCode: 0, stderr: '' });
  expect(rest.stdout.split(/\s+/)).toEqual(
    expect.arrayContaining(['users', String(700 - Number(created)), created, '0']),
  );
});

test.each([
  ['no JSON', 'is not JSON'],
  ['[]', 'is not an export'],
  ['{"format":"latchkey-export","version":2}', 'Check "version"'],
  ['{"format":"latchkey-export","version":1,"users":{}}', 'Check "users"'],
  ['{"format":"latchkey-export","version":1,"users":["anna"]}', 'Check "users.0"'],
])('the document %s is refused', async (stdin, sentence) => {
  const { run } = await openBench();
  const ran = await run('import -', { stdin });
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain(sentence);
});

test('an interrupted export leaves no file', async () => {
  const { run, service } = await openBench();
  await service.addUser();
  const out = join(temporaryFolder(), 'export.json');
  const ran = await run(`export --out ${out}`, { stop: AbortSignal.abort() });
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(() => statSync(out)).toThrow('ENOENT');
});
