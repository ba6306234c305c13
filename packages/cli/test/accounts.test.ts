// `latchkey accounts`: owners, managers and resellers.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, openBench, temporaryFolder } from './support/cli.ts';

test('a reseller is added, gets a balance and a key, makes keys and is banned', async () => {
  const { run, service } = await openBench();
  const added = await run('accounts add Rita --role reseller --levels 1');
  expect(added).toMatchObject({ exitCode: 0, stderr: '' });
  expect(added.stdout).toContain('Next: latchkey accounts key Rita');
  expect((await run('accounts list')).stdout).toMatch(/Rita +reseller +disabled +levels 1/);
  expect((await run('accounts grant Rita --days 30 --keys 50')).stdout).toBe(
    'Balance Successfully Added\n',
  );
  await run('accounts grant Rita --days 30 --keys 1 --take');
  await run('accounts grant Rita --days lifetime --keys 2 --level 1');
  const key = await run('accounts key Rita');
  const [, sellerkey = ''] = /Seller key +(\S+)/.exec(key.stdout) ?? [];
  expect(sellerkey).toHaveLength(32);
  const asRita = (words: string) =>
    cli([...words.split(' '), '--key-stdin', '--url', service.url], { stdin: `${sellerkey}\n` });
  const made = await asRita('keys add --days 30 --amount 3');
  expect(made).toMatchObject({ exitCode: 0, stderr: '' });
  expect((await asRita('keys list --json')).json()['keys']).toHaveLength(3);
  expect((await asRita('users list')).stderr).toContain("isn't allowed to do this");
  const balance = await run('accounts balance Rita');
  expect(balance.stdout).toMatch(/month +49 +3 +46/);
  expect(balance.stdout).toMatch(/lifetime +2 +0 +2/);
  expect(balance.stdout).toContain('key  -3  month  by account Rita');
  expect((await run('accounts list')).stdout).toContain('46 x 30 d, 2 x lifetime');
  expect((await run('accounts customers Rita')).stdout).toContain('0 customers');
  expect((await run('accounts ban Rita --reason late')).stdout).toBe(
    'Successfully banned account!\n',
  );
  expect((await asRita('keys list')).stderr).toContain('This seller key is not valid.');
  expect((await run('accounts unban Rita')).exitCode).toBe(0);
  expect((await run('accounts end-key Rita')).stderr).toContain('has no seller key');
  expect((await run('accounts delete Rita')).exitCode).toBe(0);
  expect((await run('accounts delete Rita')).stderr).toBe(
    'There is no such account. "latchkey accounts list" shows all.\n',
  );
});

test('a manager is added, edited and invited', async () => {
  const { run, service } = await openBench();
  await run('accounts add Mia --role manager --scopes support,sell');
  expect((await run('accounts list --json')).json()['accounts']).toMatchObject([
    { username: 'Mia', role: 'Manager', scopes: 'sell,support', state: 'disabled' },
  ]);
  expect((await run('accounts edit Mia --scopes read')).exitCode).toBe(0);
  const invited = await run('accounts invite Mia');
  const [, token = ''] = /Invitation {2}(\S{43})\n/.exec(invited.stdout) ?? [];
  expect(invited.stdout).toContain(`Link        ${service.url}/desk/invitation#${token}\n`);
  expect(invited.stdout).toMatch(/\nEnds +\d{4}-\d\d-\d\d \d\d:\d\dZ\n/);
  expect((await run('accounts add Lea --role boss')).exitCode).toBe(2);
  expect((await run('accounts add Lea --role manager --scopes boss')).stderr).toContain(
    'The service refused --scopes.',
  );
  expect((await run('accounts grant Mia --days 31 --keys 1')).exitCode).toBe(2);
  expect((await run('accounts add Lea --owner')).stderr).toContain('--owner needs');
});

test('a reseller is added with a first balance, and not with half of one', async () => {
  const { run } = await openBench();
  const added = await run('accounts add Rita --role reseller --levels 1 --days 30 --keys 50');
  expect(added.stdout).toContain('Balance Successfully Added');
  expect((await run('accounts balance Rita')).stdout).toMatch(/month +50 +0 +50/);
  for (const words of ['--days 30', '--keys 5', '--days 31 --keys 5', '--days 30 --keys 0'])
    expect((await run(`accounts add Nils --role reseller ${words}`)).exitCode, words).toBe(2);
  expect((await run('accounts add Mia --role manager --days 30 --keys 5')).exitCode).toBe(2);
  expect((await run('accounts list')).stdout).not.toMatch(/Nils|Mia/);
});

test('owners are added, listed, reset and deleted on the machine', async () => {
  const data = join(temporaryFolder(), 'data');
  const local = (words: string) => cli([...words.split(' '), '--data', data]);
  await local('app create --name Mine --ownerid abcde12345');
  const added = await local('accounts add Olga --owner --ownerid abcde12345');
  expect(added).toMatchObject({ exitCode: 0, stderr: '' });
  const tokenOf = ({ stdout }: { stdout: string }) => /Invitation +(\S{43})/.exec(stdout)?.[1];
  expect(tokenOf(added)).toBeDefined();
  expect(added.stdout).toContain(`URL/desk/invitation#${tokenOf(added)}\nURL is where`);
  expect((await local('accounts add olga --owner --ownerid abcde12345')).stderr).toContain(
    'already exists',
  );
  expect((await local('accounts add Olga --owner --ownerid zzzzz12345')).stderr).toContain(
    'No application has the owner id',
  );
  expect((await local('accounts owners')).stdout).toMatch(/abcde12345 +Olga +none +off/);
  const reset = await local('accounts reset Olga --ownerid abcde12345');
  expect(tokenOf(reset)).not.toBe(tokenOf(added));
  expect((await local('accounts reset Nobody --ownerid abcde12345')).stderr).toContain(
    'Nobody called "Nobody" signs in',
  );
  expect((await local('accounts delete Olga --owner --ownerid abcde12345')).exitCode).toBe(0);
  expect((await local('accounts owners')).stdout).toContain('0 owners');
});

test('app keys add refuses a label that looks like an account', async () => {
  const data = join(temporaryFolder(), 'data');
  await cli(['app', 'create', '--data', data, '--name', 'Mine']);
  const label = ['--scope', 'read', '--label', 'Account Rita'];
  const added = await cli(['app', 'keys', 'add', '--data', data, '--name', 'Mine', ...label]);
  expect(added).toMatchObject({ exitCode: 1 });
  expect(added.stderr).toContain('must not begin with');
});
