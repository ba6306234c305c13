// Attacks on recovery codes: guesses, used codes, codes of others, and stolen sessions.
import { expect, test } from 'vitest';
import { withFold } from '../../src/database/names.ts';
import { codesOf, foreignCode, openRecovery } from '../recovery-parts.ts';
import { addOtherApplication } from '../support/another-application.ts';
import { hwid } from '../support/service-client.ts';

test('guesses of both kinds of codes share one budget across all operations', async () => {
  const { clock, make, signIn, send, request, user, oneTimeCode, sessionid } = await openRecovery();
  const codes = await make();
  const right = oneTimeCode();
  const wrong = right === '000000' ? '000001' : '000000';
  const { password: pass } = user;
  expect((await signIn('desk', { code: foreignCode })).result).toBe('bad-code');
  expect((await signIn('desk', { code: wrong })).body).toMatchObject({ triesLeft: 3 });
  const change = { type: 'changepassword', sessionid, pass, newpass: 'new' };
  expect((await send({ ...change, code: foreignCode })).body).toMatchObject({ triesLeft: 2 });
  const disable = { type: '2fadisable', sessionid };
  expect((await send({ ...disable, code: foreignCode })).body).toMatchObject({
    reason: 'two-factor-bad-code',
    triesLeft: 1,
  });
  expect(await request({ pass, code: foreignCode })).toMatchObject({ triesLeft: 0 });
  for (const code of [codes[0] ?? '', right])
    expect((await signIn('desk', { code })).result).toBe('rate-limited');
  // Control: after the lockout, the same code works.
  clock.now += 15 * 60;
  expect((await signIn('desk', { code: codes[0] ?? '' })).result).toMatchObject({ used: 1 });
});

test('slow guesses are refused after 20 in a day', async () => {
  const { clock, make, signIn } = await openRecovery();
  const [code = ''] = await make();
  for (let guess = 1; guess <= 20; guess += 1) {
    expect((await signIn('desk', { code: foreignCode })).result).toBe('bad-code');
    clock.now += 5 * 60;
  }
  expect((await signIn('desk', { code })).result).toBe('rate-limited');
  clock.now += 24 * 60 * 60;
  expect((await signIn('desk', { code })).result).toMatchObject({ used: 1 });
});

test('guesses of the code that confirms a set are counted, too', async () => {
  const { clock, offer, confirm } = await openRecovery();
  const codes = codesOf(await offer());
  for (let guess = 1; guess <= 5; guess += 1)
    expect(await confirm(foreignCode)).toMatchObject({ reason: 'bad-code' });
  expect(await confirm(codes[0] ?? '')).toMatchObject({ reason: 'rate-limited' });
  clock.now += 15 * 60;
  expect(await confirm(codes[0] ?? '')).toMatchObject({ success: true });
});

test('a code works for no other user and in no other application', async () => {
  const { service, make, send, signIn, user } = await openRecovery();
  const codes = await make();
  const berta = await service.addUser({ username: 'berta', totp: true });
  expect((await signIn('desk', { code: codes[0] ?? '' }, berta)).result).toBe('bad-code');
  const { database } = service;
  const other = await addOtherApplication(service, { id: 'theirs' });
  await database.updateTable('applications').set({ recoveryCodes: 1 }).execute();
  // The same user in the other application, with the same password and the same second factor.
  const row = await database
    .selectFrom('users')
    .selectAll()
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  const theirs = { ...row, id: 'their-anna', applicationId: 'theirs', totpSecret: 'JBSWY3DP' };
  await database
    .insertInto('users')
    .values({ ...theirs, ...withFold('username', 'anna') })
    .execute();
  await database
    .insertInto('subscriptions')
    .values({
      userId: theirs.id,
      planId: 'theirs-plan',
      sinceAt: 1,
      expiresAt: 9_000_000_000,
      remainingSeconds: null,
      licenseKey: null,
    })
    .execute();
  const { name, ownerid, version: ver } = other;
  const opened = await send({ type: 'init', name, ownerid, ver });
  const sessionid = String(opened.body['sessionid']);
  const login = { type: 'login', sessionid, username: 'anna', pass: user.password, hwid };
  const there = { ...login, name, ownerid };
  expect((await send(there)).body).toMatchObject({ reason: 'code-needed', recovery: true });
  // Even though the hashes were copied, a code of one user does not work for another.
  for (const code of codes.slice(0, 2))
    expect((await send({ ...there, code })).body).toMatchObject({ reason: 'bad-code' });
  // Control: all of them still work for their user.
  for (const code of codes)
    expect((await signIn('desk', { code })).result).toMatchObject({ used: 1 });
});

test('a stolen session gets no codes without password and code', async () => {
  const { request, offer, user, oneTimeCode } = await openRecovery();
  const { password: pass } = user;
  expect(await request({})).toMatchObject({ reason: 'bad-request' });
  expect(await request({ code: oneTimeCode() })).toMatchObject({ reason: 'bad-request' });
  expect(await request({ pass: 'wrong', code: oneTimeCode() })).toMatchObject({
    reason: 'bad-credentials',
  });
  expect(await request({ pass })).toMatchObject({ reason: 'code-needed' });
  expect(await request({ confirm: foreignCode })).toMatchObject({ reason: 'recovery-expired' });
  // Control: with both, it works.
  expect(codesOf(await offer())).toHaveLength(10);
});

test('a pending set is neither shown to nor confirmed by another session or user', async () => {
  const { service, clock, offer, confirm, oneTimeCode, signIn, send, init, user } =
    await openRecovery();
  const mine = codesOf(await offer());
  const stolen = await signIn('laptop', { code: oneTimeCode() });
  const thief = { sessionid: stolen.sessionid };
  const [code = ''] = mine;
  expect(await confirm(code, thief)).toMatchObject({ reason: 'recovery-expired' });
  const berta = await service.addUser({ username: 'berta', totp: true });
  clock.now += 30;
  const theirCode = service.totpCode(berta.totpSecret ?? '');
  const theirs = await signIn('theirs', { code: theirCode }, berta);
  expect(await confirm(code, { sessionid: theirs.sessionid })).toMatchObject({
    reason: 'recovery-expired',
  });
  expect(await confirm(code, { sessionid: await init() })).toMatchObject({
    reason: 'not-signed-in',
  });
  // A session that another user signs in to does not keep the set.
  const shared = await signIn('shared', { code: oneTimeCode() });
  const other = codesOf(await offer({ sessionid: shared.sessionid }));
  const given = { type: 'login', username: 'berta', pass: berta.password, hwid };
  const again = service.totpCode(berta.totpSecret ?? '');
  const taken = await send({ ...given, sessionid: shared.sessionid, code: again });
  expect(taken.body).toMatchObject({ info: { username: 'berta' } });
  expect(await confirm(other[0] ?? '', { sessionid: shared.sessionid })).toMatchObject({
    reason: 'recovery-expired',
  });
  // The offer of the other session replaced the first one, so a set that a thief saw is useless.
  expect(await confirm(code)).toMatchObject({ reason: 'recovery-expired' });
  // Control: a set of this session is confirmed by it.
  const last = codesOf(await offer());
  expect(await confirm(last[0] ?? '')).toMatchObject({ success: true });
  expect((await signIn('desk', { code: last[0] ?? '' }, user)).result).toMatchObject({ used: 3 });
});

test('an answer reveals that recovery codes exist only after a correct password', async () => {
  const { make, send, init } = await openRecovery();
  const codes = await make();
  const login = { type: 'login', hwid, pass: 'wrong', code: codes[0] ?? '' };
  const answers = [
    await send({ ...login, sessionid: await init(), username: 'anna' }),
    await send({ ...login, sessionid: await init(), username: 'nobody' }),
  ];
  const facts = answers.map(({ status, body }) => {
    const { challenge: _challenge, ...rest } = body;
    return { status, ...rest };
  });
  expect(facts[0]).toEqual(facts[1]);
  expect(facts[0]).toMatchObject({ reason: 'bad-credentials' });
  // The code was not used up.
  const { code: _code, ...withoutCode } = login;
  const asked = await send({ ...withoutCode, sessionid: await init(), username: 'anna' });
  expect(asked.body).not.toHaveProperty('recovery');
});

test(
  'a code that is sent 100 times concurrently is accepted once',
  { timeout: 60_000 },
  async () => {
    const { make, signIn, service } = await openRecovery({ interleave: true });
    const [code = '', ...others] = await make();
    const results = await Promise.all(
      Array.from({ length: 100 }, async () => (await signIn('desk', { code })).result),
    );
    expect(results.filter((result) => typeof result === 'object')).toHaveLength(1);
    const refused = results.filter((result) => typeof result !== 'object');
    expect(new Set(refused)).toEqual(new Set(['bad-code', 'rate-limited']));
    const row = service.database
      .selectFrom('users')
      .select('recoveryCodes')
      .where('username', '=', 'anna');
    const { recoveryCodes } = await row.executeTakeFirstOrThrow();
    expect(JSON.parse(recoveryCodes ?? '')).toHaveLength(others.length);
  },
);
