// The sessions of a user: listing and ending them, and their limit (docs/protocol.md#own-sessions).
import { expect, test } from 'vitest';
import { infoOf, openSeats, start } from './seats-parts.ts';
import type { Parameters } from './support/service-client.ts';
import type { TestServiceOptions } from './support/service.ts';

const hour = 3600;

interface Listed {
  readonly id: string;
  readonly computer: string;
  readonly current: boolean;
}

async function open(settings: Parameters = { sessions: '1' }, options: TestServiceOptions = {}) {
  const seats = await openSeats(9, {}, options);
  const { ask, send, signIn, service } = seats;
  await ask('updatesettings', settings);
  const bystander = await service.addUser({ username: 'berta' });
  const theirs = await signIn('theirs', { computer: 'theirs' }, bystander);
  const named = (device: string) => signIn(device, { computer: device, system: 'Linux' });
  const list = async (sessionid: string) => {
    const { body } = await send({ type: 'sessions', sessionid });
    return (body['sessions'] ?? []) as readonly Listed[]; // as its schema says
  };
  const end = async (sessionid: string, more: Parameters) =>
    (await send({ type: 'endsession', sessionid, ...more })).body;
  return { ...seats, theirs, named, list, end };
}

test("lists the user's own sessions, latest sign-in first", async () => {
  const { clock, named, list, check, theirs } = await open();
  const desk = await named('desk');
  clock.now += hour;
  const laptop = await named('laptop');
  clock.now += hour;
  await check(desk.sessionid);
  const facts = { system: 'Linux', version: '1.0' };
  expect(await list(laptop.sessionid)).toMatchObject([
    { computer: 'laptop', ...facts, since: start + hour, lastSeen: start + hour, current: true },
    { computer: 'desk', ...facts, since: start, lastSeen: start + 2 * hour, current: false },
  ]);
  expect(await list(theirs.sessionid)).toMatchObject([{ computer: 'theirs', current: true }]);
});

test('ends one other session, which gets the reason', async () => {
  const { named, list, end, check, theirs } = await open();
  const [desk, laptop, couch] = [await named('desk'), await named('laptop'), await named('couch')];
  const sessions = await list(desk.sessionid);
  const idOf = (name: string) => sessions.find(({ computer }) => computer === name)?.id ?? '';
  const [foreign] = await list(theirs.sessionid);
  for (const id of [foreign?.id ?? '', idOf('desk'), laptop.sessionid, 'none'])
    expect(await end(desk.sessionid, { id })).toMatchObject({ reason: 'session-unknown' });
  for (const more of [{}, { all: '0' }, { id: idOf('laptop'), all: '1' }] as Parameters[])
    expect(await end(desk.sessionid, more)).toMatchObject({ reason: 'bad-request' });
  for (const { sessionid } of [desk, laptop, couch, theirs])
    expect(await check(sessionid)).toMatchObject({ success: true });
  expect(await end(desk.sessionid, { id: idOf('laptop') })).toMatchObject({ success: true });
  expect(await check(laptop.sessionid)).toMatchObject({
    reason: 'session-gone',
    ended: 'ended-elsewhere',
  });
  for (const { sessionid } of [desk, couch, theirs])
    expect(await check(sessionid)).toMatchObject({ success: true });
});

test('ends all other sessions of the user', async () => {
  const { named, end, check, theirs } = await open();
  const [desk, laptop, couch] = [await named('desk'), await named('laptop'), await named('couch')];
  expect(await end(desk.sessionid, { all: '1' })).toMatchObject({ success: true });
  for (const { sessionid } of [laptop, couch])
    expect(await check(sessionid)).toMatchObject({ ended: 'ended-elsewhere' });
  for (const { sessionid } of [desk, theirs])
    expect(await check(sessionid)).toMatchObject({ success: true });
});

test('both operations are off by default', async () => {
  const { named, end, check, send } = await open({ sessionlimit: '0' });
  const [desk, laptop] = [await named('desk'), await named('laptop')];
  const { sessionid } = desk;
  expect((await send({ type: 'sessions', sessionid })).body['reason']).toBe('type-unknown');
  expect(await end(sessionid, { all: '1' })).toMatchObject({ reason: 'type-unknown' });
  expect(infoOf(await check(laptop.sessionid))['can']).toEqual(['changepassword']);
});

test('a sign-in over the limit ends the oldest session of the user', async () => {
  const { ask, clock, named, check, theirs } = await open({ sessionlimit: '2' });
  const [one] = [await named('one')];
  clock.now += 1;
  const two = await named('two');
  clock.now += 1;
  const three = await named('three');
  expect(await check(one.sessionid)).toMatchObject({
    reason: 'session-gone',
    ended: 'session-limit',
  });
  for (const { sessionid } of [two, three, theirs])
    expect(await check(sessionid)).toMatchObject({ success: true });
  await ask('updatesettings', { sessionlimit: '1' });
  clock.now += 1;
  const four = await named('four');
  for (const { sessionid } of [two, three])
    expect(await check(sessionid)).toMatchObject({ ended: 'session-limit' });
  expect(await check(four.sessionid)).toMatchObject({ success: true });
});

test('concurrent sign-ins do not exceed the limit', async () => {
  const { service, named, theirs } = await open({ sessionlimit: '2' }, { interleave: true });
  await Promise.all(['one', 'two', 'three', 'four', 'five', 'six'].map((name) => named(name)));
  const signedIn = service.database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select('username');
  const names = (await signedIn.execute()).map(({ username }) => username);
  expect(names.toSorted()).toEqual(['anna', 'anna', 'berta']);
  expect(theirs.result).toMatchObject({ used: 1 });
});

test('a sign-in never ends its own session, even within the same second', async () => {
  const { named, check } = await open({ sessionlimit: '1' });
  let before = await named('desk');
  for (let times = 0; times < 6; times += 1) {
    const now = await named('desk');
    expect(await check(now.sessionid)).toMatchObject({ success: true });
    expect(await check(before.sessionid)).toMatchObject({ ended: 'session-limit' });
    before = now;
  }
});
