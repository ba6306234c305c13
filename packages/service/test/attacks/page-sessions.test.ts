// Attack: somebody with a cookie, a session id or an account of another page, or with guesses, tries to
// act on a customers' page.
import { expect, test } from 'vitest';
import { sessionIdOfCookie } from '../../src/features/customer-page/page-session.ts';
import { addOtherApplication } from '../support/another-application.ts';
import { namePage, openWithPage, ownPage } from '../support/page.ts';
import { hwid } from '../support/service-client.ts';

const signedOut = { status: 401, body: { code: 'signed-out' } };
const otherPage = 'other-page';

async function openWithTwoPages() {
  const opened = await openWithPage();
  const other = await addOtherApplication(opened.service, { id: 'another' });
  await namePage(opened.service, other, otherPage);
  return { ...opened, other };
}

test('a cookie opens nothing in the client API, and a session id is no cookie', async () => {
  const { browser, service, send, signIn } = await openWithPage();
  const anna = await service.addUser({ username: 'anna' });
  const one = browser();
  await one.signIn(anna);
  const value = `${one.cookie.split('=')[1] ?? ''}${one.part}`;
  expect(value).toHaveLength(43);
  for (const sessionid of [value, one.cookie, one.part])
    expect((await send({ type: 'check', sessionid })).body).toMatchObject({
      success: false,
      reason: 'session-gone',
    });
  const sessionid = await signIn(anna);
  const thief = browser();
  Object.assign(thief, {
    cookie: `latchkey-my-${ownPage}=${sessionid.slice(0, 22)}`,
    part: sessionid.slice(22),
  });
  expect(await thief.ask('me')).toMatchObject(signedOut);
  // Control: both are sessions where they belong.
  expect((await send({ type: 'check', sessionid })).body).toMatchObject({ success: true });
  expect((await one.ask('me')).status).toBe(200);
});

test('the database holds neither the cookie nor the session id', async () => {
  const { browser, service } = await openWithPage();
  const one = browser();
  await one.signIn(await service.addUser({ username: 'anna' }));
  const rows = JSON.stringify(await service.database.selectFrom('sessions').selectAll().execute());
  expect(rows).toContain('Browser');
  expect(rows).not.toContain(one.part);
  expect(service.logText()).not.toContain(one.part);
});

test('a cookie of one page is none of another page, whatever it is called there', async () => {
  const { browser, service } = await openWithTwoPages();
  const anna = await service.addUser({ username: 'anna' });
  const one = browser();
  await one.signIn(anna);
  const there = browser(otherPage);
  const { part, shown } = one;
  Object.assign(there, { cookie: one.cookie.replace(ownPage, otherPage), part, shown });
  expect(await there.ask('me')).toMatchObject(signedOut);
  there.cookie = one.cookie;
  const idAt = (applicationId: string) => sessionIdOfCookie(service.secret, applicationId, 'A');
  expect(idAt('another')).not.toBe(idAt('the-own-application'));
  expect(await there.ask('me')).toMatchObject(signedOut);
  expect((await one.ask('me')).body).toMatchObject({ name: 'anna' });
});

test('a user of the same name of another application is another user', async () => {
  const { browser, service, other } = await openWithTwoPages();
  const anna = await service.addUser({ username: 'anna' });
  const credentials = { username: 'anna', pass: anna.password };
  expect((await browser(otherPage).ask('login', credentials)).body).toMatchObject({
    code: 'bad-credentials',
  });
  // A request cannot choose another application than that of its page.
  for (const chosen of [{ name: other.name }, { ownerid: other.ownerid }, { sessionid: 'x' }])
    expect(await browser().ask('login', { ...credentials, ...chosen })).toMatchObject({
      status: 400,
      body: { code: 'bad-request' },
    });
  expect((await browser().ask('login', credentials)).status).toBe(200);
});

test('a planted cookie is never signed in, and the one before a sign-in ends', async () => {
  const { browser, service } = await openWithPage();
  const anna = await service.addUser({ username: 'anna' });
  const berta = await service.addUser({ username: 'berta' });
  const attacker = browser();
  await attacker.signIn(berta);
  const planted = { cookie: `latchkey-my-${ownPage}=${'A'.repeat(22)}`, part: 'A'.repeat(21) };
  for (const { cookie, part } of [planted, { ...attacker }]) {
    const victim = browser();
    Object.assign(victim, { cookie, part });
    await victim.signIn(anna);
    expect(victim.cookie).not.toBe(cookie);
    const copy = browser();
    Object.assign(copy, { cookie, part });
    expect(await copy.ask('me')).toMatchObject(signedOut);
    expect((await victim.ask('me')).body).toMatchObject({ name: 'anna' });
  }
});

test('a tab of one user never acts for another who signed in meanwhile', async () => {
  const { browser, service } = await openWithPage();
  const one = browser();
  await one.signIn(await service.addUser({ username: 'anna' }));
  const { shown } = one;
  await one.signIn(await service.addUser({ username: 'berta' }));
  one.shown = shown;
  const key = await service.addLicense({ days: 30 });
  for (const [type, parameters] of [
    ['me', {}],
    ['keys', {}],
    ['upgrade', { key }],
    ['removecomputer', { id: 'x' }],
    ['endsession', { all: '1' }],
    ['2faenable', {}],
    ['exportme', {}],
    ['programtoken', {}],
    ['deleteme', {}],
    ['keepme', {}],
    ['downloads', {}],
    ['confirm', { pass: 'a good password' }],
    ['changeemail', { email: 'anna@example.com' }],
  ] as const)
    expect(await one.ask(type, parameters)).toMatchObject({
      status: 403,
      body: { code: 'other-person' },
    });
});

test('ids of computers and sessions of others do nothing', async () => {
  const { browser, service, send, signIn, setPage } = await openWithPage();
  await service.setApp({ hwidLock: true });
  await setPage({ resets: 5, ownSessions: 1 });
  const anna = await service.addUser({ username: 'anna' });
  const sessionid = await signIn(anna);
  const owner = browser();
  const { body } = await owner.signIn(anna);
  const { computers, sessions } = body as {
    computers: { list: { id: string }[] };
    sessions: { id: string }[];
  }; // as the schema of `me` says
  const thief = browser();
  await thief.signIn(await service.addUser({ username: 'berta' }));
  const id = computers.list[0]?.id ?? '';
  for (const type of ['removecomputer', 'renamecomputer'])
    expect(
      (await thief.ask(type, type === 'removecomputer' ? { id } : { id, computer: 'X' })).body,
    ).toMatchObject({ code: 'computer-unknown' });
  for (const session of sessions)
    expect((await thief.ask('endsession', { id: session.id })).body).toMatchObject({
      code: 'session-unknown',
    });
  expect((await send({ type: 'check', sessionid })).body).toMatchObject({ success: true });
  expect((await owner.ask('removecomputer', { id })).status).toBe(200);
});

test('a guess on the page is a guess in the client API, and the other way round', async () => {
  const { browser, service, send, init } = await openWithPage();
  const anna = await service.addUser({ username: 'anna' });
  const sessionid = await init();
  const api = () => send({ type: 'login', sessionid, username: 'anna', pass: 'wrong', hwid });
  const reasons: unknown[] = [];
  for (let tries = 0; tries < 30 && !reasons.includes('rate-limited'); tries += 1) {
    const page = await browser().ask('login', { username: 'anna', pass: 'wrong' });
    reasons.push(page.body['code'], (await api()).body['reason']);
  }
  const counted = reasons.filter((reason) => reason === 'bad-credentials').length;
  expect(reasons).toContain('rate-limited');
  // Neither has a budget of its own: the correct password is refused at both.
  const pass = anna.password;
  const refusal = await browser().ask('login', { username: 'anna', pass });
  expect(refusal).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
  expect(refusal.headers.get('retry-after')).toMatch(/^[0-9]+$/);
  expect(
    (await send({ type: 'login', sessionid, username: 'anna', pass, hwid })).body,
  ).toMatchObject({
    reason: 'rate-limited',
  });
  // Control: the client API alone allows as many.
  const { service: fresh, send: sendThere, init: initThere } = await openWithPage();
  await fresh.addUser({ username: 'anna' });
  const id = await initThere();
  let alone = 0;
  for (;;) {
    const guess = { type: 'login', sessionid: id, username: 'anna', pass: 'wrong', hwid };
    const answer = await sendThere(guess);
    if (answer.body['reason'] !== 'bad-credentials') break;
    alone += 1;
  }
  expect(counted).toBe(alone);
});

test('refusals are equal for names that exist and names that do not', async () => {
  const { browser, service } = await openWithPage();
  await service.addUser({ username: 'anna' });
  const ask = async (username: string) => {
    const { status, body } = await browser().ask('login', { username, pass: 'wrong' });
    return { status, body };
  };
  expect(await ask('anna')).toEqual(await ask('nobody'));
});
