// Tables that spreadsheets damaged, and rows that name something twice, are reported before an
// import creates anything. The import then does exactly what the dry run said.
import bcrypt from 'bcryptjs';
import { expect, test } from 'vitest';
import { importMessyFiles, sectionsIn } from './messy-imports.ts';
import { openBench, type Bench } from './support/cli.ts';

const hash = bcrypt.hashSync('tea', 4);
const good = 'AAAAA-BBBBB-CCCCC';

async function importOf(bench: Bench, table: string, more = '') {
  const result = await bench.run(`import - --json${more}`, { stdin: table });
  return sectionsIn(result).flatMap(({ problems }) => problems.map(({ reason }) => reason));
}

test.each([
  ['8.93901E+18', 'a shortened number'],
  ['1,23457E+16', 'a shortened number'],
  ['#N/A', 'an error value'],
  ['#NAME?', 'an error value'],
  ['########', 'a column that was too narrow'],
  ['TRUE', 'a truth value'],
  ['Oct-26', 'a date'],
  ['1-Mrz', 'a date'],
  ['123456789012345000', 'a number whose last digits were replaced by zeros'],
])('a key that a spreadsheet changed to %s is not imported', async (key, what) => {
  const bench = await openBench();
  const table = `key;days\n${good};30\n"${key}";30\n`;
  expect(await importOf(bench, table, ' --allow-short')).toEqual([
    `Line 3: "key" is "${key}": a spreadsheet made ${what} of it. Export the table again with all columns as text. It was not created.`,
  ]);
  const keys = await bench.service.database.selectFrom('licenses').select('key').execute();
  expect(keys).toEqual([{ key: good }]);
});

test.each(['123456789012345678', 'TRUE-LOVE-2026', 'October-26-1998', '1E+5-ABCDE-FGHIJ'])(
  'a key that only looks damaged is imported: %s',
  async (key) => {
    expect(await importOf(await openBench(), `key;days\n${key};30\n`)).toEqual([]);
  },
);

test.each([
  ['key,days\nshort,30', 'Line 2: the key has only 5 characters and could be guessed.'],
  [`key,days\n${good},0`, 'Line 2: it gives 0 days.'],
  [
    `key,expires\n${good},30`,
    '"expires" is "30", which may mean days or seconds; write 30d or 30s',
  ],
  [`key,days,level\n${good},30,7`, 'No subscription has the level 7'],
  [`key,days\n${good},30\naaaaabbbbbccccc,30`, `It is the same as "${good}".`],
  [`username,passwordHash\nAnna,${hash}\nanna,${hash}`, 'It is the same as "Anna".'],
  [
    `username,passwordHash,email\nanna,${hash},A@example.com\nben,${hash},a@example.com`,
    'It has the e-mail of "anna".',
  ],
  [`username,passwordHash,subscription,days\nanna,${hash},Pro,0`, '"days" of "Pro" is 0'],
])('is named with what to do: %s', async (table, sentence) => {
  const reasons = await importOf(await openBench(), table, ' --dry-run');
  expect(reasons).toContainEqual(expect.stringContaining(sentence));
});

test('durations with a unit, an hour and short keys that are in use are imported', async () => {
  const bench = await openBench();
  const table = `key,expires\n${good}-1,30s\n${good}-2,3600\n${good}-3,30d\nshort,86400`;
  expect(await importOf(bench, table, ' --allow-short')).toEqual([]);
  const rows = await bench.service.database.selectFrom('licenses').select('seconds').execute();
  expect(rows.map(({ seconds }) => seconds).toSorted((a, b) => a - b)).toEqual([
    30,
    3600,
    86_400,
    30 * 86_400,
  ]);
});

test('the setting that allows it imports two users with one e-mail', async () => {
  const bench = await openBench();
  await bench.run('settings set sharedemails=allow');
  const table = `username,passwordHash,email,subscription,days\nanna,${hash},a@b.example,Pro,1\nben,${hash},a@b.example,Pro,1`;
  expect(await importOf(bench, table)).toEqual([]);
});

test('a key with a ban is imported as banned, whatever its status says', async () => {
  const bench = await openBench();
  const keys = ['yes', 'shared', 'false', ''].map((banned, at) => ({
    key: `${good}-${at}`,
    banned,
  }));
  const table = keys.map(({ key, banned }) => `${key};30;Used;${banned}\n`).join('');
  expect(await importOf(bench, `key;days;status;banned\n${table}`)).toEqual([]);
  const rows = await bench.service.database
    .selectFrom('licenses')
    .select(['status', 'bannedReason'])
    .orderBy('key')
    .execute();
  expect(rows).toEqual([
    { status: 'banned', bannedReason: '' },
    { status: 'banned', bannedReason: 'shared' },
    { status: 'used', bannedReason: null },
    { status: 'used', bannedReason: null },
  ]);
});

test('columns of another service are guessed, and read by the names that the option gives', async () => {
  const bench = await openBench();
  const stdin = `license_key;valid_for;extra\n${good};30;\n`;
  const guessed = await bench.run('import -', { stdin });
  expect(guessed.stderr).toContain('add --columns key=license_key,days=valid_for');
  expect(await importOf(bench, stdin, ' --columns key=license_key,days=valid_for')).toEqual([]);
  const wrong = await bench.run('import - --columns key=nothing', { stdin });
  expect(wrong.stderr).toContain('The table has no column "nothing".');
  const keys = await bench.service.database.selectFrom('licenses').select('key').execute();
  expect(keys).toEqual([{ key: good }]);
});

test('saved answers of another server are imported', async () => {
  const bench = await openBench();
  const save = (answer: object) =>
    bench.run('import - --json', { stdin: JSON.stringify({ success: true, ...answer }) });
  const row = { app: 'a'.repeat(64), genby: 'shop', gendate: '1700000000', note: null };
  const unused = { key: good, level: '1', expires: '2592000', status: 'Not Used', ...row };
  const keys = await save({ message: 'Licenses successfully retrieved', keys: [unused] });
  expect(keys).toMatchObject({ exitCode: 0 });
  const subscriptions = [{ subscription: 'Pro', key: good, expiry: '4102358400', timeleft: 1 }];
  const anna = { username: 'anna', password: hash, email: '0'.repeat(40), banned: null, ip: '' };
  const users = await save({ users: [{ ...anna, subscriptions }] });
  expect(users).toMatchObject({ exitCode: 0 });
  const kept = await bench.service.database
    .selectFrom('users')
    .select(['passwordHash', 'emailHash'])
    .where('username', '=', 'anna')
    .execute();
  expect(kept).toEqual([{ passwordHash: hash, emailHash: null }]);
  // Control: an answer without a known list is not a document.
  expect((await save({ message: 'no' })).stderr).toContain('is not an export');
});

test('a license of a user who does not exist is created with a warning', async () => {
  const bench = await openBench();
  const licenses = ['ANNA', 'nobody'].map((usedby) => ({
    ...{ key: `${good}-${usedby}`, days: 30, usedby, usedon: '2026-01-01' },
  }));
  const users = [{ username: 'anna', subscriptions: [] }];
  const text = JSON.stringify({ format: 'latchkey-export', version: 1, users, licenses });
  const warned = 'Created. No user is named "nobody", so nobody redeemed it.';
  // The dry run knows that the import creates the user first.
  for (const more of [' --dry-run', ''])
    expect(await importOf(bench, text, ` --without-passwords${more}`)).toEqual([warned]);
  expect(await importOf(bench, text, ' --without-passwords')).toEqual([]);
});

test('an import of messy tables creates exactly what its dry run said', async () => {
  await importMessyFiles(await openBench(), 60);
});
