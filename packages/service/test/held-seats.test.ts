// A freed seat whose computer has an offline pass is free when the pass ends
// (docs/protocol.md#removing-a-computer).
import { expect, test } from 'vitest';
import { hour, openOffline } from './offline-parts.ts';
import { start } from './seats-parts.ts';

const until = start + 72 * hour;

test('a removed computer keeps its seat until its pass ends', async () => {
  const { service, clock, check, signInForPass, signInNamed, replace, names } = await openOffline();
  const bystander = await service.addUser({ username: 'berta' });
  const theirs = await signInForPass('theirs', {}, bystander);
  const desk = await signInForPass('desk');
  clock.now += hour;
  const replaced = await replace('laptop', 'desk');
  expect(replaced.body).toMatchObject({ success: false, reason: 'seat-held', until });
  // The computer is removed, and no user is signed in.
  expect(await names()).toEqual([]);
  expect(await check(desk.sessionid)).toMatchObject({ ended: 'computer-removed' });
  expect(await check(replaced.sessionid)).toMatchObject({ reason: 'not-signed-in' });
  const refused = await signInNamed('laptop');
  expect(refused.body).toMatchObject({ success: false, reason: 'seat-held', until });
  for (const field of ['computers', 'ticket']) expect(refused.body).not.toHaveProperty(field);
  clock.now = until - 1;
  expect((await signInNamed('laptop')).result).toBe('seat-held');
  clock.now = until;
  expect((await signInNamed('laptop')).result).toEqual({ used: 1, allowed: 1 });
  expect((await signInNamed('desk')).result).toBe('wrong-device');
  expect(await names()).toEqual(['laptop']);
  expect(await check(theirs.sessionid)).toMatchObject({ reason: 'session-gone' });
  expect((await signInNamed('theirs', {}, bystander)).result).toEqual({ used: 1, allowed: 1 });
});

test('without a pass, a computer is replaced immediately', async () => {
  const { clock, signInNamed, signInForPass, replace, names } = await openOffline();
  await signInNamed('desk');
  expect((await replace('laptop', 'desk')).result).toEqual({ used: 1, allowed: 1 });
  // The pass of the computer has ended.
  await signInForPass('laptop');
  clock.now = until;
  expect((await replace('tablet', 'laptop')).result).toEqual({ used: 1, allowed: 1 });
  expect(await names()).toEqual(['tablet']);
});

test('the removed computer takes its own seat again', async () => {
  const { clock, signInForPass, signInNamed, replace, names } = await openOffline();
  await signInForPass('desk');
  expect((await replace('laptop', 'desk')).result).toBe('seat-held');
  expect((await signInNamed('laptop')).result).toBe('seat-held');
  expect((await signInNamed('desk')).result).toEqual({ used: 1, allowed: 1 });
  expect((await signInNamed('laptop')).result).toBe('wrong-device');
  expect(await names()).toEqual(['desk']);
  // A second removal holds the seat again, until the longest of several passes ends.
  clock.now += hour;
  await signInForPass('desk');
  const again = await replace('laptop', 'desk');
  expect(again.body).toMatchObject({ reason: 'seat-held', until: until + hour });
});

test('held seats and bound computers never exceed the allowed number', async () => {
  const { allow, clock, signInForPass, signInNamed, replace, names } = await openOffline({
    computers: 2,
  });
  await signInForPass('desk');
  clock.now += hour;
  await signInForPass('laptop');
  expect((await replace('tablet', 'laptop')).body).toMatchObject({ until: until + hour });
  expect((await signInNamed('tablet')).result).toBe('seat-held');
  expect(await names()).toEqual(['desk']);
  await allow(3);
  expect((await signInNamed('tablet')).result).toEqual({ used: 2, allowed: 3 });
  expect((await signInNamed('phone')).body).toMatchObject({
    reason: 'seat-held',
    until: until + hour,
  });
  await allow(2);
  // All seats are bound now, so another removal is offered.
  expect((await signInNamed('phone')).result).toBe('wrong-device');
});

test('reports the time at which enough seats are free', async () => {
  const { allow, clock, signInForPass, signInNamed, replace } = await openOffline({ computers: 2 });
  await signInForPass('desk');
  clock.now += hour;
  await signInForPass('laptop');
  expect((await replace('new', 'laptop')).result).toBe('seat-held');
  await allow(1);
  expect((await replace('new', 'desk')).body).toMatchObject({ reason: 'seat-held', until });
  // Both seats must be free, because only one computer is allowed.
  expect((await signInNamed('new')).body).toMatchObject({ until: until + hour });
  await allow(2);
  expect((await signInNamed('new')).body).toMatchObject({ until });
});

test('a held seat is free after a reset by the seller, and while the lock is off', async () => {
  const { service, ask, signInForPass, signInNamed, replace, names } = await openOffline();
  await signInForPass('desk');
  expect((await replace('laptop', 'desk')).result).toBe('seat-held');
  await service.setApp({ hwidLock: false });
  expect((await signInNamed('laptop')).body).toMatchObject({ success: true });
  await service.setApp({ hwidLock: true });
  expect((await signInNamed('laptop')).result).toBe('seat-held');
  await ask('resetuser', { user: 'anna' });
  expect((await signInNamed('laptop')).result).toEqual({ used: 1, allowed: 1 });
  expect(await names()).toEqual(['laptop']);
});

test('passes that are issued while the lock is off hold no seats later', async () => {
  const { service, signInForPass, signInNamed } = await openOffline();
  await service.setApp({ hwidLock: false });
  for (const device of ['desk', 'laptop', 'tablet'])
    expect((await signInForPass(device)).pass).not.toBeNull();
  await service.setApp({ hwidLock: true });
  expect((await signInNamed('desk')).result).toEqual({ used: 1, allowed: 1 });
});

test('a check for a pass during a removal gets none, or holds the seat', async () => {
  const { offer, remove, signInForPass, checkForPass, signInNamed } = await openOffline({
    interleave: true,
  });
  const desk = await signInNamed('desk');
  const { sessionid, ticket, ids } = await offer('laptop');
  const [removed, { pass }] = await Promise.all([
    remove({ sessionid, ticket, id: ids['desk'] ?? '' }),
    checkForPass(desk.sessionid),
  ]);
  if (pass === null) expect(removed.result).toEqual({ used: 1, allowed: 1 });
  else expect(removed.result).toBe('seat-held');
  const { body } = await signInForPass('laptop');
  expect(body['success']).toBe(pass === null);
});
