// Users change their own password (docs/protocol.md#changing-the-password).
import { expect, test } from 'vitest';
import { infoOf, openSeats } from './seats-parts.ts';
import type { Parameters } from './support/service-client.ts';
import type { NewUser } from './support/service-seeds.ts';

const newpass = '  another one ';

async function open(given?: NewUser) {
  const seats = await openSeats(3, given);
  const { send, user, service } = seats;
  const change = async (sessionid: string, more: Parameters = {}) => {
    const { password: pass } = user;
    const request = { type: 'changepassword', sessionid, pass, newpass, ...more };
    return (await send(request)).body;
  };
  const code = () => service.totpCode(user.totpSecret ?? '');
  return { ...seats, change, code };
}

test('changes the password and ends all other sessions of the user', async () => {
  const { service, signIn, check, change } = await open();
  const bystander = await service.addUser({ username: 'berta' });
  const theirs = await signIn('theirs', {}, bystander);
  const [here, other] = [await signIn('desk'), await signIn('laptop')];
  expect(await change(here.sessionid)).toMatchObject({
    success: true,
    message: 'Successfully changed password.',
  });
  expect(await check(here.sessionid)).toMatchObject({ success: true });
  for (let times = 0; times < 2; times += 1)
    expect(await check(other.sessionid)).toMatchObject({
      reason: 'session-gone',
      ended: 'password-changed',
    });
  expect(await check(theirs.sessionid)).toMatchObject({ success: true });
  expect((await signIn('desk')).result).toBe('bad-credentials');
  // Passwords are never trimmed.
  expect((await signIn('desk', { pass: newpass.trim() })).result).toBe('bad-credentials');
  expect((await signIn('desk', { pass: newpass })).result).toEqual({ used: 2, allowed: 3 });
  expect((await signIn('theirs', {}, bystander)).result).toMatchObject({ used: 1 });
});

test('a stolen session cannot change the password without password and code', async () => {
  const { clock, signIn, change, code } = await open({ totp: true });
  const { sessionid } = await signIn('desk', { code: code() });
  clock.now += 30;
  expect(await change(sessionid)).toMatchObject({ reason: 'code-needed' });
  expect(await change(sessionid, { pass: 'wrong', code: code() })).toMatchObject({
    reason: 'bad-credentials',
  });
  const wrong = code() === '000000' ? '000001' : '000000';
  expect(await change(sessionid, { code: wrong })).toMatchObject({ reason: 'bad-code' });
  expect((await signIn('desk', { code: code() })).result).toMatchObject({ used: 1 });
  clock.now += 30;
  // Control: with both it works.
  expect(await change(sessionid, { code: code() })).toMatchObject({ success: true });
});

test('guesses of the current password use up the budget of the account', async () => {
  const { signIn, change } = await open();
  const { sessionid } = await signIn('desk');
  for (let guess = 1; guess <= 5; guess += 1)
    expect(await change(sessionid, { pass: `guess ${guess}` })).toMatchObject({
      reason: 'bad-credentials',
    });
  expect(await change(sessionid)).toMatchObject({ reason: 'rate-limited' });
});

test('the setting changepassword=0 turns the operation off', async () => {
  const { ask, signIn, change, check } = await open();
  const { sessionid, body } = await signIn('desk');
  expect(infoOf(body)['can']).toEqual(['changepassword']);
  await ask('updatesettings', { changepassword: '0' });
  expect(await change(sessionid)).toMatchObject({ reason: 'type-unknown' });
  expect(infoOf(await check(sessionid))['can']).toEqual([]);
  await ask('updatesettings', { changepassword: '1' });
  expect(await change(sessionid)).toMatchObject({ success: true });
});

test('a change deletes mailed links, and marks a password that is a license key', async () => {
  const { service, signIn, change } = await open();
  const { database } = service;
  const { sessionid } = await signIn('desk');
  const { id: userId } = await database
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  const link = { tokenHash: 'a link', userId, expiresAt: 9_000_000_000 };
  await database.insertInto('passwordResets').values(link).execute();
  const key = await service.addLicense({ days: 1 });
  expect(await change(sessionid, { newpass: key })).toMatchObject({ success: true });
  expect(await database.selectFrom('passwordResets').selectAll().execute()).toEqual([]);
  const user = database.selectFrom('users').select('passwordIsKey').where('id', '=', userId);
  expect(await user.executeTakeFirstOrThrow()).toEqual({ passwordIsKey: 1 });
});

test('only one of concurrent changes succeeds', async () => {
  const { signIn, change } = await open();
  const { sessionid } = await signIn('desk');
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((pass) => change(sessionid, { newpass: `the ${pass} one` })),
  );
  expect(answers.map(({ reason = null }) => reason).toSorted()).toEqual([
    ...['bad-credentials', 'bad-credentials'],
    null,
  ]);
});
