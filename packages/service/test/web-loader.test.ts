// The web loader (docs/web-loader.md): the page makes a token, and a program signs in with it.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databaseKind } from './support/postgresql.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid } from './support/service-client.ts';
import { openWebLoader, tokenOf, wrong } from './web-loader-parts.ts';

test('a program signs in with a token, once', async () => {
  const { one, signInWith, send, service } = await openWebLoader();
  await sellerOf(service)('addbutton', { value: 'close', text: 'Close' });
  const { body } = await one.ask('programtoken');
  expect(body).toEqual({
    success: true,
    user: 'anna',
    token: expect.stringMatching(/^[A-Za-z0-9]{32}$/) as unknown, // Vitest types matchers as any
    buttons: [{ text: 'Close', value: 'close' }],
  });
  const token = String(body['token']);
  const first = await signInWith(token);
  expect(first.body).toMatchObject({
    success: true,
    info: { username: 'anna', subscriptions: [{}] },
  });
  expect((await send({ type: 'check', sessionid: first.sessionid })).body['success']).toBe(true);
  expect((await signInWith(token)).body).toMatchObject(wrong);
  const history = await service.database.selectFrom('history').select('operation').execute();
  expect(history.map(({ operation }) => operation)).toContain('weblogin');
});

test('a token ends after 60 seconds, with a newer one and with the session of the page', async () => {
  const { one, anna, signInWith, clock } = await openWebLoader();
  const late = await tokenOf(one);
  clock.ms += 59_000;
  expect((await signInWith(late)).body['success']).toBe(true);
  const expired = await tokenOf(one);
  clock.ms += 60_000;
  expect((await signInWith(expired)).body).toMatchObject(wrong);
  const older = await tokenOf(one);
  const newer = await tokenOf(one);
  expect((await signInWith(older)).body).toMatchObject(wrong);
  expect((await signInWith(newer)).body['success']).toBe(true);
  const [pass, newpass] = [anna.password, 'another good password'];
  for (const [type, parameters] of [
    ['endsession', { all: '1' }],
    ['changepassword', { pass, newpass }],
    ['signout', {}],
  ] as const) {
    const ended = await tokenOf(one);
    expect((await one.ask(type, parameters)).status).toBe(200);
    expect((await signInWith(ended)).body, type).toMatchObject(wrong);
  }
});

test('a token of a fast clock is none', async () => {
  const { one, signInWith, clock } = await openWebLoader();
  const token = await tokenOf(one);
  clock.ms -= 3_600_000;
  expect((await signInWith(token)).body).toMatchObject(wrong);
});

test('a repeated request is answered again, although its token is used up', async () => {
  const { one, signInWith, init, send, service } = await openWebLoader();
  const token = await tokenOf(one);
  const sessionid = await init();
  const request = { type: 'login', sessionid, username: 'anna', token, hwid };
  const challenge = 'the-same-challenge-twice';
  const [first, second] = [
    await send({ ...request, challenge }),
    await send({ ...request, challenge }),
  ];
  expect(first.body).toMatchObject({ success: true });
  expect(second.body['info']).toEqual(first.body['info']);
  expect((await signInWith(token)).body).toMatchObject(wrong);
  const rows = await service.database.selectFrom('repeats').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a token needs no second factor, because the page has asked for it', async () => {
  const { browser, service, signInWith, send, init } = await openWebLoader();
  const theo = await service.addUser({ username: 'theo', totp: true });
  const code = service.totpCode(theo.totpSecret ?? '', 1_900_000_000_000);
  const one = browser();
  const credentials = { username: 'theo', pass: theo.password };
  expect(await one.ask('login', credentials)).toMatchObject({ body: { code: 'code-needed' } });
  expect((await one.ask('login', { ...credentials, code })).status).toBe(200);
  one.shown = String((await one.ask('me')).body['id']);
  expect((await signInWith(await tokenOf(one), 'theo')).body['success']).toBe(true);
  // Control.
  const sessionid = await init();
  expect((await send({ type: 'login', sessionid, hwid, ...credentials })).body).toMatchObject({
    reason: 'code-needed',
  });
});

test('checks ban, computer and subscription as every sign-in', async () => {
  const { one, signInWith, service, send, init } = await openWebLoader();
  await service.setApp({ hwidLock: true });
  const refusals = async (more = {}) => {
    const { body } = await signInWith(await tokenOf(one), 'anna', more);
    return body['reason'] ?? 'signed in';
  };
  expect(await refusals()).toBe('signed in');
  expect(await refusals({ hwid: 'e'.repeat(64) })).toBe('wrong-device');
  expect(await refusals({ hwid: '' })).toBe('device-id-invalid');
  const token = await tokenOf(one);
  const userIds = service.database.selectFrom('users').select('id').where('username', '=', 'anna');
  const past = { expiresAt: 1_800_000_000 };
  await service.database
    .updateTable('subscriptions')
    .set(past)
    .where('userId', 'in', userIds)
    .execute();
  expect((await signInWith(token)).body).toMatchObject({ reason: 'no-subscription' });
  const banned = await tokenOf(one);
  await service.database.updateTable('users').set({ bannedReason: 'x' }).execute();
  expect((await signInWith(banned)).body).toMatchObject({ reason: 'banned' });
  const sessionid = await init();
  expect((await send({ type: 'login', sessionid, username: 'anna', hwid })).body).toMatchObject({
    message: 'The parameter "pass" is missing.',
  });
});

test('without the setting, there are no tokens, and `pass` is required', async () => {
  const { one, signInWith, setPage } = await openWebLoader();
  const token = await tokenOf(one);
  await setPage({ webLoader: 0 });
  expect(await one.ask('programtoken')).toMatchObject({ body: { code: 'type-unknown' } });
  expect((await one.ask('me')).body).toMatchObject({ webLoader: false });
  expect((await signInWith(token)).body).toMatchObject({
    reason: 'bad-request',
    message: 'The parameter "pass" is missing.',
  });
  await setPage({ webLoader: 1 });
  expect((await one.ask('me')).body).toMatchObject({ webLoader: true });
  expect((await signInWith(token)).body['success']).toBe(true);
});

test.each(['Änne', 'an na', 'an&token=na', 'a%41', 'a+b', 'a"b'])(
  'the name %s is refused, because programs would not read it',
  async (username) => {
    const { browser, service } = await openWebLoader();
    const one = browser();
    await one.signIn(await service.addUser({ username }));
    expect(await one.ask('programtoken')).toMatchObject({ body: { code: 'name-unreadable' } });
  },
);

test('an e-mail is a name that programs read', async () => {
  const { browser, service, signInWith } = await openWebLoader();
  const username = 'Anna.B-c_d~e@example.com';
  const one = browser();
  await one.signIn(await service.addUser({ username }));
  expect((await signInWith(await tokenOf(one), username)).body['success']).toBe(true);
});

test('a key that is a name is given to no program', async () => {
  const { browser, service, send, init } = await openWebLoader();
  const key = await service.addLicense({ days: 30 });
  await send({ type: 'license', sessionid: await init(), key, hwid });
  const one = browser();
  expect((await one.ask('license', { key })).status).toBe(200);
  one.shown = String((await one.ask('me')).body['id']);
  const refused = await one.ask('programtoken');
  expect(refused).toMatchObject({ status: 400, body: { code: 'name-is-key' } });
  expect(JSON.stringify(refused.body)).not.toContain(key);
});

test('a token needs the password of the last five minutes', async () => {
  const { one, anna, clock } = await openWebLoader();
  clock.ms += 301_000;
  expect(await one.ask('programtoken')).toMatchObject({ body: { code: 'password-needed' } });
  expect((await one.ask('confirm', { pass: anna.password })).status).toBe(200);
  await tokenOf(one);
});

// The trigger is in the language of SQLite.
test.runIf(databaseKind === 'sqlite')(
  'a password that changes during a sign-in refuses the token, which is no wrong guess',
  async () => {
    const { one, signInWith, service } = await openWebLoader();
    const change = `create trigger change after update on sessions
      when old.program_token is not null and new.program_token is null
      begin update users set password_hash = password_hash || 'x' where id = new.user_id; end`;
    await sql.raw(change).execute(service.database);
    for (let tries = 0; tries < 6; tries += 1)
      expect((await signInWith(await tokenOf(one))).body).toMatchObject(wrong);
    await sql.raw('drop trigger change').execute(service.database);
    expect((await signInWith(await tokenOf(one))).body).toMatchObject({ success: true });
  },
);

test('with a password, a token means nothing', async () => {
  const { one, anna, signInWith } = await openWebLoader();
  const token = await tokenOf(one);
  expect((await signInWith(token, 'anna', { pass: 'wrong' })).body).toMatchObject(wrong);
  expect((await signInWith('x', 'anna', { pass: anna.password })).body['success']).toBe(true);
  expect((await signInWith(token)).body['success']).toBe(true);
});
