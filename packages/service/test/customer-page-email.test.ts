// The e-mail of an account on the customers' page, and links for a new password.
import { expect, test } from 'vitest';
import { transact } from '../src/database/transact.ts';
import { openMailServer } from './mail-server-parts.ts';
import { openWithPage } from './support/page.ts';
import { databaseKind } from './support/postgresql.ts';
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

test('a code takes an e-mail from a user who has not confirmed it', async () => {
  const { one, codeIn, browser, service } = await open();
  const email = 'anna@example.com';
  const squatter = browser();
  const squatting = { username: 'berta', pass: 'a good password', email };
  const key = await service.addLicense({ days: 1 });
  expect((await squatter.ask('register', { ...squatting, key })).status).toBe(200);
  await one.ask('changeemail', { email });
  const code = await codeIn(1);
  expect((await one.ask('confirmemail', { email, code })).body).toEqual({ success: true });
  expect((await squatter.ask('me')).body).toMatchObject({
    email: { shown: '', state: 'none' },
    events: [{ event: 'email-changed' }],
  });
  const login = { username: email, pass: squatting.pass };
  expect(await squatter.ask('login', login)).toMatchObject(refused('bad-credentials'));
});

test('an e-mail that another user has confirmed is refused only after its code', async () => {
  const { one, codeIn, seller, service, mails } = await open();
  await service.addUser({ username: 'berta' });
  await seller('editemail', { user: 'berta', email: 'berta@example.com' });
  await service.database.updateTable('users').set({ emailConfirmed: 1 }).execute();
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

test('a code works once, also after the former e-mail is back', async () => {
  const { one, codeIn, seller } = await open();
  await seller('editemail', { user: 'anna', email: 'former@example.com' });
  const email = 'anna@example.com';
  await one.ask('changeemail', { email });
  const code = await codeIn(1);
  expect((await one.ask('confirmemail', { email, code })).status).toBe(200);
  await seller('editemail', { user: 'anna', email: 'former@example.com' });
  expect(await one.ask('confirmemail', { email, code })).toMatchObject(refused('bad-code'));
});

test('mails few codes to an address, and says nothing about those of others', async () => {
  const { one, browser, service, mails, smtp } = await open();
  const other = browser();
  await other.signIn(await service.addUser({ username: 'berta' }));
  const email = 'anna@example.com';
  const ask = async (from: typeof one) => {
    const { status, body } = await from.ask('changeemail', { email });
    return { status, body };
  };
  const done = { status: 200, body: { success: true } };
  for (let count = 0; count < 5; count += 1) expect(await ask(one)).toEqual(done);
  expect(await ask(one)).toMatchObject(refused('rate-limited', 429));
  expect(await ask(other)).toEqual(done);
  await other.ask('changeemail', { email: 'berta@example.com' });
  await expect.poll(() => smtp.mails.at(-1)?.to).toBe('berta@example.com');
  expect(await mails(4)).toMatchObject([{ to: email }, { to: email }, { to: email }, {}]);
});

test('changes no e-mail where e-mails are not stored', async () => {
  const { one, setPage } = await open();
  const email = 'anna@example.com';
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

test('requests for a new password leave the tries of the sign-in', async () => {
  const { browser, anna } = await open();
  const guess = { username: 'anna', email: 'wrong@example.com' };
  for (let count = 0; count < 5; count += 1)
    expect((await browser().ask('forgot', guess)).status).toBe(200);
  await browser().signIn(anna);
});

test.runIf(databaseKind === 'postgresql')(
  'the answer to a forgotten password waits for no work of the right pair',
  async () => {
    const { browser, seller, service, mails } = await open();
    const pair = { username: 'anna', email: 'anna@example.com' };
    await seller('editemail', { user: 'anna', email: pair.email });
    const done = { status: 200, body: { success: true } };
    await transact(service.database, async (transaction) => {
      // The row that a link locks.
      const row = transaction.updateTable('users').set({ accountEvents: null });
      await row.where('username', '=', 'anna').execute();
      for (const email of ['wrong@example.com', pair.email])
        expect(await browser().ask('forgot', { ...pair, email })).toMatchObject(done);
    });
    expect(await mails(1)).toMatchObject([{ to: pair.email }]);
  },
);
