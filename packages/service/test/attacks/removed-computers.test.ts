// Attacks on the removal of computers: tickets and ids of others, and used or ended tickets.
import { expect, test } from 'vitest';
import { addOtherApplication } from '../support/another-application.ts';
import { openRemovals } from '../removals-parts.ts';
import { deviceOf } from '../seats-parts.ts';

const minutes = 60;

test('a ticket removes no computer of another user, and none by its device id', async () => {
  const { service, offer, remove, signInNamed, names } = await openRemovals();
  const victim = await service.addUser({ username: 'berta' });
  // Both use one computer: its id still differs between them.
  await signInNamed('shared');
  await signInNamed('shared', {}, victim);
  const theirs = await offer('new', {}, victim);
  const { sessionid, ticket, ids } = await offer('new');
  expect(theirs.ids['shared']).not.toBe(ids['shared']);
  for (const id of [theirs.ids['shared'] ?? '', deviceOf('shared'), 'shared', ''])
    expect((await remove({ sessionid, ticket, id })).result).toBe(
      id === '' ? 'bad-request' : 'computer-unknown',
    );
  expect(await names()).toEqual(['shared']);
  expect(await names('berta')).toEqual(['shared']);
  // Control: its own id works, and only for its user.
  const own = await remove({ sessionid, ticket, id: ids['shared'] ?? '' });
  expect(own.result).toEqual({ used: 1, allowed: 1 });
  expect(await names('berta')).toEqual(['shared']);
});

test('a ticket works only in its session, for its application and within five minutes', async () => {
  const { service, clock, init, offer, remove, signInNamed, send, names } = await openRemovals();
  await signInNamed('desk');
  const other = await addOtherApplication(service, { id: 'theirs' });
  const { sessionid, ticket, ids } = await offer('new');
  const id = ids['desk'] ?? '';
  const { name, ownerid, version: ver } = other;
  const opened = await send({ type: 'init', name, ownerid, ver });
  await service.database.updateTable('applications').set({ resets: 5 }).execute();
  const foreign = { sessionid: String(opened.body['sessionid']), ticket, id, name, ownerid };
  expect((await remove(foreign)).result).toBe('ticket-unknown');
  expect((await remove({ sessionid, ticket, id, name, ownerid })).result).toBe('session-gone');
  expect((await remove({ sessionid: await init(), ticket, id })).result).toBe('ticket-unknown');
  const half = Math.floor(ticket.length / 2);
  const altered = [
    ...['x', `${ticket}AAAA`, ticket.slice(0, -4), 'A'.repeat(ticket.length)],
    `${ticket.slice(0, half)}${ticket[half] === 'A' ? 'B' : 'A'}${ticket.slice(half + 1)}`,
  ];
  for (const one of altered)
    expect((await remove({ sessionid, ticket: one, id })).result).toBe('ticket-unknown');
  clock.now += 5 * minutes;
  expect((await remove({ sessionid, ticket, id })).result).toBe('ticket-unknown');
  expect(await names()).toEqual(['desk']);
  // Control: a second earlier, it works.
  clock.now -= 1;
  expect((await remove({ sessionid, ticket, id })).result).toEqual({ used: 1, allowed: 1 });
});

test('a ticket works only once, and not after its session has ended', async () => {
  const { offer, remove, signInNamed, send, names, check } = await openRemovals({
    computers: 2,
    resets: 9,
  });
  for (const device of ['desk', 'laptop']) await signInNamed(device);
  const { sessionid, ticket, ids } = await offer('new');
  const { desk = '', laptop = '' } = ids;
  expect((await remove({ sessionid, ticket, id: desk })).result).toEqual({ used: 2, allowed: 2 });
  for (const id of [laptop, desk])
    expect((await remove({ sessionid, ticket, id })).result).toBe('ticket-unknown');
  expect(await check(sessionid)).toMatchObject({ success: true });
  await send({ type: 'logout', sessionid });
  expect((await remove({ sessionid, ticket, id: laptop })).result).toBe('session-gone');
  expect((await names()).toSorted()).toEqual(['laptop', 'new']);
});

test('a used ticket stays used after its computer was removed', async () => {
  const { ask, offer, remove, signInNamed, names } = await openRemovals({ resets: 9 });
  await signInNamed('desk');
  const { sessionid, ticket, ids } = await offer('new');
  const request = { sessionid, ticket, id: ids['desk'] ?? '' };
  expect((await remove(request)).result).toEqual({ used: 1, allowed: 1 });
  await ask('resetuser', { user: 'anna' });
  await signInNamed('desk');
  expect((await remove(request)).result).toBe('ticket-unknown');
  expect(await names()).toEqual(['desk']);
});

test('a ticket gives a seat only to the computer that proved password and code', async () => {
  const { offer, remove, signInNamed, names } = await openRemovals();
  await signInNamed('desk');
  const { sessionid, ticket, ids } = await offer('new');
  // The thief of ticket and session sends it from another computer.
  const given = { sessionid, ticket, id: ids['desk'] ?? '' };
  await remove({ ...given, hwid: deviceOf('thief'), computer: 'thief' });
  expect(await names()).toEqual(['new']);
  expect((await signInNamed('thief')).result).toBe('wrong-device');
});

test.each([
  ['the password changes', 'ticket-unknown', 'resetpw', { passwd: 'another one' }],
  ['the user is banned', 'banned', 'banuser', { reason: 'Chargeback' }],
  ['the computer is blacklisted', 'blacklisted', 'black', { hwid: deviceOf('new') }],
  ['the subscription ends', 'no-subscription', 'delsub', { sub: 'Pro' }],
  ['the seller binds the computer', 'ticket-unknown', 'addhwiduser', { hwid: deviceOf('new') }],
] as const)('a ticket is useless once %s: %s', async (_what, reason, type, change) => {
  const { ask, offer, remove, signInNamed, names } = await openRemovals();
  await signInNamed('desk');
  const { sessionid, ticket, ids } = await offer('new');
  expect(await ask(type, { user: 'anna', ...change })).toMatchObject({ success: true });
  expect((await remove({ sessionid, ticket, id: ids['desk'] ?? '' })).result).toBe(reason);
  expect(await names()).toContain('desk');
});

test('turning on a second factor ends all tickets', async () => {
  const { service, send, offer, remove, signInNamed } = await openRemovals();
  const desk = await signInNamed('desk');
  const { sessionid, ticket, ids } = await offer('new');
  const { body } = await send({ type: '2faenable', sessionid: desk.sessionid });
  const { secret_code: secret } = body['2fa'] as { secret_code: string }; // as its schema says
  const code = service.totpCode(secret);
  await send({ type: '2faenable', sessionid: desk.sessionid, code });
  const request = { sessionid, ticket, id: ids['desk'] ?? '' };
  expect((await remove(request)).result).toBe('ticket-unknown');
});

test('an answer reveals neither device ids nor what the ticket contains', async () => {
  const { service, offer, signInNamed } = await openRemovals();
  await signInNamed('desk');
  const { body, ticket } = await offer('new');
  const { id, passwordHash } = await service.database
    .selectFrom('users')
    .select(['id', 'passwordHash'])
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  const text = JSON.stringify(body) + Buffer.from(ticket, 'base64url').toString('latin1');
  for (const secret of [deviceOf('desk'), deviceOf('new'), id, passwordHash])
    expect(text).not.toContain(secret);
});

test('a ticket that is used 50 times concurrently removes one computer', async () => {
  const { offer, signInNamed, send, names } = await openRemovals({
    interleave: true,
    resets: 31,
    computers: 3,
  });
  for (const device of ['one', 'two', 'three']) await signInNamed(device);
  const { sessionid, ticket, ids } = await offer('new');
  const all = Object.values(ids);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      send({ type: 'removecomputer', sessionid, ticket, id: all[index % all.length] ?? '' }),
    ),
  );
  const results = answers.map(({ body }) => body['reason'] ?? 'signed in');
  expect(results.toSorted()).toEqual([
    'signed in',
    ...Array.from({ length: 49 }, () => 'ticket-unknown'),
  ]);
  expect(await names()).toHaveLength(3);
});
