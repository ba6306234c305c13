// `keys find` and `users find`: what they find and in which order, and how a helper works with a
// user whose name is a license key.
import { expect, test } from 'vitest';
import { hashToken } from '../../service/src/secrets/token-hash.ts';
import { ownApplicationId } from '../../service/test/support/own-application.ts';
import { wireTo } from '../../service/test/support/service-client.ts';
import { cli, keyFile, openBench } from './support/cli.ts';

type Row = Readonly<Record<string, unknown>>;

async function open() {
  const bench = await openBench();
  const { service, runWith } = bench;
  await service.removeNeighbour();
  const sellerkey = 'key-of-a-helper'.padEnd(32, '0');
  await service.database
    .insertInto('sellerKeys')
    .values({
      id: 'helper',
      applicationId: ownApplicationId,
      keyHash: hashToken(sellerkey),
      label: 'helper',
      scope: 'support',
      createdAt: 1,
      endsAt: null,
    })
    .execute();
  const file = keyFile(sellerkey);
  const helper = (words: string) =>
    cli([...words.split(' '), '--url', service.url, '--key-file', file]);
  const find = async (what: 'keys' | 'users', text: string) => {
    const ran = await runWith([what, 'find', text, '--json']);
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
    const field = what === 'keys' ? 'key' : 'username';
    return (ran.json()[what] as Row[]).map((row) => row[field]); // as its schema says
  };
  return { ...bench, helper, find };
}

test('keys find matches any part of a key, and lists exact matches first', async () => {
  const { run, find } = await open();
  for (const mask of ['SHOP-1234-LONGER', 'SHOP-1234', 'OLD-SHOP-1234'])
    await run(`keys add --days 1 --mask ${mask} --force`);
  await run('keys add --days 1 --mask WITH-A-NOTE-000 --force --note SHOP-1234');
  const found = await find('keys', 'shop-1234');
  expect(found.slice(0, 2).toSorted()).toEqual(['SHOP-1234', 'WITH-A-NOTE-000']);
  expect(found.slice(2).toSorted()).toEqual(['OLD-SHOP-1234', 'SHOP-1234-LONGER']);
  for (const part of ['old-', 'OP-1', 'A-NOTE', 'ONGER'])
    expect(await find('keys', part)).not.toEqual([]);
  expect(await find('keys', 'SHOP-12345')).toEqual([]);
});

test('users find matches a whole e-mail and a part of a name, the exact name first', async () => {
  const { run, find } = await open();
  await run('users add anna.lee --sub Pro --days 1 --email Anna@Example.org');
  await run('users add aaa-anna --sub Pro --days 1');
  await run('users add anna --sub Pro --days 1 --email other@example.org');
  expect(await find('users', 'ANNA')).toEqual(['anna', 'aaa-anna', 'anna.lee']);
  expect(await find('users', 'ANNA@example.ORG')).toEqual(['anna.lee']);
  expect(await find('users', '@example.org')).toEqual([]);
});

test('a helper uses the id of a user whose name is a license key', async () => {
  const { run, helper, service } = await open();
  const { init, send } = wireTo(service);
  const key = (await run('keys add --days 30')).stdout.trim();
  const hwid = 'device-of-a-buyer-0123456789';
  await send({ type: 'license', sessionid: await init(), key, hwid });
  await service.addUser({ username: 'Bystander' });
  const listed = (await helper('users list')).stdout;
  const [shown, id = ''] = /(id:[0-9a-f-]{36}) \*{4}\S{4}/.exec(listed) ?? [];
  expect(shown).toContain(key.slice(-4));
  expect(listed).toContain('Bystander');
  expect((await helper(`users show ${id}`)).stdout).toContain(`User          ${String(shown)}`);
  expect(await helper(`users reset ${id}`)).toMatchObject({ exitCode: 0, stderr: '' });
  const exported = await helper('export');
  expect(exported).toMatchObject({ exitCode: 1 });
  expect(exported.stderr).toContain('Export with a seller key with the scope "all"');
  for (const words of ['users list', 'sessions list', 'keys list', `users show ${id}`, 'export'])
    expect((await helper(words)).stdout, words).not.toContain(key);
  expect((await run('users list')).stdout).toContain(key);
  expect((await run('export')).exitCode).toBe(0);
});

test('a table for a helper has the id of a masked user, so that two users never become one', async () => {
  const { run, helper, service } = await open();
  const { init, send } = wireTo(service);
  // Keys of at most eight characters are shown without their end, so all of them look equal.
  for (const key of ['AB12-CD3', 'EF45-GH6']) {
    await run(`keys add --days 30 --mask ${key} --force`);
    const hwid = `device-of-a-buyer-${key}`.padEnd(40, '0');
    await send({ type: 'license', sessionid: await init(), key, hwid });
  }
  const cells = async (words: string, column: number) =>
    (await helper(words)).stdout
      .split('\r\n')
      .flatMap((line) => /^id:[0-9a-f-]{36}$/.exec(line.split(',')[column] ?? '') ?? []);
  const users = await cells('users list --csv', 0);
  expect(new Set(users).size).toBe(2);
  expect((await cells('keys list --csv', 5)).toSorted()).toEqual(users.toSorted());
  // Control: names that are not masked stay names.
  expect((await run('users list --csv')).stdout).toContain('AB12-CD3,');
});
