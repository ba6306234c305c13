// Attacks on the sessions, computers and password of another user, in the same and in another
// application.
import { expect, test } from 'vitest';
import { withFold } from '../../src/database/names.ts';
import { openRemovals } from '../removals-parts.ts';
import { deviceOf } from '../seats-parts.ts';
import { addOtherApplication } from '../support/another-application.ts';
import type { Parameters } from '../support/service-client.ts';
import type { TestService } from '../support/service.ts';

/** Another application with the same user: same name, password and computer. */
async function openTwins() {
  const opened = await openRemovals({ computers: 3, resets: 9 });
  const { service, send, signInNamed, user, ask } = opened;
  await ask('updatesettings', { sessions: '1' });
  const { id, name, ownerid, version: ver } = await addTwin(service);
  const there = { name, ownerid };
  const signInThere = async (device: string) => {
    const opening = await send({ type: 'init', ver, ...there });
    const sessionid = String(opening.body['sessionid']);
    const { username, password: pass } = user;
    const given = { sessionid, username, pass, hwid: deviceOf(device), computer: device };
    const { body } = await send({ type: 'login', ...given, ...there });
    expect(body).toMatchObject({ success: true });
    return sessionid;
  };
  const berta = await service.addUser({ username: 'berta' });
  const [mine, mineToo] = [await signInNamed('desk'), await signInNamed('laptop')];
  const theirs = await signInNamed('desk', {}, berta);
  const twin = await signInThere('desk');
  const request = async (parameters: Parameters) => (await send(parameters)).body;
  const idsOf = async (type: 'sessions' | 'computers', parameters: Parameters) => {
    const list = (await request({ type, ...parameters }))[type];
    return (list as readonly { id: string }[]).map((one) => one.id); // as its schema says
  };
  return { ...opened, id, there, berta, request, idsOf, mine, mineToo, theirs, twin };
}

async function addTwin(service: TestService) {
  const other = await addOtherApplication(service, { id: 'theirs' });
  const { database } = service;
  const settings = { resets: 9, ownSessions: 1 } as const;
  await database.updateTable('applications').set(settings).where('id', '=', other.id).execute();
  const row = await database
    .selectFrom('users')
    .selectAll()
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  const twin = { ...row, id: 'their-anna', applicationId: other.id };
  await database
    .insertInto('users')
    .values({ ...twin, ...withFold('username', 'anna') })
    .execute();
  await database
    .insertInto('subscriptions')
    .values({
      userId: twin.id,
      planId: 'theirs-plan',
      sinceAt: 1,
      expiresAt: 9_000_000_000,
      remainingSeconds: null,
      licenseKey: null,
    })
    .execute();
  return other;
}

test('ends no session of another user or application, by id or all together', async () => {
  const { request, idsOf, mine, mineToo, theirs, twin, there, check } = await openTwins();
  const { sessionid } = mine;
  const own = await idsOf('sessions', { sessionid });
  const foreign = [
    ...(await idsOf('sessions', { sessionid: theirs.sessionid })),
    ...(await idsOf('sessions', { sessionid: twin, ...there })),
  ];
  expect([own.length, foreign.length]).toEqual([2, 2]);
  for (const id of [...foreign, ...foreign.map((one) => one.slice(0, -1))])
    expect(await request({ type: 'endsession', sessionid, id })).toMatchObject({
      reason: 'session-unknown',
    });
  expect(await request({ type: 'endsession', sessionid: twin, id: own[1] ?? '' })).toMatchObject({
    reason: 'session-gone',
  });
  expect(await request({ type: 'endsession', sessionid: twin, all: '1', ...there })).toMatchObject({
    success: true,
  });
  expect(await request({ type: 'endsession', sessionid, all: '1' })).toMatchObject({
    success: true,
  });
  for (const one of [sessionid, theirs.sessionid])
    expect(await check(one)).toMatchObject({ success: true });
  const stillThere = { type: 'check', sessionid: twin, ...there };
  expect(await request(stillThere)).toMatchObject({ success: true });
  // Control: the other session of the same user has ended.
  expect(await check(mineToo.sessionid)).toMatchObject({ ended: 'ended-elsewhere' });
});

test('renames no computer of another user or application', async () => {
  const { request, idsOf, mine, theirs, twin, there, devices, service } = await openTwins();
  const { sessionid } = mine;
  const own = await idsOf('computers', { sessionid });
  const foreign = [
    ...(await idsOf('computers', { sessionid: theirs.sessionid })),
    ...(await idsOf('computers', { sessionid: twin, ...there })),
  ];
  const rename = { type: 'renamecomputer', computer: 'taken over' };
  // The same computer has another id for each user.
  expect(new Set([...own, ...foreign]).size).toBe(4);
  for (const id of foreign)
    expect(await request({ ...rename, sessionid, id })).toMatchObject({
      reason: 'computer-unknown',
    });
  expect(await request({ ...rename, sessionid: twin, id: own[0] ?? '' })).toMatchObject({
    reason: 'session-gone',
  });
  const names = service.database.selectFrom('devices').select('name');
  expect((await names.execute()).map(({ name }) => name)).not.toContain('taken over');
  // Control: the user's own computer is renamed, and no other one.
  expect(await request({ ...rename, sessionid, id: own[0] ?? '' })).toMatchObject({
    success: true,
  });
  expect(await devices('berta')).toMatchObject([{ name: 'desk' }]);
  const renamed = (await names.execute()).filter(({ name }) => name === 'taken over');
  expect(renamed).toHaveLength(1);
});

test('a session changes no password of another user or application', async () => {
  const { request, mine, theirs, twin, there, user, berta, check, signIn } = await openTwins();
  const change = { type: 'changepassword', newpass: 'taken over' };
  const wrongOwner = [
    { sessionid: theirs.sessionid, pass: user.password },
    { sessionid: mine.sessionid, pass: berta.password },
  ];
  for (const given of wrongOwner)
    expect(await request({ ...change, ...given })).toMatchObject({ reason: 'bad-credentials' });
  const across = { ...change, pass: user.password };
  expect(await request({ ...across, sessionid: twin })).toMatchObject({ reason: 'session-gone' });
  expect(await request({ ...across, sessionid: mine.sessionid, ...there })).toMatchObject({
    reason: 'session-gone',
  });
  expect((await signIn('desk')).result).toMatchObject({ used: 2 });
  // Control: the change of one user leaves the same user of the other application alone.
  const own = { ...across, sessionid: mine.sessionid };
  expect(await request(own)).toMatchObject({ success: true });
  expect(await check(theirs.sessionid)).toMatchObject({ success: true });
  expect(await request({ type: 'check', sessionid: twin, ...there })).toMatchObject({
    success: true,
    info: { events: [] },
  });
  expect((await signIn('desk', {}, berta)).result).toMatchObject({ used: 1 });
});

test('lists reveal no other user: an invented id or session gets the same answer', async () => {
  const { request, idsOf, mine, theirs, twin, there } = await openTwins();
  const { sessionid } = mine;
  const [foreign = ''] = await idsOf('sessions', { sessionid: theirs.sessionid });
  const withoutEcho = ({ challenge: _challenge, ...rest }: Readonly<Record<string, unknown>>) =>
    rest;
  const answers = [];
  for (const id of [foreign, 'A'.repeat(foreign.length)])
    answers.push(withoutEcho(await request({ type: 'endsession', sessionid, id })));
  expect(answers[0]).toEqual(answers[1]);
  const gone = [];
  for (const one of [twin, 'A'.repeat(twin.length)])
    gone.push(withoutEcho(await request({ type: 'sessions', sessionid: one })));
  expect(gone[0]).toEqual(gone[1]);
  // Control: the session exists in its own application.
  expect(await idsOf('sessions', { sessionid: twin, ...there })).toHaveLength(1);
});
