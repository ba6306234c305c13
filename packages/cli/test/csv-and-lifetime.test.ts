// CSV tables for spreadsheets, and the duration `lifetime`.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, openBench, temporaryFolder } from './support/cli.ts';

const lines = (text: string) => text.trim().split('\n');

test('dates in CSV are ISO 8601, for keys and for users', async () => {
  const { service, run } = await openBench();
  await run('subs add Max --level 2');
  const iso = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
  const key = (await run('keys add --days 30')).stdout.trim();
  await run('users add anna --sub Pro --days 30');
  await run('users extend anna --sub Max --days 7');
  await run('users add ben --sub Pro --days 1');
  await service.changeUser('ben', 'expire');
  await run('users ban ben --reason =1+1');
  const keys = lines((await run('keys list --csv')).stdout).map((line) => line.split(','));
  expect(keys.slice(1).map(([name, , , , gendate, , usedon]) => [name, gendate, usedon])).toEqual([
    [key, expect.stringMatching(iso), ''],
  ]);
  const csv = await run('users list --csv');
  expect(csv).toMatchObject({ exitCode: 0, stderr: '' });
  const [titles, ...users] = lines(csv.stdout).map((line) => line.replace('\r', '').split(','));
  expect(titles?.join()).toBe(
    'username,subscription,expiry,banned,twofactor,hwid,ip,createdate,lastlogin',
  );
  const seen = users.filter(([name]) => name === 'anna' || name === 'ben');
  expect(seen.map(([name, sub, , banned]) => [name, sub, banned])).toEqual([
    ['anna', 'Pro', ''],
    ['anna', 'Max', ''],
    ['ben', '', "'=1+1"],
  ]);
  for (const [name, , expiry, , , , , created, last] of seen) {
    expect(expiry).toEqual(name === 'ben' ? '' : expect.stringMatching(iso));
    expect(created).toMatch(iso);
    expect(last).toBe('');
  }
  expect((await run('users list --csv --json')).exitCode).toBe(2);
  // Control: another service reads the table.
  const other = await openBench();
  await other.run('subs add Max --level 2');
  const passwords = join(temporaryFolder(), 'passwords');
  const table = [titles, ...seen].map((cells) => cells?.join()).join('\n');
  const imported = await other.run(`import - --passwords ${passwords}`, { stdin: table });
  expect(imported.stderr).not.toContain('expiry');
  const again = lines((await other.run('users list --csv')).stdout).map((line) => line.split(','));
  expect(again.find(([name, sub]) => name === 'anna' && sub === 'Max')?.[2]).toBe(
    seen.find(([, sub]) => sub === 'Max')?.[2],
  );
});

test('--days lifetime gives 100 years', async () => {
  const { run, service } = await openBench();
  await run('subs add Max --level 2');
  const key = (await run('keys add --days lifetime')).stdout.trim();
  await run('keys add --days 7');
  expect((await run(`keys show ${key}`)).stdout).toMatch(/duration +lifetime/);
  expect(await run('users add anna --sub Pro --days Lifetime')).toMatchObject({ exitCode: 0 });
  await run('users add ben --sub Pro --days 30');
  expect(await run('users extend ben --sub Max --days lifetime')).toMatchObject({ exitCode: 0 });
  expect((await run('users show anna')).stdout).toMatch(/Pro +1 +lifetime/);
  expect((await run('users show ben')).stdout).toMatch(/Max +2 +lifetime[\s\S]*Pro +1 +30 d/);
  const rows = await service.database.selectFrom('licenses').select('seconds').execute();
  expect(rows.map(({ seconds }) => seconds).toSorted((a, b) => a - b)).toEqual([
    7 * 86_400,
    36_500 * 86_400,
  ]);
  for (const words of ['keys add --help', 'users add --help', 'users extend --help'])
    expect((await cli(words.split(' '))).stdout).toContain('lifetime');
  expect((await run('keys add --days forever')).stderr).toContain('The service refused --days.');
});
