// The e-mail of an account on the customers' page, and links for a new password.
import { expect, test } from 'vitest';
import { openMailServer } from './mail-server-parts.ts';
import { openWithPage } from './support/page.ts';
import { sellerOf } from './support/seller-client.ts';

const refused = (code: string, status = 400) => ({ status, body: { success: false, code } });

async function open() {
  const clock = { ms: 1_900_000_000_000 };
  const server = await openMailServer();
  const opened = await openWithPage({ now: () => clock.ms, smtpFile: server.smtpFile });
  await opened.setPage({ accountMails: 1 });
  const seller = sellerOf(opened.service);
  const anna = await opened.service.addUser({ username: 'anna' });
  const one = opened.browser();
  await one.signIn(anna);
  /** The code of the newest mail. */
  const codeIn = async (count: number) => {
    const text = (await server.mails(count)).at(-1)?.text ?? '';
    return /^[0-9a-z]{4}-[0-9a-z]{4}$/m.exec(text)?.[0] ?? '';
  };
  return { ...opened, ...server, seller, clock, anna, one, codeIn };
}

test('a code in a mail confirms a new e-mail once, and the former one hears of it', async () => {
  const { one, service, mails, codeIn, browser, anna } = await open();
  expect((await one.ask('me')).body).toMatchObject({ email: { shown: '', state: 'none' } });
  const email = 'Anna@example.com';
  expect((await one.ask('changeemail', { email })).body).toEqual({ success: true });
  const code = await codeIn(1);
  expect(await one.ask('confirmemail', { email, code: '0000-0000' })).toMatchObject(
    refused('bad-code'),
  );
  const other = { email: 'other@example.com', code };
  expect(await one.ask('confirmemail', other)).toMatchObject(refused('bad-code'));
  expect((await one.ask('me')).body).toMatchObject({ email: { state: 'none' } });
  expect((await one.ask('confirmemail', { email, code })).status).toBe(200);
  expect((await one.ask('me')).body).toMatchObject({
    email: { shown: 'A***@example.com', state: 'confirmed' },
    events: [{ event: 'email-changed', computer: 'Browser' }],
  });
  expect((await browser().ask('login', { username: email, pass: anna.password })).status).toBe(200);
  const next = { email: 'new@example.com' };
  await one.ask('changeemail', next);
  const newCode = await codeIn(3);
  expect((await one.ask('confirmemail', { ...next, code: newCode })).status).toBe(200);
  expect((await mails(4)).map(({ to }) => to).toSorted()).toEqual([
    'Anna@example.com',
    'Anna@example.com',
    'Anna@example.com',
    'new@example.com',
  ]);
  // The code of the first change does not bring the old e-mail back.
  expect(await one.ask('confirmemail', { email, code })).toMatchObject(refused('bad-code'));
  const { mailAddress } = await service.database
    .selectFrom('users')
    .select('mailAddress')
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  expect(mailAddress).not.toContain('example.com');
});

test('other changes never keep the mail from the former e-mail', async () => {
  const { one, seller, mails, codeIn } = await open();
  await seller('editemail', { user: 'anna', email: 'anna@example.com' });
  for (let at = 0; at < 3; at += 1) {
    await one.ask('deleteme');
    await one.ask('keepme');
  }
  const email = 'new@example.com';
  // Five mails about the other changes came before.
  await one.ask('changeemail', { email });
  expect((await one.ask('confirmemail', { email, code: await codeIn(6) })).status).toBe(200);
  const last = (await mails(7)).at(-1);
  expect(last).toMatchObject({ to: 'anna@example.com' });
  expect(last?.text).toContain('e-mail');
});

test('a code expires after one to two hours', async () => {
  const { one, clock, codeIn, anna } = await open();
  const email = 'anna@example.com';
  await one.ask('changeemail', { email });
  const code = await codeIn(1);
  clock.ms += 7_200_000;
  await one.signIn(anna);
  expect(await one.ask('confirmemail', { email, code })).toMatchObject(refused('bad-code'));
});

test('a taken e-mail is refused only after its code', async () => {
  const { one, codeIn, seller, service, mails } = await open();
  await service.addUser({ username: 'berta' });
  await seller('editemail', { user: 'berta', email: 'berta@example.com' });
  const email = 'berta@example.com';
  const taken = await one.ask('changeemail', { email });
  const free = await one.ask('changeemail', { email: 'free@example.com' });
  expect(taken.body).toEqual(free.body);
  await mails(2);
  const code = await codeIn(2);
  expect(await one.ask('confirmemail', { email, code: '0000-0000' })).toMatchObject(
    refused('bad-code'),
  );
  expect(code).not.toBe('');
  await one.ask('changeemail', { email });
  expect(await one.ask('confirmemail', { email, code: await codeIn(3) })).toMatchObject(
    refused('email-taken'),
  );
});

test('mails few codes to an address, and none where e-mails are not stored', async () => {
  const { one, setPage } = await open();
  const email = 'anna@example.com';
  for (let mails = 0; mails < 3; mails += 1)
    expect((await one.ask('changeemail', { email })).status).toBe(200);
  expect(await one.ask('changeemail', { email })).toMatchObject(refused('rate-limited', 429));
  await setPage({ accountMails: 0 });
  expect((await one.ask('me')).body).not.toHaveProperty('email');
  expect(await one.ask('changeemail', { email })).toMatchObject(refused('type-unknown'));
  expect(await one.ask('confirmemail', { email, code: '0000-0000' })).toMatchObject(
    refused('type-unknown'),
  );
});

test('a forgotten password gets equal answers for every name, and as many', async () => {
  const { browser, seller, service, mails } = await open();
  await seller('editemail', { user: 'anna', email: 'anna@example.com' });
  await service.addUser({ username: 'berta' });
  const ask = async (username: string, email: string) => {
    const { status, body } = await browser().ask('forgot', { username, email });
    return { status, body };
  };
  for (const [name, email] of [
    ['anna', 'anna@example.com'],
    ['berta', 'berta@example.com'],
    ['nobody', 'nobody@example.com'],
  ] as const) {
    for (let count = 0; count < 5; count += 1)
      expect(await ask(name, email), name).toEqual({ status: 200, body: { success: true } });
    expect(await ask(name, email), name).toMatchObject(refused('rate-limited', 429));
  }
  // Three links at most, and none to a wrong address.
  expect((await mails(3)).every(({ to }) => to === 'anna@example.com')).toBe(true);
});
