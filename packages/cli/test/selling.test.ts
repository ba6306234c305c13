// Selling as in docs/selling.md: keys by subscription and order, search, refunds, CSV, bulk changes
// and scoped seller keys.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cli, openBench, temporaryFolder } from './support/cli.ts';
import { startTestService } from '../../service/test/support/service.ts';

const lines = (text: string) => text.trim().split('\n');

/** Adds each subscription in a separate second, because age is compared in seconds. */
async function openShop() {
  let aheadMs = 0;
  const bench = await openBench({ now: () => Date.now() + aheadMs });
  const later = () => (aheadMs += 2000);
  later();
  await bench.run('subs add Max --level 2');
  later();
  return bench;
}

test('keys add takes a subscription by name, and refuses unknown names and levels', async () => {
  const { service, run, runWith } = await openShop();
  const created = await runWith(['keys', 'add', '--days', '30', '--sub', 'max']);
  expect(created).toMatchObject({ exitCode: 0, stderr: '' });
  const rows = await service.database.selectFrom('licenses').select(['key', 'level']).execute();
  expect(rows).toEqual([{ key: created.stdout.trim(), level: '2' }]);
  const unknown = await run('keys add --days 30 --sub Mini');
  expect(unknown).toMatchObject({ exitCode: 1, stdout: '' });
  expect(unknown.stderr).toBe(
    '--sub must be the name of a subscription. There are: Pro (level 1), Max (level 2).\n',
  );
  const level = await run('keys add --days 30 --level 7');
  expect(level).toMatchObject({ exitCode: 1, stdout: '' });
  expect(level.stderr).toBe(
    'No subscription has this level. There are: Pro (level 1), Max (level 2).\n',
  );
  expect((await run('keys add --days 30 --sub Max --level 2')).exitCode).toBe(2);
  await run('subs add Later --level 2');
  expect((await run('keys add --days 30 --sub Later')).stderr).toContain(
    'gives Max, which is older',
  );
  expect(await service.database.selectFrom('licenses').select('key').execute()).toHaveLength(1);
  expect((await run('keys add --days 30 --level 7 --force')).exitCode).toBe(0);
});

test('keys add creates the keys of an order once, and refuses another amount', async () => {
  const { run } = await openShop();
  const order = 'keys add --days 30 --amount 3 --order shop-10042';
  const first = await run(order);
  expect(first).toMatchObject({ exitCode: 0, stderr: '' });
  const again = await run(order);
  expect(again.stdout).toBe(first.stdout);
  expect(again.stderr).toBe('This order already exists. These are its keys.\n');
  const other = await run('keys add --days 30 --amount 4 --order shop-10042');
  expect(other).toMatchObject({ exitCode: 1, stdout: '' });
  expect(other.stderr).toContain('This order exists with 3 keys of level 1 and 30 days.');
  expect((await run('keys add --days 30 --amount 101 --order x')).exitCode).toBe(2);
  expect((await run('keys list')).stdout).toContain('3 license keys\n');
});

test('keys find lists the keys of an order, and refund asks for confirmation', async () => {
  const { run, service } = await openShop();
  const keys = lines((await run('keys add --days 30 --amount 2 --order 4711 --note june')).stdout);
  const [other = ''] = lines((await run('keys add --days 30 --order 4712')).stdout);
  const found = await run('keys find 4711');
  expect(found.stdout).toMatch(/FOUND BY/);
  for (const key of keys) expect(found.stdout).toMatch(new RegExp(`${key} +order +Not Used`));
  expect(found.stdout).not.toContain(other);
  expect((await run(`keys find ${other.slice(-6)}`)).stdout).toContain('1 license key\n');
  await service.addUser({ username: 'anna', subscription: 'none' });
  await run(`call assignkey user=anna key=${keys[0] ?? ''}`);

  const asked = await run('refund --order 4711');
  expect(asked.exitCode).toBe(1);
  expect(asked.stderr).toBe(
    '30 d of Pro would be revoked from anna.\nNothing was done. Use --yes to confirm.\n',
  );
  expect((await run('keys list --status banned')).stdout).toContain('0 license keys');
  const done = await run('refund --order 4711 --yes');
  expect(done.exitCode).toBe(0);
  expect(done.stdout).toContain('Successfully refunded order!');
  expect(done.stdout).toContain('anna');
  const banned = (await run('keys list --status banned --json')).json()['keys'];
  expect((banned as { key: string }[]).map(({ key }) => key).sort()).toEqual(keys.toSorted());
  expect((await run('users show anna')).stdout).not.toMatch(/Pro +1 +30 d/);
  for (const wrong of ['refund', `refund ${other} --order 4712`])
    expect((await run(wrong)).exitCode).toBe(2);
});

test('keys list --csv can be imported, and escapes formulas', async () => {
  const { run, runWith } = await openShop();
  await runWith(['keys', 'add', '--days', '30', '--order', '=1+1', '--note', 'a;=2+2, "b"']);
  await run('keys add --days 7 --sub Max');
  const csv = await run('keys list --csv');
  expect(csv.exitCode).toBe(0);
  expect(lines(csv.stdout)[0]).toBe(
    'key,status,expires,level,gendate,usedby,usedon,banned,order,note,genby\r',
  );
  expect(csv.stdout).toContain(`,'=1+1,"a;'=2+2, ""b""",`);
  expect((await run('keys list --csv --json')).exitCode).toBe(2);
  const other = await openShop();
  const imported = await other.run('import -', { stdin: csv.stdout });
  expect(imported).toMatchObject({ exitCode: 0 });
  const rows = async (bench: typeof other) => {
    const keys = (await bench.run('keys list --json')).json()['keys'] as { key: string }[]; // as its schema says
    return keys.toSorted((one, two) => (one.key < two.key ? -1 : 1));
  };
  expect(await rows(other)).toEqual(await rows({ ...other, run }));
  // A repeated order gets the same keys from the new service.
  const again = await other.runWith(['keys', 'add', '--days', '30', '--order', '=1+1']);
  expect(csv.stdout).toContain(again.stdout.trim());
});

test('bulk changes report the number of rows and require a confirmation or --yes', async () => {
  const { run, service } = await openShop();
  await service.removeNeighbour();
  for (const username of ['anna', 'ben', 'cleo']) await service.addUser({ username });
  await run('keys add --days 30 --amount 7');
  const count = async (table: 'users' | 'licenses') =>
    (await service.database.selectFrom(table).selectAll().execute()).length;
  const cases = [
    ['call delunused', 'This deletes unused license keys: 7.'],
    ['call delunusedlicenses', 'This deletes unused license keys: 7.'],
    ['call addtime time=3', 'This adds time to unused license keys: 7.'],
    ['users extend all --sub Pro --days 3', 'This adds time for all users: 3.'],
    ['call extend user=all sub=Pro expiry=3', 'This adds time for all users: 3.'],
    ['call delallusers', 'This deletes users and all their data: 3.'],
    ['subs delete Pro', 'This removes the subscription from users: 3.'],
    ['call pausesub subscription=pro', 'This pauses the subscription of users: 3.'],
  ] as const;
  for (const [words, sentence] of cases) {
    const asked = await run(words);
    expect(asked).toMatchObject({ exitCode: 1, stdout: '' });
    expect(asked.stderr).toBe(`${sentence}\nNothing was done. Use --yes to confirm.\n`);
  }
  expect([await count('users'), await count('licenses')]).toEqual([3, 7]);
  const typed = await run('call delunused', { isTerminal: true, stdin: 'y\n' });
  expect(typed).toMatchObject({ exitCode: 0 });
  expect((await run('users extend anna --sub Pro --days 3')).exitCode).toBe(0);
  expect((await run('call delallusers --yes')).exitCode).toBe(0);
  expect([await count('users'), await count('licenses')]).toEqual([0, 0]);
  // Zero rows need no confirmation.
  expect((await run('subs delete Max')).exitCode).toBe(0);
});

test('a seller key for a shop is added, used, listed and revoked', async () => {
  const data = temporaryFolder();
  const place = ['--data', data, '--name', 'One'];
  const local = (words: string, ...more: string[]) => cli([...words.split(' '), ...place, ...more]);
  expect((await local('app create', '--key-file', join(data, 'own'))).exitCode).toBe(0);
  const file = join(data, 'shop');
  const created = await local('app keys add --scope sell --label shop', '--key-file', file);
  expect(created).toMatchObject({ exitCode: 0, stderr: '' });
  expect(created.stdout).toMatch(/^ID +[0-9a-f]{10}\nLabel +shop\nScope +sell\nSeller key +in /);
  expect(readFileSync(file, 'utf8')).toMatch(/^[0-9A-Za-z]{32}\n$/);
  const again = await local('app keys add --scope read --label shop');
  expect(again).toMatchObject({ exitCode: 1, stdout: '' });
  expect(again.stderr).toContain('The seller key "shop" already exists');
  expect((await local('app keys add --scope most --label x')).stderr).toContain(
    '--scope must be one of: all, sell, support, read, release.',
  );
  const shown = await local('app keys list');
  expect(shown.stdout).toMatch(/\(the application's own\) +all +on/);
  expect(shown.stdout).toMatch(/[0-9a-f]{10} +shop +sell +on +20/);
  expect(shown.stdout).not.toContain(readFileSync(file, 'utf8').trim());
  expect((await local('app keys end shop --overlap 25')).exitCode).toBe(2);
  expect((await local('app keys end shop --overlap 24')).stdout).toMatch(/"shop" ends 20/);
  // A successor may have the same label during the overlap.
  expect((await local('app keys add --scope sell --label shop')).exitCode).toBe(0);
  const all = (await local('app keys list --json')).json()['keys'] as { endsAt: number | null }[]; // as the next line shows
  const ends = all.flatMap(({ endsAt }) => (endsAt === null ? [] : [endsAt]));
  expect([all.length, ends.length]).toEqual([3, 1]);
  expect(Math.abs((ends[0] ?? 0) - Date.now() / 1000 - 24 * 3600)).toBeLessThan(60);
  expect((await local('app keys end shop')).stdout).toContain('"shop" has ended.');
  expect((await local('app keys end nothing')).stderr).toContain(
    'The seller key "nothing" does not exist',
  );
  // The application's old key stays valid, and is listed as a seller key.
  expect((await local('app newkey --overlap 2', '--key-file', join(data, 'own-2'))).exitCode).toBe(
    0,
  );
  expect((await local('app keys list')).stdout).toMatch(/before newkey +all +ends 20/);
});

test('the scope sell allows only sales, and the scope support masks unused keys', async () => {
  const data = temporaryFolder();
  const place = ['--data', data, '--name', 'One'];
  const local = (words: string) => cli([...words.split(' '), ...place]);
  await local(`app create --key-file ${join(data, 'own')}`);
  await local(`app keys add --scope sell --label shop --key-file ${join(data, 'shop')}`);
  await local(`app keys add --scope support --label helpers --key-file ${join(data, 'helpers')}`);
  const service = await startTestService({ dataFolder: data });
  onTestFinished(() => service.close());
  const by = (file: string, words: string) =>
    cli([...words.split(' '), '--url', service.url, '--key-file', join(data, file)]);
  const sold = await by('shop', 'keys add --sub Default --days 30 --order 1');
  expect(sold).toMatchObject({ exitCode: 0, stderr: '' });
  const key = sold.stdout.trim();
  expect((await by('shop', `keys show ${key}`)).stdout).toContain('Not Used');
  expect((await by('shop', 'refund --order 1')).stderr).toContain('nothing was changed');
  const denied = await by('shop', 'users list');
  expect(denied).toMatchObject({ exitCode: 1, stdout: '' });
  expect(denied.stderr).toBe(
    `This seller key or account isn't allowed to do this. It requires the scope "read".\n`,
  );
  const helper = await by('helpers', 'keys find 1');
  expect(helper.stdout).toContain(`****${key.slice(-4)}`);
  expect(helper.stdout).not.toContain(key);
  expect((await by('helpers', 'users extend all --sub Default --days 1 --yes')).stderr).toContain(
    'It requires the scope "all".',
  );
  const audit = (await by('own', 'audit')).stdout;
  for (const row of [/shop +add /, /shop +fetchallusers +refused/, /helpers +findkey/])
    expect(audit).toMatch(row);
});
