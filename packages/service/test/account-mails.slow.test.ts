// Mails about changes of an account (docs/helping.md#mails-about-changes).
import { expect, test } from 'vitest';
import { recordAccountEvent } from '../src/features/users/account-events.ts';
import { Refused, transactOrRefuse } from '../src/database/transact.ts';
import type { FollowUp } from '../src/api/follow-ups.ts';
import type { Mail } from '../src/outbound/mail.ts';
import { refuse } from '../src/outcome.ts';
import { openMailServer } from './mail-server-parts.ts';
import { openRecovery } from './recovery-parts.ts';
import { openRemovals } from './removals-parts.ts';
import { freshChallenge, hwid, type Parameters } from './support/service-client.ts';

const email = 'Anna@test.example';
/** `openRecovery` signs in 30 seconds after the start. */
const time = '2030-03-17 17:47 UTC';

async function open() {
  const server = await openMailServer();
  const opened = await openRecovery({ smtpFile: server.smtpFile });
  const { ask, service } = opened;
  await ask('updatesettings', { accountmails: '1' });
  await ask('editemail', { user: 'anna', email });
  const addresses = async () => {
    const rows = service.database.selectFrom('users').select('mailAddress');
    return (await rows.where('username', '=', 'anna').execute()).map((row) => row.mailAddress);
  };
  return { ...opened, ...server, addresses };
}

const ending =
  "If this wasn't you, change your password and contact the seller of Test Application. Otherwise you can ignore this e-mail.";

test('mails each change with time and computer', async () => {
  const { mails, subjects, make, signIn, send, user, oneTimeCode, sessionid, clock } = await open();
  const [one = '', two = ''] = await make();
  clock.now = 1_900_000_020;
  await signIn('laptop', { computer: 'Laptop', code: one });
  const account = 'your Test Application account';
  const used = {
    to: 'Anna@test.example',
    text: `A recovery code of ${account} was used. It doesn't work again.\n\nTime: ${time}\nComputer or browser: Laptop\n\n${ending}`,
  };
  expect(await mails(1)).toEqual([used]);
  clock.now += 3600 * 2;
  const { password: pass } = user;
  const change = { type: 'changepassword', sessionid, pass, newpass: 'new', code: oneTimeCode() };
  const { sessionid: here } = await signIn('desk', { code: oneTimeCode() });
  expect((await send({ ...change, sessionid: here, code: oneTimeCode() })).body['success']).toBe(
    true,
  );
  const [, changed] = await mails(2);
  expect(changed?.text).toMatch(
    /^The password of your Test Application account was changed\.\n\nTime: .*\nComputer or browser: Desk\n\n/,
  );
  await send({ type: '2fadisable', sessionid: here, code: two });
  const texts = (await mails(4)).slice(2).map(({ text }) => text.split('.')[0]);
  expect(texts.toSorted()).toEqual([
    'A recovery code of your Test Application account was used',
    'Two-factor sign-in of your Test Application account was turned off',
  ]);
  expect(new Set(subjects())).toEqual(new Set(['Your Test Application account was changed']));
});

test('mails a removed computer', async () => {
  const { mails, smtpFile } = await openMailServer();
  const { ask, signInNamed, replace } = await openRemovals({ smtpFile });
  await ask('updatesettings', { accountmails: '1' });
  await ask('editemail', { user: 'anna', email });
  await signInNamed('desk');
  await replace('new', 'desk');
  const [mail] = await mails(1);
  expect(mail?.text).toContain('A computer was removed from your Test Application account.');
  expect(mail?.text).toContain('Removed computer: desk');
});

test('mails changes by the seller and by a mailed link', async () => {
  const { ask, mails, send, init, service, smtp } = await open();
  await ask('resetuser', { user: 'anna' });
  const [removed] = await mails(1);
  expect(removed?.text).toContain('Removed computer: Desk');
  expect(removed?.text).toContain('The change was made by the seller of Test Application.');
  await ask('disable2fa', { user: 'anna' });
  await ask('resetpw', { user: 'anna', passwd: 'new' });
  await mails(3);
  await send({ type: 'forgot', sessionid: await init(), username: 'anna', email });
  const token = /token=([A-Za-z0-9_-]{43})/.exec((await mails(4))[3]?.text ?? '')?.[1] ?? '';
  const body = new URLSearchParams({ token, pass: 'newer', again: 'newer' });
  expect((await fetch(`${service.url}/reset`, { method: 'POST', body })).status).toBe(200);
  const [, , , , byLink] = await mails(5);
  expect(byLink?.text).toContain('The password of your Test Application account was changed.');
  expect(byLink?.text).not.toContain('by the seller of');
  expect(smtp.mails.map(({ to }) => to)).toEqual(smtp.mails.map(() => email));
});

test.each(['register', 'loginEmail', 'forgot'] as const)(
  'mails in the language of the program that gave the e-mail (%s)',
  async (type) => {
    const { ask, service, init, mails, subjects, user, oneTimeCode } = await open();
    await ask('updatesettings', { recoverycodes: '0' });
    const { name, ownerid } = service.app;
    const inGerman = async (parameters: Parameters) => {
      const sessionid = await init();
      const challenge = freshChallenge();
      const body = new URLSearchParams({ name, ownerid, sessionid, challenge, ...parameters });
      const headers = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };
      const answer = await fetch(`${service.url}/api/1.3/`, { method: 'POST', headers, body });
      expect(await answer.json()).toMatchObject({ success: true });
    };
    const given = {
      register: { username: 'berta', pass: 'x', key: await service.addLicense({ days: 1 }), hwid },
      loginEmail: { pass: user.password, hwid, code: oneTimeCode() },
      forgot: { username: 'anna' },
    };
    const address = type === 'register' ? 'berta@test.example' : email;
    await inGerman({ type, email: address, ...given[type] });
    const before = type === 'forgot' ? 1 : 0;
    await ask('resetpw', { user: type === 'register' ? 'berta' : 'anna', passwd: 'new' });
    const mail = (await mails(before + 1))[before];
    expect(mail).toEqual({
      to: address,
      text: [
        'Das Passwort Ihres Kontos bei Test Application wurde geändert.',
        `Zeitpunkt: ${mail?.text.match(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/)?.[0] ?? ''}`,
        'Die Änderung stammt vom Verkäufer von Test Application.',
        'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und wenden Sie sich an den Verkäufer von Test Application. Andernfalls können Sie diese E-Mail ignorieren.',
      ].join('\n\n'),
    });
    expect(subjects()[before]).toContain('Ihr_Konto_bei_Test_Application_wurde_ge');
  },
);

test('mails are off by default and store no e-mail; turning them off deletes stored e-mails', async () => {
  const { ask, service, addresses, mails, signIn, send, smtp } = await open();
  await ask('disable2fa', { user: 'anna' });
  await mails(1);
  expect(await addresses()).toEqual([expect.stringMatching(/^s1\./)]);
  await ask('updatesettings', { accountmails: '0' });
  expect(await addresses()).toEqual([null]);
  await ask('editemail', { user: 'anna', email });
  const { sessionid } = await signIn('desk');
  const key = await service.addLicense({ days: 1 });
  const account = { username: 'berta', pass: 'x', email: 'berta@test.example' };
  const register = { type: 'register', ...account, key, hwid, sessionid };
  expect((await send(register)).body['success']).toBe(true);
  await ask('resetpw', { user: 'anna', passwd: 'new' });
  await ask('updatesettings', { accountmails: '1' });
  await ask('resetpw', { user: 'anna', passwd: 'newer' });
  const stored = service.database.selectFrom('users').select('id');
  expect(await stored.where('mailAddress', 'is not', null).execute()).toEqual([]);
  // Control: with the e-mail, the next change is mailed, and only that one.
  await ask('editemail', { user: 'anna', email });
  await ask('resetpw', { user: 'anna', passwd: 'newest' });
  await mails(2);
  await ask('editemail', { user: 'anna', email: '' });
  expect(await addresses()).toEqual([null]);
  expect(smtp.mails).toHaveLength(2);
  expect(service.logText()).not.toContain('test.example');
});

test('a service without a mail server stores no e-mail', async () => {
  const { ask, service } = await openRecovery();
  await ask('updatesettings', { accountmails: '1' });
  await ask('editemail', { user: 'anna', email });
  await ask('resetpw', { user: 'anna', passwd: 'new' });
  const stored = service.database.selectFrom('users').select('id');
  expect(await stored.where('mailAddress', 'is not', null).execute()).toEqual([]);
});

test('mails at most five changes of an account an hour', async () => {
  const { ask, clock, mails } = await open();
  for (let count = 1; count <= 8; count += 1) await ask('resetpw', { user: 'anna', passwd: 'x' });
  await mails(5);
  clock.now += 3600;
  await ask('resetpw', { user: 'anna', passwd: 'y' });
  await mails(6);
});

test('a computer whose name looks like a URL is not named', async () => {
  const { make, signIn, mails } = await open();
  const [one = '', two = ''] = await make();
  await signIn('bad', { computer: 'Call us: evil.example/help', code: one });
  await mails(1);
  await signIn('good', { computer: 'Desk (2)', code: two });
  const [bad, good] = await mails(2);
  expect(bad?.text).not.toContain('evil');
  expect(good?.text).toContain('Computer or browser: Desk (2)');
});

test('a mail server that refuses a mail does not prevent the change', async () => {
  const { ask, smtp, service, signIn } = await open();
  smtp.setMode('silent');
  await ask('disable2fa', { user: 'anna' });
  expect((await signIn('desk')).result).toMatchObject({ used: 1 });
  smtp.setMode('unwilling');
  await expect.poll(() => service.logText()).toContain('Could not send a mail');
  expect(smtp.mails).toEqual([]);
});

test('a change that is rolled back is not mailed, and no answer waits for the mail server', async () => {
  const { service } = await open();
  const { database: db, secret } = service;
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  const sent: Mail[] = [];
  const send = (mail: Mail) => {
    sent.push(mail);
    return new Promise<'slow'>(() => undefined); // never answers
  };
  const counts = () => ({ sent: 0, failed: 0 });
  const deliver = () => Promise.reject(new Error('not used'));
  const mailer = { publicUrl: '', send, deliver, counts, close: () => Promise.resolve() };
  const works: FollowUp[] = [];
  const call = {
    db,
    now: 1,
    mailer,
    secret,
    afterwards: (work: FollowUp) => void works.push(work),
  };
  for (const isRefused of [true, false])
    await transactOrRefuse(call, async (inside) => {
      const event = { event: 'two-factor-off', by: 'user', computer: '' } as const;
      await recordAccountEvent(inside, id, event);
      if (isRefused) throw new Refused(refuse('session-gone'));
    });
  expect(works).toHaveLength(2);
  await works[0]?.(db);
  expect(sent).toEqual([]);
  await works[1]?.(db);
  expect(sent).toHaveLength(1);
});
