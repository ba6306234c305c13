// Attack: someone tries the public passwords and keys of every demo on data that was once a demo.
import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { addSellerKey, createApplication, keepDemo } from '../../src/host/administration.ts';
import { demoLicenses, demoUsers } from '../../src/host/demo-data.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createPasswords, productionCost } from '../../src/secrets/passwords.ts';
import { databaseOptionsOf, environmentOf } from '../support/postgresql.ts';
import { runCommand, temporaryFolder } from '../support/service-command.ts';

const app = { name: 'Northwind Studio', ownerid: 'nwDemo2026' };

function clientOf(url: string) {
  const ask = async (parameters: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ ...app, ...parameters }).toString();
    const answer = await fetch(`${url}/api/1.3/?${query}`);
    return (await answer.json()) as Readonly<Record<string, unknown>>; // other tests check its schema
  };
  const open = async () => String((await ask({ type: 'init' }))['sessionid']);
  const hwidOf = (user: string) => user.padEnd(40, '-');
  return {
    login: async (username: string, pass: string, more: Readonly<Record<string, string>> = {}) =>
      ask({
        type: 'login',
        sessionid: await open(),
        username,
        pass,
        hwid: hwidOf(username),
        ...more,
      }),
    license: async (key: string, device = key) =>
      ask({ type: 'license', sessionid: await open(), key, hwid: hwidOf(device) }),
    register: async (username: string, key: string) =>
      ask({
        type: 'register',
        sessionid: await open(),
        username,
        pass: 'my own word',
        key,
        hwid: hwidOf(username),
      }),
    check: (sessionid: string) => ask({ type: 'check', sessionid }),
    open,
    ask,
  };
}

const isValid = async (url: string, sellerkey: string) => {
  const query = new URLSearchParams({ sellerkey, type: 'fetchallsubs' }).toString();
  return (await fetch(`${url}/api/seller/?${query}`)).status === 200;
};

async function hashOfOwner({ dataFolder }: { readonly dataFolder: string }) {
  const options = await databaseOptionsOf(dataFolder);
  const db = await openDatabase({ dataFolder, ...options, onIdleFault: () => null });
  const owner = await db.selectFrom('people').select('passwordHash').executeTakeFirst();
  await db.destroy();
  return owner?.passwordHash ?? null;
}

const [life, year, month] = demoLicenses.map(({ key }) => key);

test('no public secret of a demo works after "demo keep"', async () => {
  const data = temporaryFolder();
  const serve = (...more: string[]) => runCommand('--data', data, '--port', '0', '--json', ...more);
  const demo = await serve('--demo');
  const before = clientOf(demo.line().url);
  const demoKey = demo.line().app?.sellerkey ?? '';
  const owner = demo.line().owner?.password ?? '';
  // The operator's own user, an account that is a public key, and a session from before.
  expect(await before.register('operator', year ?? '')).toMatchObject({ success: true });
  expect(await before.license(month ?? '')).toMatchObject({ success: true });
  const sessionid = await before.open();
  const { pass, username, hwid } = {
    pass: 'anna-likes-tea',
    username: 'anna',
    hwid: 'x'.repeat(40),
  };
  expect(await before.ask({ type: 'login', sessionid, username, pass, hwid })).toMatchObject({
    success: true,
  });
  await demo.end();

  const place = { dataFolder: data, environment: await environmentOf(data) };
  const created = await keepDemo(place);
  if (!created.ok) throw new Error(created.sentence);
  const kept = created.value;
  expect(await keepDemo(place)).toEqual({
    ok: false,
    sentence: `The data of ${data} is not a demo.`,
  });
  expect(await createApplication(place, { ...app, version: '1.0', plan: null })).toMatchObject({
    ok: false,
  });

  const { url } = (await serve()).line();
  const after = clientOf(url);
  expect(await isValid(url, demoKey)).toBe(false);
  for (const user of demoUsers)
    expect(await after.login(user.username, user.password)).toMatchObject({
      success: false,
      reason: 'bad-credentials',
    });
  for (const { key } of demoLicenses)
    expect(await after.license(key, 'another')).toMatchObject({ reason: 'key-unknown' });
  expect(await after.check(sessionid)).toMatchObject({ reason: 'session-gone' });

  const hash = await hashOfOwner(place);
  const passwords = await createPasswords(productionCost);
  expect(await passwords.verify(hash, owner, false)).toBe(false);

  // Control: the new secrets work, and the operator's user is as before.
  expect(await passwords.verify(hash, kept.owner?.password ?? '', false)).toBe(true);
  expect(await isValid(url, kept.sellerkey)).toBe(true);
  expect(await after.login('operator', 'my own word')).toMatchObject({ success: true });
  expect(kept.users.map(({ username: name }) => name).sort()).toEqual(
    demoUsers.map(({ username: name }) => name).sort(),
  );
  const passwordOf = (name: string) =>
    kept.users.find((user) => user.username === name) ?? { password: '', totpSecret: '' };
  expect(await after.login('anna', passwordOf('anna').password, { hwid })).toMatchObject({
    success: true,
  });
  const theo = passwordOf('theo');
  const code = (secret: string | null) => generateSync({ secret: secret ?? '' });
  const publicSecret = demoUsers.find(({ username: name }) => name === 'theo')?.totpSecret ?? '';
  expect(await after.login('theo', theo.password, { code: code(publicSecret) })).toMatchObject({
    reason: 'bad-code',
  });
  expect(await after.login('theo', theo.password, { code: code(theo.totpSecret) })).toMatchObject({
    success: true,
  });
  const keyOf = (old = '') => kept.licenses.find(({ before: one }) => one === old)?.key ?? '';
  expect(await after.register('another', keyOf(life))).toMatchObject({ success: true });
  expect(await after.license(keyOf(month), month)).toMatchObject({
    success: true,
    info: { username: keyOf(month) },
  });
  // It is a seller's data now: --demo adds and lists nothing.
  expect((await serve('--demo')).line()).toMatchObject({ app: null, users: [], licenses: [] });
});

test('"demo keep" also replaces keys of tokens, and keys of accounts whose license was deleted', async () => {
  const data = temporaryFolder();
  const demo = await runCommand('--data', data, '--port', '0', '--json', '--demo');
  const { url, app: own } = demo.line();
  const as = (address: string, sellerkey: string) => async (request: Record<string, string>) => {
    const query = new URLSearchParams({ sellerkey, ...request }).toString();
    const answer = await fetch(`${address}/api/seller/?${query}`);
    return (await answer.json()) as Readonly<Record<string, unknown>>; // other tests check its schema
  };
  const ask = as(url, own?.sellerkey ?? '');
  const [deleted = '', used = '', token = ''] = [month, year, life];
  for (const key of [deleted, used])
    expect(await clientOf(url).license(key)).toMatchObject({ success: true });
  expect(await ask({ type: 'addtoken', user: deleted })).toMatchObject({ success: true });
  for (const key of [used, token])
    expect(await ask({ type: 'addtoken', key })).toMatchObject({ success: true });
  expect(await ask({ type: 'addtoken', user: 'anna' })).toMatchObject({ success: true });
  expect(await ask({ type: 'del', key: deleted })).toMatchObject({ success: true });
  await demo.end();
  const place = { dataFolder: data, environment: await environmentOf(data) };
  const created = await keepDemo(place);
  const reader = await addSellerKey(place, app, { label: 'reader', scope: 'read' });
  if (!created.ok || !reader.ok) throw new Error('The commands failed');
  const { licenses, sellerkey } = created.value;
  const newOf = (old: string) => licenses.find(({ before }) => before === old)?.key ?? '';

  const serve = await runCommand('--data', data, '--port', '0', '--json');
  const askKept = as(serve.line().url, sellerkey);
  const { tokens } = await askKept({ type: 'fetchalltokens' });
  const assigned = (tokens as { assigned: string }[]).map((one) => one.assigned); // as its schema says
  expect(assigned.toSorted()).toEqual(['anna', ...[deleted, used, token].map(newOf)].toSorted());
  // The new name signs in, so the scope read must not see it.
  const shown = await as(serve.line().url, reader.value.sellerkey)({ type: 'fetchallusers' });
  const names = (shown['users'] as { username: string }[]).map(({ username }) => username); // as its schema says
  for (const key of [deleted, used]) {
    expect(names).toContain(`****${newOf(key).slice(-4)}`);
    expect(names).not.toContain(newOf(key));
  }
});

test('"demo keep" changes neither passwords that are no longer public nor other applications', async () => {
  const data = temporaryFolder();
  const demo = await runCommand('--data', data, '--port', '0', '--json', '--demo');
  const { url, app: own } = demo.line();
  const query = { sellerkey: own?.sellerkey ?? '', type: 'resetpw', user: 'nora', passwd: 'mine' };
  await fetch(`${url}/api/seller/?${new URLSearchParams(query).toString()}`);
  await demo.end();
  const place = { dataFolder: data, environment: await environmentOf(data) };
  const other = { name: 'Other', ownerid: undefined, version: '1.0', plan: null };
  const theirs = await createApplication(place, other);
  const created = await keepDemo(place);
  if (!created.ok || !theirs.ok) throw new Error('The commands failed');
  expect(created.value.users.map(({ username }) => username)).not.toContain('nora');
  expect(created.value.users).toHaveLength(demoUsers.length - 1);
  const served = await runCommand('--data', data, '--port', '0', '--json');
  expect(await isValid(served.line().url, theirs.value.sellerkey)).toBe(true);
  expect(await clientOf(served.line().url).login('nora', 'mine')).toMatchObject({
    reason: 'no-subscription',
  });
});
