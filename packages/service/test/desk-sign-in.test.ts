// The desk's own operations over HTTP: sign-in, sessions, second factor, password and invitations.
import { expect, test } from 'vitest';
import { sessionHeader } from '@latchkey/protocol/desk-api.ts';
import { addOtherApplication } from './support/another-application.ts';
import { openWithDesk, type Browser } from './support/desk.ts';
import { ownApplicationId } from './support/own-application.ts';
import { password } from './support/people.ts';

const refused = (code: string, status = 400) => ({ status, body: { success: false, code } });

/** Turns the second factor on in the desk. */
async function turnOn(one: Browser, codeOf: (secret: string) => string) {
  const offered = (await one.ask('offersecondfactor')).body;
  const secret = String(offered['secret']);
  const { body } = await one.ask('confirmsecondfactor', { code: codeOf(secret) });
  return { secret, offered, codes: body['recoveryCodes'] as readonly string[] }; // as its schema says
}

test('signs in with a cookie, tells who the person is, and signs out', async () => {
  const { browserOf, browser, ownerid, signInWith } = await openWithDesk();
  const mia = await browserOf('Mia', { scopes: 'support,read' });
  expect((await mia.ask('me')).body).toEqual({
    success: true,
    id: mia.shown?.id,
    ownerid,
    name: 'Mia',
    isOwner: false,
    hasSecondFactor: false,
    applications: [
      {
        id: ownApplicationId,
        name: 'Test Application',
        role: 'manager',
        account: 'Mia',
        scopes: ['support', 'read'],
        levels: [],
      },
    ],
    version: expect.stringMatching(/^[0-9]+\.[0-9]+\.[0-9]+$/) as string,
  });
  const one = browser();
  const signedIn = await signInWith(one, 'mia');
  expect(signedIn.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^latchkey=[\w-]{22}; Path=\/; HttpOnly; SameSite=Strict$/),
  ]);
  expect(signedIn.headers.get(sessionHeader)).toMatch(/^[\w-]{21}$/);
  const left = one.held();
  const signedOut = await one.ask('signout');
  expect(signedOut.headers.getSetCookie()[0]).toContain('Max-Age=0');
  expect(signedOut.headers.get(sessionHeader)).toBe('');
  const twice = { ...mia.held(), cookie: `${mia.cookie}; ${mia.cookie}` };
  for (const headers of [{}, left, { ...mia.held(), cookie: 'latchkey=made-up' }, twice])
    expect(await one.ask('me', {}, { headers })).toMatchObject(refused('signed-out', 401));
  expect((await mia.ask('me')).status).toBe(200);
  const wrong = await one.ask('signin', { ownerid, name: 'Mia', password: `${password} ` });
  expect(wrong).toMatchObject(refused('wrong-password'));
  expect(wrong.headers.getSetCookie()).toEqual([]);
});

test('an owner and a reseller see what they may do where', async () => {
  const { browserOf, browserOfOwner, service } = await openWithDesk();
  const { name, ownerid } = await addOtherApplication(service, { id: 'owned' });
  const rita = await browserOf('Rita', { role: 'Reseller', scopes: '', keylevels: '1|2' });
  expect((await rita.ask('me')).body).toMatchObject({
    isOwner: false,
    applications: [{ role: 'reseller', account: 'Rita', scopes: [], levels: ['1', '2'] }],
  });
  const olga = await browserOfOwner('Olga', ownerid);
  expect((await olga.ask('me')).body).toMatchObject({
    isOwner: true,
    applications: [{ name, role: 'owner', account: '', scopes: ['all'], levels: [] }],
  });
});

test('a second factor is offered, confirmed, asked for at the next sign-in, and ended', async () => {
  const { browserOf, browser, signInWith, service, pass, audit } = await openWithDesk();
  const mia = await browserOf('Mia');
  const { secret, offered, codes } = await turnOn(mia, (one) => service.totpCode(one));
  expect(offered['url']).toContain(`secret=${secret}`);
  expect(codes).toHaveLength(10);
  expect(await mia.ask('offersecondfactor')).toMatchObject(refused('second-factor-on'));
  expect((await mia.ask('me')).body).toMatchObject({ hasSecondFactor: true });
  const one = browser();
  expect(await signInWith(one, 'Mia')).toMatchObject(refused('code-needed'));
  expect(await signInWith(one, 'Mia', { code: '000000' })).toMatchObject(refused('bad-code'));
  pass(30);
  const code = service.totpCode(secret);
  expect(await signInWith(one, 'Mia', { code })).toMatchObject({ status: 200 });
  expect(await one.ask('endsecondfactor', { code })).toMatchObject(refused('bad-code'));
  expect(await one.ask('endsecondfactor', { code: codes[0] ?? '' })).toMatchObject({ status: 200 });
  expect(await one.ask('endsecondfactor', { code })).toMatchObject(refused('second-factor-off'));
  expect((await signInWith(browser(), 'Mia')).status).toBe(200);
  const lines = (await audit()).filter((line) => line.includes('secondfactor'));
  expect(lines).toEqual(['account Mia secondfactor on=0', 'account Mia secondfactor on=1']);
});

test('an expired offer of a second factor is refused', async () => {
  const { browserOf, service, pass } = await openWithDesk();
  const mia = await browserOf('Mia');
  const secret = String((await mia.ask('offersecondfactor')).body['secret']);
  pass(300);
  await mia.ask('confirm', { password });
  const code = service.totpCode(secret);
  expect(await mia.ask('confirmsecondfactor', { code })).toMatchObject(refused('offer-expired'));
});

test('sessions are listed with the browser, and ended one by one', async () => {
  const { browserOf, browser, signInWith, audit } = await openWithDesk();
  const mia = await browserOf('Mia');
  const berta = await browserOf('Berta');
  const phone = browser({ 'user-agent': 'A phone' });
  await signInWith(phone, 'Mia');
  const list = async (one: Browser) =>
    (await one.ask('sessions')).body['sessions'] as Record<string, unknown>[]; // as its schema says
  const [newest, first] = (await list(mia)).toSorted((a) => (a['isCurrent'] === true ? 1 : -1));
  expect(newest).toMatchObject({ agent: 'A phone', ip: '127.0.0.1', isCurrent: false });
  expect(first).toMatchObject({ isCurrent: true });
  const [hers] = await list(berta);
  for (const handle of [String(hers?.['handle']), 'made up'])
    expect(await mia.ask('endsession', { handle })).toMatchObject(refused('session-unknown'));
  const handle = String(newest?.['handle']);
  expect((await mia.ask('endsession', { handle })).status).toBe(200);
  expect(await phone.ask('me')).toMatchObject(refused('signed-out', 401));
  for (const one of [mia, berta]) expect((await one.ask('me')).status).toBe(200);
  expect(await audit()).toContain('account Mia endsession');
});

test('a new password ends all other sessions, and gives this one a new id', async () => {
  const { browserOf, browser, signInWith, audit } = await openWithDesk();
  const mia = await browserOf('Mia');
  const berta = await browserOf('Berta');
  const other = browser();
  await signInWith(other, 'Mia');
  const before = mia.held();
  const change = { password, newPassword: ' another password ' };
  expect(await mia.ask('changepassword', { ...change, newPassword: 'too short' })).toMatchObject(
    refused('password-short'),
  );
  expect(await mia.ask('changepassword', { ...change, password: 'wrong' })).toMatchObject(
    refused('wrong-password'),
  );
  expect(mia.held()).toEqual(before);
  expect((await mia.ask('changepassword', change)).status).toBe(200);
  expect(mia.cookie).not.toBe(before['cookie']);
  expect((await mia.ask('me')).status).toBe(200);
  expect(await other.ask('me')).toMatchObject(refused('signed-out', 401));
  expect(await other.ask('me', {}, { headers: before })).toMatchObject(refused('signed-out', 401));
  expect((await berta.ask('me')).status).toBe(200);
  expect(await signInWith(other, 'Mia')).toMatchObject(refused('wrong-password'));
  expect(await signInWith(other, 'Mia', { password: 'another password' })).toMatchObject(
    refused('wrong-password'),
  );
  expect((await signInWith(other, 'Mia', { password: ' another password ' })).status).toBe(200);
  expect(await audit()).toContain('account Mia changepassword');
});

test('a new password needs the second factor if it is on', async () => {
  const { browserOf, service, pass } = await openWithDesk();
  const mia = await browserOf('Mia');
  const { secret } = await turnOn(mia, (one) => service.totpCode(one));
  const change = { password, newPassword: 'another password' };
  expect(await mia.ask('changepassword', change)).toMatchObject(refused('code-needed'));
  pass(30);
  const code = service.totpCode(secret);
  expect((await mia.ask('changepassword', { ...change, code })).status).toBe(200);
});

test('an invitation is shown and accepted once, and is not a sign-in', async () => {
  const { browser, invite, signInWith, ownerid, audit, ask } = await openWithDesk();
  const token = await invite('Mia');
  const one = browser();
  expect((await one.ask('invitation', { token })).body).toEqual({
    success: true,
    ownerid,
    name: 'Mia',
    application: 'Test Application',
    needsPassword: false,
  });
  const accept = (given: string, chosen: string) =>
    one.ask('acceptinvitation', { token: given, password: chosen });
  expect(await accept(token, 'short')).toMatchObject(refused('password-short'));
  const accepted = await accept(token, password);
  expect(accepted.body).toEqual({ success: true, ownerid, name: 'Mia' });
  expect(accepted.headers.getSetCookie()).toEqual([]);
  expect(await accept(token, password)).toMatchObject(refused('invitation-over'));
  expect(await one.ask('invitation', { token })).toMatchObject(refused('invitation-over'));
  expect((await signInWith(one, 'Mia')).status).toBe(200);
  expect(await audit()).toContain('account Mia acceptinvitation chose a password');
  // A new invitation of the same account resets password and sessions.
  const again = String((await ask('inviteaccount', { user: 'Mia' })).body['token']);
  expect((await accept(again, 'another password')).status).toBe(200);
  expect(await one.ask('me')).toMatchObject(refused('signed-out', 401));
});

test('unknown parameters, other bodies and queries are refused', async () => {
  const { browserOf } = await openWithDesk();
  const mia = await browserOf('Mia');
  const unknown = await mia.ask('me', { name: 'Mia' });
  expect(unknown).toMatchObject(refused('bad-request'));
  expect(unknown.body['message']).toBe('The parameter "name" is not known.');
  for (const body of ['', '{', '[]', '"x"', '{"a":{}}', '{"handle":"1","handle":"2"}'])
    expect(await mia.ask('endsession', {}, { body })).toMatchObject(refused('bad-request'));
  expect(await mia.ask('me', {}, { query: '?type=me' })).toMatchObject(refused('bad-request'));
  expect((await mia.ask('me', {}, { body: '' })).status).toBe(200);
});
