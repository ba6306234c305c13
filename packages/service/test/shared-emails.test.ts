// An e-mail belongs to one user, unless the setting `sharedemails` allows more
// (docs/protocol.md#e-mails).
import { expect, test } from 'vitest';
import { emailFinding } from '../src/host/email-findings.ts';
import { email, openForgot } from './forgot-parts.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

async function open() {
  const wire = await openWire({ now: () => 1_900_000_000_000, interleave: true });
  const { service, init, send } = wire;
  const ask = sellerOf(service);
  const users = {
    ann: await service.addUser({ username: 'ann' }),
    bob: await service.addUser({ username: 'bob' }),
  };
  expect((await ask('editemail', { user: 'ann', email })).success).toBe(true);
  const register = async (username: string, key: string, more: Record<string, string> = {}) =>
    (
      await send({
        type: 'register',
        sessionid: await init(),
        username,
        pass: 'tea',
        key,
        hwid,
        ...more,
      })
    ).body;
  const byMail = async (pass: string) =>
    (await send({ type: 'loginEmail', sessionid: await init(), email, pass, hwid })).body;
  const statusOf = async (key: string) =>
    (
      await service.database
        .selectFrom('licenses')
        .select('status')
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
    ).status;
  return { ...wire, ...users, ask, register, byMail, statusOf };
}

const taken = { success: false, code: 'email-taken' };

test('editemail and adduser refuse the e-mail of another user, in any case', async () => {
  const { ask } = await open();
  expect((await ask('editemail', { user: 'bob', email: 'ANNA@example.com' })).body).toMatchObject(
    taken,
  );
  const cara = { user: 'cara', sub: 'Pro', expiry: '1', email: ` ${email}` };
  expect((await ask('adduser', cara)).body).toMatchObject(taken);
  expect((await ask('verifyuser', { user: 'cara' })).success).toBe(false);
  expect((await ask('editemail', { user: 'ann', email: 'Anna@example.com' })).success).toBe(true);
  expect((await ask('editemail', { user: 'bob', email: '' })).success).toBe(true);
});

test('sharedemails=allow accepts the e-mail of another user everywhere', async () => {
  const { ask, register, service } = await open();
  expect((await ask('getsettings')).body['sharedemails']).toBe('refuse');
  expect((await ask('updatesettings', { sharedemails: 'allow' })).success).toBe(true);
  expect((await ask('getsettings')).body['sharedemails']).toBe('allow');
  expect((await ask('editemail', { user: 'bob', email })).success).toBe(true);
  expect((await ask('adduser', { user: 'cara', sub: 'Pro', expiry: '1', email })).success).toBe(
    true,
  );
  expect(await register('dora', await service.addLicense({ days: 1 }), { email })).toMatchObject({
    success: true,
  });
});

test('register says that an e-mail is taken only for a usable key, which stays unused', async () => {
  const { service, register, statusOf, ask, byMail, ann } = await open();
  const key = await service.addLicense({ days: 1 });
  expect(await register('dora', 'unknown', { email })).toMatchObject({ reason: 'key-unknown' });
  const unplanned = await service.addLicense({ days: 1, level: '9' });
  expect(await register('dora', unplanned, { email })).toMatchObject({
    reason: 'no-plan-for-level',
  });
  expect(await register('dora', key, { email })).toMatchObject({
    reason: 'email-taken',
    message: 'This e-mail is already used by another account',
  });
  expect(await statusOf(key)).toBe('unused');
  expect((await ask('verifyuser', { user: 'dora' })).success).toBe(false);
  expect(await byMail(ann.password)).toMatchObject({ success: true });
  expect(await register('dora', key, { email: 'dora@example.com' })).toMatchObject({
    success: true,
  });
});

test('register counts a taken e-mail as a wrong secret', async () => {
  const { service, register } = await open();
  const key = await service.addLicense({ days: 1 });
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect(await register('dora', key, { email })).toMatchObject({ reason: 'email-taken' });
  expect(await register('dora', key)).toMatchObject({ reason: 'rate-limited' });
});

test('concurrent registrations with an e-mail create one user', async () => {
  const { service, register } = await open();
  const keys = await Promise.all(Array.from({ length: 10 }, () => service.addLicense({ days: 1 })));
  const bodies = await Promise.all(
    keys.map((key, at) => register(`user-${at}`, key, { email: 'new@example.com' })),
  );
  expect(bodies.filter(({ success }) => success === true)).toHaveLength(1);
  expect(bodies.filter(({ reason }) => reason === 'email-taken')).toHaveLength(9);
});

test('why and the history name a shared e-mail', async () => {
  const { ask, byMail, ann } = await open();
  expect((await ask('why', { user: 'ann' })).body).toMatchObject({
    code: 'ok',
    sharedemail: false,
  });
  await ask('updatesettings', { sharedemails: 'allow' });
  await ask('editemail', { user: 'bob', email });
  expect(await byMail(ann.password)).toMatchObject({ reason: 'bad-credentials' });
  for (const user of ['ann', 'bob']) {
    const { body } = await ask('why', { user });
    expect(body).toMatchObject({ sharedemail: true, refused: { outcome: 'email-shared' } });
    const rows = (await ask('fetchhistory', { user })).body['history'];
    expect(rows).toMatchObject([{ operation: 'loginEmail', outcome: 'email-shared' }]);
  }
});

test('doctor lists users who share an e-mail', async () => {
  const { ask, service } = await open();
  expect(await emailFinding(service.database)).toMatchObject({ isOk: true, advice: '' });
  await ask('updatesettings', { sharedemails: 'allow' });
  await ask('editemail', { user: 'bob', email });
  expect(await emailFinding(service.database)).toMatchObject({ isOk: true });
  await ask('updatesettings', { sharedemails: 'refuse' });
  const finding = await emailFinding(service.database);
  expect(finding).toMatchObject({ isOk: false, what: 'The e-mails of users' });
  expect(finding.advice).toContain('"ann" and "bob" (application "Test Application")');
});

test('the owner of a confirmed e-mail signs in with it although others have it too', async () => {
  const { wire, forgot, tokenOf, change } = await openForgot();
  const { service, init, send } = wire;
  const ask = sellerOf(service);
  const bob = await service.addUser({ username: 'bob' });
  const byMail = async (pass: string) =>
    (await send({ type: 'loginEmail', sessionid: await init(), email, pass, hwid })).body;
  await ask('updatesettings', { sharedemails: 'allow' });
  await ask('editemail', { user: 'bob', email });
  expect(await byMail('old')).toMatchObject({ reason: 'bad-credentials' });
  await forgot();
  await change(tokenOf(0), 'mine-again');
  expect(await byMail('mine-again')).toMatchObject({ success: true, info: { username: 'anna' } });
  expect(await byMail(bob.password)).toMatchObject({ reason: 'bad-credentials' });
  expect((await ask('why', { user: 'anna' })).body).toMatchObject({ sharedemail: false });
  expect((await ask('why', { user: 'bob' })).body).toMatchObject({ sharedemail: true });
});

test('a link that a seller passes on, or of an earlier e-mail, confirms nothing', async () => {
  const { wire, forgot, tokenOf, change } = await openForgot();
  const { service } = wire;
  const ask = sellerOf(service);
  const confirmed = () =>
    service.database
      .selectFrom('users')
      .select('emailConfirmed')
      .where('username', '=', 'anna')
      .executeTakeFirstOrThrow();
  const { link } = (await ask('passwordlink', { user: 'anna' })).body;
  await change(/token=(.*)$/.exec(String(link))?.[1] ?? '', 'first');
  expect(await confirmed()).toEqual({ emailConfirmed: 0 });
  await forgot();
  await change(tokenOf(0), 'second');
  expect(await confirmed()).toEqual({ emailConfirmed: 1 });
  await ask('editemail', { user: 'anna', email: 'other@example.com' });
  expect(await confirmed()).toEqual({ emailConfirmed: 0 });
});
