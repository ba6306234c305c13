// The customers' page over HTTP: two-factor sign-in, recovery codes, and the password again.
import { expect, test } from 'vitest';
import { openWithPage, type PageBrowser } from './support/page.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid } from './support/service-client.ts';

const refused = (code: string, status = 400) => ({ status, body: { success: false, code } });
const passwordNeeded = refused('password-needed', 403);

async function open() {
  const clock = { ms: 1_900_000_000_000 };
  const opened = await openWithPage({ now: () => clock.ms });
  await opened.setPage({ recoveryCodes: 1, sessionSeconds: 86_400 });
  const anna = await opened.service.addUser({ username: 'anna' });
  const one = opened.browser();
  await one.signIn(anna);
  const later = (seconds: number) => {
    clock.ms += seconds * 1000;
  };
  const codeOf = (secret: string) => {
    later(30);
    return opened.service.totpCode(secret, clock.ms);
  };
  return { ...opened, anna, one, later, codeOf };
}

async function offered(one: PageBrowser) {
  const { body } = await one.ask('2faenable');
  return body['2fa'] as { secret_code: string; QRCode: string }; // as the client API specifies it
}

test('turns two-factor sign-in on with recovery codes, makes new ones, and turns it off', async () => {
  const { one, anna, codeOf } = await open();
  const { secret_code: secret, QRCode } = await offered(one);
  expect(QRCode).toContain(`secret=${secret}`);
  expect(await one.ask('2faenable', { code: '000000' })).toMatchObject(
    refused('two-factor-bad-code'),
  );
  const on = await one.ask('2faenable', { code: codeOf(secret), recovery: '1' });
  const codes = on.body['codes'] as readonly string[]; // as the client API specifies it
  expect(codes).toHaveLength(10);
  expect((await one.ask('me')).body).toMatchObject({
    hasSecondFactor: true,
    recovery: { left: 0 },
    events: [{ event: 'two-factor-on' }],
  });
  const [first = ''] = codes;
  expect((await one.ask('newrecoverycodes', { confirm: first })).body).toEqual({
    success: true,
    recovery: { left: 10 },
  });
  const pass = anna.password;
  expect(await one.ask('newrecoverycodes', { pass, code: '000000' })).toMatchObject(
    refused('bad-code'),
  );
  const made = await one.ask('newrecoverycodes', { pass, code: codeOf(secret) });
  expect(made.body['codes']).toHaveLength(10);
  const off = { pass, code: first };
  expect(await one.ask('2fadisable', off)).toMatchObject({ status: 200 });
  expect((await one.ask('me')).body).toMatchObject({ hasSecondFactor: false });
});

test('turns two-factor sign-in off with one code, long after the sign-in', async () => {
  const { one, anna, codeOf, later, service } = await open();
  const { secret_code: secret } = await offered(one);
  await one.ask('2faenable', { code: codeOf(secret) });
  later(400);
  const code = codeOf(secret);
  const disable = (pass: Readonly<Record<string, string>>) =>
    one.ask('2fadisable', { ...pass, code });
  expect(await disable({})).toMatchObject(refused('bad-credentials'));
  expect(await disable({ pass: 'wrong' })).toMatchObject({
    ...refused('bad-credentials'),
    body: { triesLeft: 3 },
  });
  expect((await one.ask('me')).body).toMatchObject({ hasSecondFactor: true });
  expect(await disable({ pass: anna.password })).toMatchObject({ status: 200 });
  expect(await service.database.selectFrom('codeFailures').selectAll().execute()).toEqual([]);
});

test('asks for the password again, five minutes after the sign-in', async () => {
  const { one, anna, later, service } = await open();
  await service.database.updateTable('applications').set({ accountMails: 1 }).execute();
  later(300);
  for (const [type, parameters] of [
    ['2faenable', {}],
    ['2faenable', { code: '000000' }],
    ['changeemail', { email: 'anna@example.com' }],
    ['keys', {}],
  ] as const)
    expect(await one.ask(type, parameters), type).toMatchObject(passwordNeeded);
  const before = one.cookie;
  expect(await one.ask('confirm', { pass: 'wrong' })).toMatchObject(refused('bad-credentials'));
  expect(one.cookie).toBe(before);
  expect(await one.ask('2faenable')).toMatchObject(passwordNeeded);
  expect((await one.ask('confirm', { pass: anna.password })).status).toBe(200);
  expect(one.cookie).not.toBe(before);
  expect((await one.ask('2faenable')).status).toBe(200);
});

test('asks for a code again where two-factor sign-in is on', async () => {
  const { browser, service, setPage } = await openWithPage();
  await setPage({ recoveryCodes: 1 });
  const theo = await service.addUser({ username: 'theo', totp: true });
  const one = browser();
  const pass = theo.password;
  const code = service.totpCode(theo.totpSecret ?? '');
  expect((await one.ask('login', { username: 'theo', pass, code })).status).toBe(200);
  one.shown = String((await one.ask('me')).body['id']);
  expect(await one.ask('confirm', { pass })).toMatchObject(refused('code-needed'));
  expect(await one.ask('confirm', { pass, code })).toMatchObject(refused('bad-code'));
});

test('an account that is a key confirms with the key in any spelling, or its new password', async () => {
  const { browser, service, send, init } = await openWithPage();
  const key = await service.addLicense({ days: 30 });
  const sessionid = await init();
  expect((await send({ type: 'license', sessionid, key, hwid })).body['success']).toBe(true);
  const one = browser();
  expect((await one.ask('license', { key })).status).toBe(200);
  one.shown = String((await one.ask('me')).body['id']);
  const typed = ` ${key.toLowerCase().replaceAll('-', '')} `;
  expect((await one.ask('confirm', { pass: typed })).status).toBe(200);
  expect(await one.ask('confirm', { pass: 'wrong' })).toMatchObject(refused('bad-credentials'));
  await sellerOf(service)('resetpw', { user: key, passwd: 'a good password' });
  const again = browser();
  expect((await again.ask('login', { username: key, pass: 'a good password' })).status).toBe(200);
  again.shown = one.shown;
  expect(await again.ask('confirm', { pass: key })).toMatchObject(refused('bad-credentials'));
  expect((await again.ask('confirm', { pass: 'a good password' })).status).toBe(200);
});

test('a session ends after 30 minutes without a use, and after 12 hours', async () => {
  const { one, anna, later } = await open();
  later(29 * 60);
  expect((await one.ask('me')).status).toBe(200);
  later(29 * 60);
  expect((await one.ask('me')).status).toBe(200);
  later(30 * 60);
  expect(await one.ask('me')).toMatchObject(refused('signed-out', 401));
  await one.signIn(anna);
  for (let uses = 0; uses < 25; uses += 1) {
    later(28 * 60);
    expect((await one.ask('me')).status).toBe(200);
  }
  later(20 * 60);
  expect(await one.ask('me')).toMatchObject(refused('signed-out', 401));
});

test('signs out everywhere, whatever the setting "sessions" says', async () => {
  const { one, anna, browser, send, signIn } = await open();
  const sessionid = await signIn(anna);
  const other = browser();
  await other.signIn(anna);
  expect(await one.ask('endsession', { id: 'A'.repeat(22) })).toMatchObject(
    refused('type-unknown'),
  );
  expect((await one.ask('endsession', { all: '1' })).status).toBe(200);
  expect(await other.ask('me')).toMatchObject(refused('signed-out', 401));
  expect((await send({ type: 'check', sessionid })).body).toMatchObject({
    success: false,
    ended: 'ended-elsewhere',
  });
  // A program still needs the setting.
  const again = await signIn(anna);
  expect((await send({ type: 'endsession', sessionid: again, all: '1' })).body).toMatchObject({
    reason: 'type-unknown',
  });
});
