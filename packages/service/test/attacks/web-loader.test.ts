// Attack: a program takes the port of the web loader first, or somebody else tries to sign in with a
// token of the customers' page.
import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { addOtherApplication } from '../support/another-application.ts';
import { namePage, ownPage } from '../support/page.ts';
import { recordStatements } from '../support/recorded-statements.ts';
import { hwid, type Answer } from '../support/service-client.ts';
import { openWebLoader, tokenOf, wrong } from '../web-loader-parts.ts';

const token = 'A'.repeat(32);

test('a program that takes the port first signs in once, for 60 s, as that user only', async () => {
  const { service, one, signInWith, clock } = await openWebLoader();
  await service.addUser({ username: 'berta' });
  const stolen = await tokenOf(one);
  for (const username of ['berta', 'nobody'])
    expect((await signInWith(stolen, username)).body).toMatchObject(wrong);
  // It cannot be prevented: the program with the port has the token.
  expect((await signInWith(stolen)).body).toMatchObject({ success: true });
  expect((await signInWith(stolen)).body).toMatchObject(wrong);
  const late = await tokenOf(one);
  clock.ms += 60_000;
  expect((await signInWith(late)).body).toMatchObject(wrong);
});

test('a thief of a token gets no seat of another computer, no list of them and no pass', async () => {
  const { service, browser, signInWith, init, send, setPage, clock } = await openWebLoader();
  await setPage({ hwidLock: 1, resets: 3, offlineHours: 72, ownSessions: 1 });
  const theo = await service.addUser({ username: 'theo', totp: true });
  const withCode = () => {
    clock.ms += 30_000;
    const code = service.totpCode(theo.totpSecret ?? '', clock.ms);
    return { username: 'theo', pass: theo.password, code };
  };
  const program = { computer: 'Desk', system: 'Windows 11', offline: '1' };
  const own = await init();
  const login = async (more: object) =>
    (await send({ type: 'login', sessionid: own, ...program, ...more })).body;
  const check = async (id: string) =>
    (await send({ type: 'check', sessionid: id, offline: '1' })).body;
  // Control: with password and code, the computer gets a seat and passes.
  expect(await login({ ...withCode(), hwid })).toHaveProperty('offline');
  expect(await check(own)).toHaveProperty('offline');
  const page = browser();
  expect((await page.ask('login', withCode())).status).toBe(200);
  page.shown = String((await page.ask('me')).body['id']);
  const thief = { ...program, hwid: 'e'.repeat(64) };
  const refused = (await signInWith(await tokenOf(page), 'theo', thief)).body;
  expect(refused).toMatchObject({ reason: 'wrong-device' });
  for (const field of ['computers', 'resets', 'ticket', 'offline'])
    expect(refused).not.toHaveProperty(field);
  const { sessionid, body } = await signInWith(await tokenOf(page), 'theo', program);
  expect(body).toMatchObject({ success: true });
  expect(body).not.toHaveProperty('offline');
  const ended = await send({ type: 'endsession', sessionid, all: '1' });
  expect(ended.body).toMatchObject({ success: true });
  expect(await check(sessionid)).toMatchObject({ success: true });
  expect(await check(sessionid)).not.toHaveProperty('offline');
  expect((await send({ type: 'check', sessionid: own })).body).toMatchObject({ success: false });
  // Control: with password and code, the user may remove a computer.
  const offer = { reason: 'wrong-device', computers: [{ name: 'Desk' }] };
  const offered = await login({ ...withCode(), sessionid: await init(), hwid: thief.hwid });
  expect(offered).toMatchObject(offer);
  expect(offered).toHaveProperty('ticket');
});

test('a thief of a token changes neither the name nor the second factor', async () => {
  const { one, anna, signInWith, signIn, send } = await openWebLoader();
  const { sessionid } = await signInWith(await tokenOf(one));
  const renaming = { type: 'changeUsername', newUsername: 'ann' };
  const refused = { success: false, reason: 'not-signed-in' };
  for (const change of [{ type: '2faenable' }, { type: '2faenable', code: '123456' }, renaming])
    expect((await send({ ...change, sessionid })).body).toMatchObject(refused);
  // Control: after a sign-in with the password, both work.
  const own = await signIn(anna);
  expect((await send({ type: '2faenable', sessionid: own })).body).toMatchObject({ success: true });
  expect((await send({ ...renaming, sessionid: own })).body).toMatchObject({ success: true });
});

test('a ban stops a thief of a token', async () => {
  const { service, one, signInWith } = await openWebLoader();
  const beforeBan = await tokenOf(one);
  await service.database.updateTable('users').set({ bannedReason: 'x' }).execute();
  expect((await signInWith(beforeBan)).body).toMatchObject({ reason: 'banned' });
  // Control.
  await service.database.updateTable('users').set({ bannedReason: null }).execute();
  expect((await signInWith(await tokenOf(one))).body).toMatchObject({ success: true });
});

test('a token of another application signs in neither there nor here', async () => {
  const { service, one, browser, anna, signInWith, send } = await openWebLoader();
  const other = await addOtherApplication(service, { id: 'another' });
  await namePage(service, other, 'other-page');
  await service.database.updateTable('applications').set({ webLoader: 1 }).execute();
  const there = browser('other-page');
  const key = await service.addLicense({ days: 30 });
  await service.database
    .updateTable('licenses')
    .set({ applicationId: other.id })
    .where('key', '=', key)
    .execute();
  const credentials = { username: 'anna', pass: anna.password };
  expect((await there.ask('register', { ...credentials, key })).status).toBe(200);
  there.shown = String((await there.ask('me')).body['id']);
  const ofOther = await tokenOf(there);
  const own = await tokenOf(one);
  expect((await signInWith(ofOther)).body).toMatchObject(wrong);
  const { name, ownerid, version: ver } = other;
  const opened = await send({ type: 'init', name, ownerid, ver });
  const sessionid = String(opened.body['sessionid']);
  const elsewhere = { name, ownerid, sessionid };
  expect((await signInWith(own, 'anna', elsewhere)).body).toMatchObject(wrong);
  // Control.
  const again = await tokenOf(there);
  expect((await signInWith(again, 'anna', elsewhere)).body).toMatchObject({ success: true });
  expect((await signInWith(own)).body).toMatchObject({ success: true });
});

test('ten programs that send one token at the same moment are one sign-in', async () => {
  const { one, init, send } = await openWebLoader();
  const shared = await tokenOf(one);
  const ids = await Promise.all(Array.from({ length: 10 }, init));
  const answers = await Promise.all(
    ids.map((sessionid) =>
      send({ type: 'login', sessionid, username: 'anna', token: shared, hwid }),
    ),
  );
  expect(answers.filter(({ body }) => body['success'] === true)).toHaveLength(1);
});

test('the token that other services make of the stored hash is refused', async () => {
  const { service, signInWith, one } = await openWebLoader();
  const { passwordHash } = await service.database
    .selectFrom('users')
    .select('passwordHash')
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  const end = passwordHash.slice(-5);
  const made = createHash('md5').update(end).digest('hex');
  const { programToken } = await service.database
    .selectFrom('sessions')
    .select('programToken')
    .where('browser', 'is not', null)
    .executeTakeFirstOrThrow();
  expect(programToken).toBeNull();
  const own = await tokenOf(one);
  const stored = createHash('sha256').update(own).digest('hex');
  for (const guess of [end, made, stored, passwordHash.slice(0, 100)])
    expect((await signInWith(guess)).body, guess).toMatchObject(wrong);
  expect((await signInWith(own)).body).toMatchObject({ success: true });
});

test('neither the database nor the log holds a token', async () => {
  const { service, one, signInWith } = await openWebLoader();
  const used = await tokenOf(one);
  await signInWith(used);
  const open = await tokenOf(one);
  await signInWith(`${open}x`);
  const tables = ['sessions', 'repeats', 'history', 'throttles', 'logs', 'auditLogs'] as const;
  for (const table of tables) {
    const rows = await service.database.selectFrom(table).selectAll().execute();
    for (const secret of [used, open]) expect(JSON.stringify(rows), table).not.toContain(secret);
  }
  for (const secret of [used, open]) expect(service.logText()).not.toContain(secret);
  const hash = createHash('sha256').update(open).digest('hex');
  const sessions = await service.database.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(sessions)).toContain(hash);
});

test('wrong tokens count as wrong passwords, for every name', async () => {
  const { signInWith, send, init, anna } = await openWebLoader();
  const reasons: unknown[] = [];
  for (let tries = 0; tries < 6; tries += 1)
    reasons.push((await signInWith(token)).body['reason'] ?? 'signed in');
  expect(reasons).toContain('bad-credentials');
  expect(reasons.at(-1)).toBe('rate-limited');
  const sessionid = await init();
  const login = { type: 'login', sessionid, username: 'anna', pass: anna.password, hwid };
  expect((await send(login)).body).toMatchObject({ reason: 'rate-limited' });
});

/** Everything that a client sees, except what differs in each answer. */
function seen({ status, body }: Answer) {
  const { nonce: _nonce, challenge: _challenge, ...fields } = body;
  return { ...fields, status };
}

test('answers and work are equal for every name and every wrong token', async () => {
  const { service, one, send, init, clock } = await openWebLoader();
  await service.addUser({ username: 'berta' });
  await service.addUser({ username: 'clara', banned: 'spam' });
  await service.addUser({ username: 'theo', totp: true });
  const recording = recordStatements();
  onTestFinished(recording.stop);
  const expired = await tokenOf(one);
  clock.ms += 60_000;
  const ofAnna = await tokenOf(one);
  const facts = async (username: string, sent: string) => {
    const sessionid = await init();
    recording.clear();
    const answer = await send({ type: 'login', sessionid, username, token: sent, hwid });
    return { seen: seen(answer), statements: recording.statements().map(({ sql }) => sql) };
  };
  const unknown = await facts('nobody', token);
  expect(unknown.seen).toMatchObject({ reason: 'bad-credentials' });
  expect(unknown.statements.length).toBeGreaterThan(3);
  for (const [username, sent] of [
    ['berta', ofAnna],
    ['clara', token],
    ['theo', token],
    ['x'.repeat(70), 'y'],
  ] as const)
    expect(await facts(username, sent), username).toEqual(unknown);
  // In a known network fewer budgets count, as for passwords (known-names.slow.test.ts).
  expect((await facts('anna', expired)).seen).toEqual(unknown.seen);
});

test('only the part of the page that talks to programs may, and to one port', async () => {
  const { service } = await openWebLoader();
  const policyOf = async (path: string) =>
    (await fetch(`${service.url}/my/${path}`)).headers.get('content-security-policy') ?? '';
  const connections = /connect-src ([^;]*)/;
  expect(connections.exec(await policyOf(`${ownPage}/program`))?.[1]).toBe(
    "'self' http://localhost:1337",
  );
  for (const path of [ownPage, `${ownPage}/api/me`, 'assets/none.js', `${ownPage}/program/more`])
    expect(await policyOf(path), path).not.toContain('localhost');
  expect(connections.exec(await policyOf(ownPage))?.[1]).toBe("'self'");
  // The rest of the policy is the same.
  const rest = (policy: string) => policy.replace(connections, '');
  expect(rest(await policyOf(`${ownPage}/program`))).toBe(rest(await policyOf(ownPage)));
});
