// `latchkey audit --changes`, `--user` and `--since`.
import { expect, test } from 'vitest';
import { parseSince } from '../src/since.ts';
import { cli, keyFile, openBench } from './support/cli.ts';

const day = 86_400;
/** Noon of yesterday, so that no row is near the start of a day. */
const today = Math.floor(Date.now() / 1000 / day) * day - day / 2;

/** Three users with similar names, and changes 30, 10 and 1 days ago. */
async function open(): Promise<(...options: string[]) => Promise<readonly string[]>> {
  // Each reading is a millisecond later, so that the order is certain.
  const clock = { ms: (today - 30 * day) * 1000 };
  const bench = await openBench({ now: () => (clock.ms += 1) });
  const { service, run, runWith } = bench;
  for (const username of ['anna', 'anna lee', 'annabel']) await service.addUser({ username });
  const key = (await run('keys add --days 1')).stdout.trim();
  await run('users ban anna --reason user=annabel');
  clock.ms += 20 * day * 1000;
  await runWith(['users', 'reset', 'anna lee']);
  await run('users extend annabel --sub Pro --days 2');
  clock.ms += 9 * day * 1000;
  const added = await cli([
    ...['app', 'keys', 'add', '--data', service.dataFolder, '--name', service.app.name],
    ...['--ownerid', service.app.ownerid, '--scope', 'support', '--label', 'helper', '--json'],
  ]);
  const helper = String(added.json()['sellerkey']);
  const asHelper = (words: string) =>
    cli([...words.split(' '), '--url', service.url, '--key-file', keyFile(helper)]);
  await asHelper('users show anna');
  await asHelper('users reset NOBODY');
  await asHelper('users reset Anna');
  await run(`keys ban ${key}`);
  return async (...options) => {
    const ran = await runWith(['audit', '--json', ...options]);
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
    const rows = ran.json()['auditlog'] as { type: string; detail: string }[];
    return rows.map(({ type, detail }) => `${type} ${detail}`.trim());
  };
}

test('audit shows only changes, one user, or a period', async () => {
  const auditOf = await open();
  const everything = await auditOf();
  const changes = await auditOf('--changes');
  expect(everything.some((line) => line.startsWith('userdata '))).toBe(true);
  expect(everything.some((line) => line.includes('refused: '))).toBe(true);
  expect(changes.map((line) => line.split(' ')[0])).toEqual([
    'addkey',
    'ban',
    'resetuser',
    'extend',
    'resetuser',
    'banuser',
    'add',
  ]);

  // Names match in any case, and only as a whole.
  const types = async (user: string, ...more: string[]) =>
    (await auditOf('--user', user, ...more)).map((line) => line.split(' ')[0]);
  expect(await types('anna', '--changes')).toEqual(['resetuser', 'banuser']);
  expect(await types('ANNA', '--changes')).toEqual(['resetuser', 'banuser']);
  expect(await types('anna')).toContain('userdata');
  expect(await types('anna lee')).toEqual(['resetuser']);
  expect(await types('annabel')).toEqual(['extend']);
  expect(await types('nobody')).toEqual([]);

  const count = async (since: string) => (await auditOf('--since', since, '--changes')).length;
  const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
  const all = changes.length;
  expect(await count('100d')).toBe(all);
  expect(await count('15d')).toBe(all - 2);
  expect(await count(dateOf(today - 30 * day))).toBe(all);
  expect(await count(dateOf(today - 10 * day))).toBe(all - 2);
  expect(await count(dateOf(today - 9 * day))).toBe(all - 4);
  expect(await count(String(today - 15 * day))).toBe(all - 2);

  // The limit counts the lines that are shown.
  expect(await auditOf('--user', 'anna lee', '--limit', '1')).toHaveLength(1);
  expect(await auditOf('--changes', '--limit', '2')).toHaveLength(2);
  expect(await auditOf('--limit', '3')).toHaveLength(3);
});

test.each(['yesterday', '2026-02-30', '12', '', '2026-11', '-1d'])(
  '--since=%s is a usage error',
  async (since) => {
    const where = ['--url', 'http://127.0.0.1:9', '--key-file', keyFile('12345678')];
    const ran = await cli(['audit', `--since=${since}`, ...where]);
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ran.stderr).toContain('--since must be a date such as 2026-11-01');
  },
);

test.each([
  ['2026-11-01', Date.UTC(2026, 10, 1)],
  ['2026-11-01T18:00Z', Date.UTC(2026, 10, 1, 18)],
  ['2026-11-01 18:00:05', Date.UTC(2026, 10, 1, 18, 0, 5)],
  ['2026-11-01T00:00+02:00', Date.UTC(2026, 9, 31, 22)],
  ['7d', Date.UTC(2026, 10, 18)],
  ['1 day', Date.UTC(2026, 10, 24)],
])('--since reads %s', (text, ms) => {
  expect(parseSince(text, Date.UTC(2026, 10, 25) / 1000)).toBe(ms / 1000);
});

test('audit --changes leaves look-ups out, which the audit log records too', async () => {
  const { run } = await openBench();
  await run('keys add --days 1 --mask LOOK-UP-KEY1 --force --order 77');
  for (const words of ['keys find LOOK', 'users find anna', 'call fetchorder order=77'])
    await run(words);
  const types = async (more: string) =>
    ((await run(`audit --json${more}`)).json()['auditlog'] as { readonly type: string }[]).map(
      ({ type }) => type,
    ); // as its schema says
  expect(await types('')).toEqual(['fetchorder', 'finduser', 'findkey', 'add']);
  expect(await types(' --changes')).toEqual(['add']);
});
