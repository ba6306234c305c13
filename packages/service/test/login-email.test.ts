// `loginEmail`: like `login`, but with a mail address: the same answers, work and attempt budget.
import { sealAt } from '../src/secrets/at-rest.ts';
import { expect, test } from 'vitest';
import type { Passwords } from '../src/secrets/passwords.ts';
import { behindProxy, sendFrom } from './support/many-addresses.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

async function open() {
  let checks = 0;
  const wrapPasswords = (passwords: Passwords): Passwords => ({
    ...passwords,
    verify: (...given) => {
      checks += 1;
      return passwords.verify(...given);
    },
  });
  const wire = await openWire({ ...behindProxy, wrapPasswords, now: () => 1_900_000_000_000 });
  const { service, init } = wire;
  const ask = sellerOf(service);
  const [ann, bob] = [await service.addUser({ username: 'Ann' }), await service.addUser()];
  await ask('editemail', { user: 'Ann', email: 'Ann@Example.org' });
  const sessionid = await init();
  const from = sendFrom(service);
  const byMail = async (email: string, pass: string, address = '203.0.113.1') =>
    (await from(address, { type: 'loginEmail', sessionid, email, pass, hwid })).body;
  const byName = async (username: string, pass: string, address = '203.0.113.1') =>
    (await from(address, { type: 'login', sessionid, username, pass, hwid })).body;
  return { ...wire, ask, ann, bob, sessionid, byMail, byName, checks: () => checks };
}

const plain = ({
  nonce: _nonce,
  challenge: _challenge,
  type: _type,
  ...rest
}: object & {
  readonly nonce?: unknown;
  readonly challenge?: unknown;
  readonly type?: unknown;
}) => rest;

test('signs in by mail address, in any case and with line breaks', async () => {
  const { ann, byMail, byName, send, sessionid } = await open();
  const answer = await byMail(' ANN@example.ORG\n', ann.password);
  expect(answer).toMatchObject({ success: true, info: { username: 'Ann' } });
  expect((await send({ type: 'check', sessionid })).body).toMatchObject({ success: true });
  // The device is bound now.
  const again = await byMail('ann@example.org', ann.password);
  expect(plain(again)).toEqual(plain(await byName('Ann', ann.password)));
});

test('an unknown address and a wrong password get the same answer and cost the same work', async () => {
  const { ann, byMail, byName, checks } = await open();
  const before = checks();
  const unknown = await byMail('nobody@example.org', 'wrong', '203.0.113.2');
  const wrong = await byMail('ann@example.org', 'wrong', '203.0.113.3');
  const named = await byName('Nobody', 'wrong', '203.0.113.4');
  expect(plain(unknown)).toEqual(plain(wrong));
  expect(plain(named)).toEqual(plain(wrong));
  // One password check each, whether the user exists or not.
  expect(checks() - before).toBe(3);
  for (const email of ['', 'ann', 'a@b@c'])
    expect((await byMail(email, ann.password)).reason).toBe('bad-request');
});

test('an address that two users share signs in neither of them', async () => {
  const { ann, bob, ask, byMail } = await open();
  await ask('updatesettings', { sharedemails: 'allow' });
  await ask('editemail', { user: bob.username, email: 'ann@example.org' });
  for (const { password } of [ann, bob])
    expect(await byMail('ann@example.org', password)).toMatchObject({ reason: 'bad-credentials' });
});

test('signs in the right one of several users in one network', async () => {
  const { ann, bob, byMail, byName } = await open();
  expect(await byName(bob.username, bob.password)).toMatchObject({ success: true });
  expect(await byName('Ann', ann.password)).toMatchObject({ success: true });
  const signedIn = { success: true, info: { username: 'Ann' } };
  expect(await byMail('ann@example.org', ann.password)).toMatchObject(signedIn);
});

test('a user name and its e-mail address share one attempt budget', async () => {
  const { ann, byMail, byName } = await open();
  for (let time = 0; time < 3; time += 1) await byName('ANN', `wrong ${time}`);
  const fourth = await byMail('ann@example.org', 'wrong');
  expect(fourth).toMatchObject({ reason: 'bad-credentials', triesLeft: 1 });
  expect(await byMail('Ann@example.org', 'wrong')).toMatchObject({ triesLeft: 0 });
  expect(await byMail('ann@example.org', ann.password)).toMatchObject({ reason: 'rate-limited' });
  expect(await byName('Ann', ann.password)).toMatchObject({ reason: 'rate-limited' });
  expect(await byMail('ann@example.org', ann.password, '203.0.113.9')).toMatchObject({
    success: true,
  });
});

test('all spellings of an unknown address share one budget', async () => {
  const { byMail } = await open();
  for (const email of ['x@y.z', 'X@y.z', 'x@Y.z', ' x@y.z', 'x@y.Z'])
    expect((await byMail(email, 'wrong')).reason).toBe('bad-credentials');
  expect((await byMail('x@y.z', 'wrong')).reason).toBe('rate-limited');
});

test('checks the second factor, bans and subscriptions', async () => {
  const { service, ann, byMail } = await open();
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const { id } = await service.database
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'Ann')
    .executeTakeFirstOrThrow();
  await service.database
    .updateTable('users')
    .set({ totpSecret: sealAt(service.secret, 'one-time codes', [id], secret) })
    .where('username', '=', 'Ann')
    .execute();
  expect((await byMail('ann@example.org', ann.password)).reason).toBe('code-needed');
  await service.database
    .updateTable('users')
    .set({ totpSecret: null })
    .where('username', '=', 'Ann')
    .execute();
  await service.changeUser('Ann', 'expire');
  expect((await byMail('ann@example.org', ann.password)).reason).toBe('no-subscription');
  await service.changeUser('Ann', { banned: 'x' });
  expect((await byMail('ann@example.org', ann.password)).reason).toBe('banned');
});

test('finds no user of another application', async () => {
  const { service, ann, ask, byMail } = await open();
  const { database } = service;
  const row = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const other = { ...row, id: 'other', name: 'Other', sellerkeyHash: 'other' };
  await database.insertInto('applications').values(other).execute();
  await database
    .updateTable('users')
    .set({ applicationId: 'other' })
    .where('username', '=', 'Ann')
    .execute();
  expect((await byMail('ann@example.org', ann.password)).reason).toBe('bad-credentials');
  expect((await ask('verifyuser', { user: 'Ann' })).success).toBe(false);
});
