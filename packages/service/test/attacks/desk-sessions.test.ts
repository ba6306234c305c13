// Attack: somebody with a stolen cookie, an old invitation or guesses tries to act in the desk.
import { expect, test } from 'vitest';
import { sessionHeader } from '@latchkey/protocol/desk-api.ts';
import { addOtherApplication } from '../support/another-application.ts';
import { openWithDesk } from '../support/desk.ts';
import { password } from '../support/people.ts';

const application = 'Test Application';
const signedOut = { status: 401, body: { code: 'signed-out' } };

test('a session id from before the sign-in is never taken over', async () => {
  const { browserOf, browser, signInWith } = await openWithDesk();
  const berta = await browserOf('Berta');
  await browserOf('Mia');
  const planted = { cookie: `latchkey=${'A'.repeat(22)}`, part: 'A'.repeat(21) };
  const victim = browser();
  for (const { cookie, part } of [planted, { ...berta }]) {
    Object.assign(victim, { cookie, part });
    const earlier = victim.held();
    expect((await signInWith(victim, 'Mia')).status).toBe(200);
    expect(victim.cookie).not.toBe(cookie);
    // The attacker's copy shows nothing of Mia, and the one of Berta has ended.
    expect(await browser().ask('me', {}, { headers: earlier })).toMatchObject(signedOut);
    expect((await victim.ask('me')).body).toMatchObject({ name: 'Mia' });
  }
});

test('a program on another port of this machine acts for nobody with the cookie that it received', async () => {
  const { browserOf, browser, signInWith } = await openWithDesk();
  const mia = await browserOf('Mia');
  const port = browser();
  const { cookie, part } = mia;
  const whole = `${cookie}${part}`;
  for (const headers of [
    { cookie },
    { cookie, [sessionHeader]: 'A'.repeat(21) },
    { cookie: whole },
    { cookie: whole, [sessionHeader]: part },
    { cookie: '', [sessionHeader]: part },
  ])
    expect(await port.ask('me', {}, { headers })).toMatchObject(signedOut);
  // A sign-in with that cookie does not end the session either.
  await signInWith(port, 'Mia');
  await port.ask('signout', {}, { headers: { cookie } });
  expect((await mia.ask('me')).body).toMatchObject({ name: 'Mia' });
});

test('a stolen cookie ends after 30 idle minutes, after 12 hours, and with a sign-out', async () => {
  const { browserOf, browser, pass } = await openWithDesk();
  const mia = await browserOf('Mia');
  const thief = browser();
  thief.copy(mia);
  const runs = async () => (await thief.ask('me')).status === 200;
  for (let minutes = 0; minutes < 12 * 60 - 29; minutes += 29) {
    expect(await runs()).toBe(true);
    pass(29 * 60);
  }
  pass(29 * 60);
  expect(await runs()).toBe(false);
  const berta = await browserOf('Berta');
  thief.copy(berta);
  expect(await runs()).toBe(true);
  pass(30 * 60);
  expect(await runs()).toBe(false);
  const lea = await browserOf('Lea');
  thief.copy(lea);
  await lea.ask('signout');
  expect(await runs()).toBe(false);
});

test('a stolen cookie takes over no account: it needs the password for that', async () => {
  const { browserOf, browser, pass, ask } = await openWithDesk();
  const mia = await browserOf('Mia', { scopes: 'all' });
  const thief = browser();
  thief.copy(mia);
  pass(300);
  const user = 'planted';
  const attempts: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['addAccount', { application, role: 'Manager', user, scopes: 'all' }],
    ['newaccountkey', { application, user: 'Mia' }],
    ['inviteaccount', { application, user: 'Mia' }],
    ['addwebhook', { application, baseurl: 'https://evil.example/hook' }],
    ['updatesettings', { application, webhook: 'https://evil.example/hook' }],
    ['delallusers', { application }],
    ['extend', { application, user: 'all', sub: 'Pro', expiry: '1' }],
    ['offersecondfactor', {}],
    ['confirmsecondfactor', { code: '000000' }],
    ['endsecondfactor', { code: '000000' }],
  ];
  for (const [type, parameters] of attempts)
    expect([type, (await thief.ask(type, parameters)).body['code']]).toEqual([
      type,
      'password-needed',
    ]);
  const change = { password: 'guessed', newPassword: 'of the thief' };
  expect((await thief.ask('changepassword', change)).body['code']).toBe('wrong-password');
  expect((await ask('fetchallaccounts')).body['accounts']).toHaveLength(1);
  // Control: with the password, all of them are reached.
  await mia.ask('confirm', { password });
  expect((await mia.ask('addAccount', { application, role: 'Manager', user })).status).toBe(200);
});

test('invitations open nothing once they are used, replaced, expired or withdrawn', async () => {
  const { invite, ask, browser, pass, browserOf } = await openWithDesk();
  const one = browser();
  const accept = (token: string, more: Readonly<Record<string, string>> = {}) =>
    one.ask('acceptinvitation', { token, password: 'of the thief', ...more });
  const over = { status: 400, body: { code: 'invitation-over' } };
  const replaced = await invite('Mia');
  const used = String((await ask('inviteaccount', { user: 'Mia' })).body['token']);
  const [banned, late] = [await invite('Lea'), await invite('Ute')];
  await ask('banaccount', { user: 'Lea' });
  expect((await accept(used, { password })).status).toBe(200);
  for (const token of [replaced, used, banned, 'A'.repeat(43), 'x'])
    for (const answer of [await accept(token), await one.ask('invitation', { token })])
      expect(answer).toMatchObject(over);
  // A signed-in person gets no further with the invitation of another one.
  const berta = await browserOf('Berta');
  expect(await berta.ask('acceptinvitation', { token: used, password })).toMatchObject(over);
  const deleted = await invite('Eva');
  await ask('deleteAccount', { user: 'Eva' });
  expect(await accept(deleted)).toMatchObject(over);
  // Control: the other invitation works until it expires.
  expect((await one.ask('invitation', { token: late })).body).toMatchObject({ name: 'Ute' });
  pass(24 * 3600);
  expect(await accept(late)).toMatchObject(over);
});

test('an invitation of one application takes over no person of another one', async () => {
  const { service, ask, browserOf, browser, signInWith } = await openWithDesk();
  const mia = await browserOf('Mia', { scopes: 'read' });
  const other = await addOtherApplication(service, { id: 'other', ownerid: 'testOwner1' });
  const { sellerkey } = other;
  await ask('addAccount', { role: 'Manager', user: 'mia', scopes: 'all', sellerkey });
  const token = String((await ask('inviteaccount', { user: 'mia', sellerkey })).body['token']);
  const one = browser();
  expect((await one.ask('invitation', { token })).body).toMatchObject({ needsPassword: true });
  const taken = { token, password: 'of the thief' };
  expect((await one.ask('acceptinvitation', taken)).body['code']).toBe('wrong-password');
  expect((await signInWith(one, 'Mia')).status).toBe(200);
  expect((await mia.ask('stats', { application: other.name })).body['code']).toBe(
    'application-unknown',
  );
  // Control: with the right password, the person joins.
  expect((await one.ask('acceptinvitation', { token, password })).status).toBe(200);
  await mia.ask('me');
  expect((await mia.ask('stats', { application: other.name })).status).toBe(200);
});

test('guesses of passwords lock out neither other people nor a known network', async () => {
  const { service, browserOf, browser, signInWith, ownerid, pass } = await openWithDesk({
    trustedProxies: ['127.0.0.1'],
  });
  const from = (ip: string) => browser({ 'x-forwarded-for': ip });
  await browserOf('Mia');
  await browserOf('Berta');
  const home = from('203.0.113.1');
  expect((await signInWith(home, 'Mia')).status).toBe(200);
  for (let network = 0; network < 10; network += 1)
    for (let tries = 0; tries < 5; tries += 1)
      await from(`198.51.100.${network}`).ask('signin', {
        ownerid,
        name: 'Mia',
        password: `guess ${network} ${tries}`,
      });
  const stranger = from('198.51.100.99');
  expect(await signInWith(stranger, 'Mia')).toMatchObject({
    status: 429,
    body: { code: 'rate-limited' },
  });
  expect((await signInWith(home, 'Mia')).status).toBe(200);
  expect((await signInWith(stranger, 'Berta')).status).toBe(200);
  pass(3600);
  expect((await signInWith(stranger, 'Mia')).status).toBe(200);
  expect(service.logText()).not.toContain('guess');
});
