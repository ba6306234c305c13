// The grace of a subscription: it still works for some days after its end, and adds no time.
import { expect, test } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

const begin = 1_800_000_000;
const day = 86_400;

async function open(gracedays: string) {
  const clock = { seconds: begin };
  const wire = await openWire({ now: () => clock.seconds * 1000 });
  const ask = sellerOf(wire.service);
  await ask('adduser', { user: 'Anna', pass: 'x', sub: 'Pro', expiry: '30' });
  await ask('editsub', { sub: 'Pro', gracedays });
  const user = { username: 'Anna', pass: 'x', hwid };
  const signIn = async () => {
    const sessionid = await wire.init();
    const { body } = await wire.send({ type: 'login', sessionid, ...user });
    return { body, sessionid };
  };
  const check = async (sessionid: string) => (await wire.send({ type: 'check', sessionid })).body;
  const left = async () => {
    const { body } = await ask('usergrants', { user: 'Anna' });
    const subs = body['subs'] as readonly { readonly timeleft: string }[]; // as its schema
    return Number(subs[0]?.timeleft ?? 0);
  };
  return { clock, ask, wire, signIn, check, left };
}

const expiryIn = (body: Readonly<Record<string, unknown>>) =>
  (body['info'] as { readonly subscriptions: readonly { readonly expiry: string }[] })
    .subscriptions[0]?.expiry; // as its schema

test('sign-ins and checks work for the days of grace after the end, and not longer', async () => {
  const { clock, signIn, check } = await open('3');
  clock.seconds += 29 * day;
  expect(expiryIn((await signIn()).body)).toBe(String(begin + 30 * day));
  clock.seconds = begin + 32 * day;
  expect(expiryIn((await signIn()).body)).toBe(String(begin + 33 * day));
  clock.seconds = begin + 33 * day - 60;
  const { sessionid } = await signIn();
  expect(await check(sessionid)).toMatchObject({ success: true });
  clock.seconds = begin + 33 * day;
  expect(await check(sessionid)).toMatchObject({ reason: 'no-subscription' });
  expect((await signIn()).body).toMatchObject({ reason: 'no-subscription' });
});

test('without grace, a subscription works until its end', async () => {
  const { clock, signIn } = await open('0');
  clock.seconds += 30 * day;
  expect((await signIn()).body).toMatchObject({ reason: 'no-subscription' });
});

test('grace adds no time: a renewal in it gives exactly its own time, and a pause keeps what is left', async () => {
  const { clock, ask, signIn, left } = await open('3');
  clock.seconds += 32 * day;
  expect(await left()).toBe(0);
  await ask('extend', { user: 'Anna', sub: 'Pro', expiry: '30' });
  expect(await left()).toBe(30 * day);
  clock.seconds += 10 * day;
  await ask('pauseuser', { username: 'Anna' });
  clock.seconds += 100 * day;
  expect((await signIn()).body).toMatchObject({ reason: 'subscription-paused' });
  await ask('unpauseuser', { username: 'Anna' });
  expect(await left()).toBe(20 * day);
  expect(expiryIn((await signIn()).body)).toBe(String(clock.seconds + 20 * day));
});

test('revoked time has no grace', async () => {
  const { ask, signIn } = await open('3');
  await ask('subtract', { user: 'Anna', sub: 'Pro', seconds: String(30 * day) });
  expect((await signIn()).body).toMatchObject({ reason: 'no-subscription' });
});

test('delexpusers keeps users in their grace', async () => {
  const { clock, ask, wire } = await open('3');
  await wire.service.removeNeighbour();
  clock.seconds += 31 * day;
  expect((await ask('delexpusers')).body).toMatchObject({ code: 'no-expired-users' });
  clock.seconds += 3 * day;
  expect((await ask('delexpusers')).body).toMatchObject({ success: true });
});

test('fetchallsubs returns the days of grace', async () => {
  const { ask } = await open('7');
  expect((await ask('fetchallsubs')).body['subs']).toMatchObject([{ name: 'Pro', gracedays: '7' }]);
  expect((await ask('editsub', { sub: 'Pro', gracedays: '31' })).status).toBe(400);
});
