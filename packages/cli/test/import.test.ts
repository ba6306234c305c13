// Imports lose nothing silently: dates in any form, tables, problems by row, dry runs, and a final
// comparison of paid time.
import bcrypt from 'bcryptjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCsv } from '../src/import-csv.ts';
import { openBench, temporaryFolder } from './support/cli.ts';

const hash = bcrypt.hashSync('tea', 4);
const head = { format: 'latchkey-export', version: 1 };

describe('a table', () => {
  test('may have several lines for a user, quotes, and any of three separators', () => {
    for (const [separator, end] of [
      [',', '\n'],
      [';', '\r\n'],
      ['\t', '\n'],
    ] as const) {
      const lines = [
        ['\uFEFFusername', 'email', 'subscription', 'days'],
        ['"anna ""a"""', 'a@b.example', 'Pro', '30'],
        ['"anna ""a"""', 'a@b.example', 'Plus', '7'],
        ['ben', '', '', ''],
      ];
      const text = lines.map((cells) => cells.join(separator)).join(end);
      expect(readCsv(text).rows).toEqual({
        users: [
          {
            username: 'anna "a"',
            email: 'a@b.example',
            subscriptions: [
              { subscription: 'Pro', days: '30' },
              { subscription: 'Plus', days: '7' },
            ],
          },
          { username: 'ben' },
        ],
      });
    }
  });

  test.each([
    ['name,expiry\nanna,1', 'must name its columns'],
    ['username,username\na,b', 'twice'],
    ['username,email\nanna,a,b', 'Line 2 has more cells than the first line'],
    ['username,email\nanna,"a', 'Line 2 has an unclosed quote'],
    ['username,email\nanna,a\nanna,b', 'several values of "email"'],
  ])('is refused if it is malformed: %s', async (stdin, sentence) => {
    const { run } = await openBench();
    const ran = await run('import -', { stdin });
    expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
    expect(ran.stderr).toContain(sentence);
  });
});

test('line numbers in errors of a table include blank lines and lines within cells', async () => {
  const { run } = await openBench();
  const text = [
    'username,passwordHash,email,subscription,expiry',
    '',
    `anna,${hash},"first`,
    'second","Pro",2099-12-31',
    '',
    `anna,${hash},,Plus,soon`,
    `ben,${hash},,Pro,later`,
  ];
  const ran = await run('import - --dry-run', { stdin: text.join('\r\n') });
  expect(ran.stdout).toContain('anna: Line 6: "expiry" of "Plus" is "soon"');
  expect(ran.stdout).toContain('ben: Line 7: "expiry" of "Pro" is "later"');
  for (const [last, sentence] of [
    ['cleo,,,,,more', 'Line 8 has more cells than the first line'],
    ['cleo,"a\n\nb","c', 'Line 10 has an unclosed quote'],
    [`anna,${hash},other`, 'Line 8: the user "anna" has several values of "email"'],
  ] as const)
    expect((await run('import -', { stdin: [...text, last].join('\n') })).stderr).toContain(
      sentence,
    );
});

test('imported users get their paid time from every form of dates', async () => {
  const { run } = await openBench();
  const user = (username: string, sub: object) => ({
    username,
    passwordHash: hash,
    subscriptions: [{ subscription: 'Pro', ...sub }],
  });
  const users = [
    user('iso', { expiry: '2099-12-31' }),
    user('far', { expiry: '9999-12-31' }),
    user('beyond', { expiry: 999_999_999_999 }),
    user('unix', { expiry: 4_102_358_400 }),
    user('days', { days: 30 }),
    user('left', { timeleft: 86_400 }),
  ];
  const stdin = JSON.stringify({ ...head, users });
  const ran = await run('import -', { stdin });
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(ran.stdout).toContain('Checked again: 6 users, all equal.');
  const endOf = async (name: string) => {
    const [sub] = (await run(`users show ${name} --json`)).json()['subs'] as { expiry: string }[];
    return Number(sub?.expiry);
  };
  expect(await endOf('iso')).toBe(Date.UTC(2099, 11, 31, 23, 59, 59) / 1000);
  for (const name of ['far', 'beyond']) expect(await endOf(name)).toBe(253_402_300_799);
  expect(await endOf('unix')).toBe(4_102_358_400);
  const inDays = (await endOf('days')) - Date.now() / 1000;
  expect(Math.abs(inDays - 30 * 86_400)).toBeLessThan(60);
});

test('rows with unreadable times are skipped and reported with the field', async () => {
  const { run } = await openBench();
  const users = [
    { username: 'right', passwordHash: hash, subscriptions: [{ subscription: 'Pro', days: 30 }] },
    {
      username: 'dots',
      passwordHash: hash,
      subscriptions: [{ subscription: 'Pro', expiry: '31.12.2027' }],
    },
    { username: 'none', passwordHash: hash, subscriptions: [{ subscription: 'Pro' }] },
    {
      username: 'typo',
      passwordHash: hash,
      subscriptions: [{ subscription: 'Pro', days: 1, expiryDate: 'x' }],
    },
    { username: '', passwordHash: hash },
    { username: 'free', passwordHash: hash, plan: 'gold', banned: false, app: '', expires: '1' },
  ];
  const licenses = [{ key: 'KEY-ONE-1234567890', expires: 'a month' }];
  const ran = await run('import - --json', { stdin: JSON.stringify({ ...head, users, licenses }) });
  expect(ran.exitCode).toBe(1);
  const [ofUsers, ofLicenses] = ran.json()['sections'] as {
    made: number;
    problems: { name: string; reason: string }[];
  }[];
  expect(ofUsers?.made).toBe(3);
  expect(ofUsers?.problems.map(({ name, reason }) => `${name}|${reason}`)).toEqual([
    expect.stringMatching(/^dots\|Row 2: "expiry" of "Pro" is "31\.12\.2027"; use 2027-12-31/),
    expect.stringMatching(/^none\|Row 3: "expiry" of "Pro" is empty/),
    'typo|Row 4: "expiryDate" is unknown and was ignored.',
    '|Row 5: "username" is empty, so it was not created.',
    'free|Row 6: "plan" is unknown and was ignored.',
    'free|Row 6: It has no subscription and is created without one.',
    'free|Row 6: "expires" needs "subscriptions" and was ignored.',
  ]);
  expect(ofLicenses?.problems[0]?.reason).toContain('Row 1: "expires" is "a month"');
  const users2 = (await run('users list --json')).json()['users'] as {
    username: string;
    banned: unknown;
  }[];
  const names = users2.map(({ username }) => username);
  expect(names).toEqual(expect.arrayContaining(['right', 'typo', 'free']));
  expect(names).not.toContain('dots');
  expect(users2.find(({ username }) => username === 'free')?.banned).toBeNull();
});

test('a dry run shows what would be created, and creates nothing', async () => {
  const { run } = await openBench();
  const stdin = [
    'username,passwordHash,subscription,days',
    `anna,${hash},Pro,30`,
    `ben,${hash},Pro,10.5`,
    'cleo,,Gold,soon',
    `dora,${hash},Gold,1`,
  ].join('\n');
  const dry = await run('import - --dry-run', { stdin });
  expect(dry.exitCode).toBe(1);
  expect(dry.stdout).toMatch(/users +2 +0 +2\n +of Pro, not expired +2 +40\.50/);
  expect(dry.stdout).toContain('There is no subscription "Gold". Add it first.');
  expect(dry.stdout).toContain('Line 4: "days" of "Gold" is "soon", not a number');
  expect(dry.stdout).toContain('Nothing was created');
  const names = async () =>
    ((await run('users list --json')).json()['users'] as { username: string }[]).map(
      ({ username }) => username,
    );
  expect(await names()).not.toContain('anna');
  expect(
    (await run('import -', { stdin: stdin.split('\n').slice(0, 3).join('\n') })).exitCode,
  ).toBe(0);
  expect(await names()).toEqual(expect.arrayContaining(['anna', 'ben']));
});

test('a user with a subscription twice is not created, and named', async () => {
  const { run } = await openBench();
  const pro = (days: number) => ({ subscription: 'Pro', days });
  const users = [
    { username: 'twice', passwordHash: hash, subscriptions: [pro(30), pro(10)] },
    { username: 'once', passwordHash: hash, subscriptions: [pro(5)] },
  ];
  const ran = await run('import -', { stdin: JSON.stringify({ ...head, users }) });
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).toContain(
    'users: twice: Row 1: "subscriptions": It has the subscription "Pro" twice. It was not created.',
  );
  expect(ran.stdout).toContain('Checked again: 1 user, all equal.');
});

test('licenses of a table are checked too, and a change meanwhile is reported', async () => {
  const { run, service } = await openBench();
  const stdin = 'key;days;note\nKEY-ONE-1234567890;30;new\nKEY-TWO-1234567890;30;new\n';
  const changed = await run('import - --progress', {
    stdin,
    onWritten: ({ stderr }) => {
      if (stderr.includes('2 of 2'))
        void service.database.updateTable('licenses').set({ note: 'sold' }).execute();
    },
  });
  expect(changed.stdout).toContain('Checked again: 2 license keys, 2 NOT EQUAL.\n  Check KEY-ONE');
  expect((await run('keys show KEY-ONE-1234567890')).stdout).toContain('30 d');
  const again = await run('import -', { stdin });
  expect(again.stdout).toContain(
    'KEY-ONE-1234567890: Line 2: "note": It exists with another value, and stays unchanged.\n',
  );
});

test('a problem that only the service knows is in the dry run too', async () => {
  const { run } = await openBench();
  const row = (username: string) => ({ username, passwordHash: hash, email: 'a@example.com' });
  await run('import -', { stdin: JSON.stringify({ ...head, users: [row('anna')] }) });
  const stdin = JSON.stringify({ ...head, users: [row('ANNA'), row('ben'), row('all')] });
  const dry = await run('import - --dry-run', { stdin });
  for (const sentence of [
    'ANNA: Row 1: "username": It exists as "anna". It was not created.',
    'ben: Row 2: It has the e-mail of "ANNA". Remove one of them. It was not created.',
    'all: Row 3: It has the e-mail of "ANNA". Remove one of them. It was not created.',
  ])
    expect(dry.stdout).toContain(sentence);
  const ben = { stdin: JSON.stringify({ ...head, users: [row('ben')] }) };
  expect((await run('import - --dry-run', ben)).stdout).toContain(
    'ben: Row 1: "email": The user "anna" has this e-mail. It was not created.',
  );
});

test('users without a hash get a password by a file, or none', async () => {
  const { run } = await openBench();
  const time = { subscriptions: [{ subscription: 'Pro', days: 3 }] };
  const users = [
    { username: 'anna', ...time },
    { username: 'ben', ...time },
  ];
  const stdin = JSON.stringify({ ...head, users });
  expect((await run('import -', { stdin })).stdout).toContain('or --without-passwords.');
  expect(await run('import - --without-passwords', { stdin })).toMatchObject({ exitCode: 0 });
  const all = JSON.stringify({ ...head, users: [...users, { username: 'cleo', ...time }] });
  const file = join(temporaryFolder(), 'passwords');
  const ran = await run(`import - --passwords ${file}`, { stdin: all });
  expect(ran).toMatchObject({ exitCode: 0 });
  expect(readFileSync(file, 'utf8')).toMatch(/^cleo\t[\w-]{24}\n$/);
  expect(ran.stdout).toMatch(/users +1 +2 +0/);
});
