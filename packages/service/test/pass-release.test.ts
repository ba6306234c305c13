// The setting `passrelease`: when the seat of a removed computer with an offline pass is free
// (docs/protocol.md#removing-a-computer).
import { expect, test } from 'vitest';
import { hour, openOffline } from './offline-parts.ts';
import { start } from './seats-parts.ts';

const until = start + 72 * hour;

async function openReleasing(options: Parameters<typeof openOffline>[0] = {}) {
  const opened = await openOffline(options);
  await opened.ask('updatesettings', { passrelease: 'now' });
  return opened;
}

test('wrong-device says which computers have an offline pass, and whether it holds the seat', async () => {
  const { ask, clock, offer, signInForPass, signInNamed } = await openOffline({ computers: 2 });
  await signInForPass('desk');
  await signInNamed('laptop');
  const untils = async () =>
    (await offer('tablet')).body['computers'] as readonly Record<string, unknown>[]; // its schema
  const [desk, laptop] = await untils();
  expect(desk).toMatchObject({ name: 'desk', until, held: true });
  expect(laptop).toMatchObject({ name: 'laptop' });
  await ask('updatesettings', { passrelease: 'now' });
  const [free] = await untils();
  expect(free).toMatchObject({ name: 'desk', until });
  expect(free).not.toHaveProperty('held');
  clock.now = until;
  for (const computer of [laptop, (await untils())[0]])
    for (const field of ['until', 'held']) expect(computer).not.toHaveProperty(field);
});

test('passrelease is wait or now, and wait by default', async () => {
  const { ask } = await openOffline();
  const current = async () => (await ask('getsettings')).body['passrelease'];
  expect(await current()).toBe('wait');
  expect(await ask('updatesettings', { passrelease: 'later' })).toMatchObject({
    status: 400,
    message: 'The parameter "passrelease" is not valid.',
  });
  await ask('updatesettings', { passrelease: 'now' });
  expect(await current()).toBe('now');
});

test('with passrelease=now, the new computer takes the seat, and gets no pass before the old one ends', async () => {
  const { clock, check, checkForPass, names, replace, signInForPass } = await openReleasing();
  const desk = await signInForPass('desk');
  clock.now += hour;
  const laptop = await replace('laptop', 'desk');
  expect(laptop.result).toEqual({ used: 1, allowed: 1 });
  expect(await names()).toEqual(['laptop']);
  expect(await check(desk.sessionid)).toMatchObject({ ended: 'computer-removed' });
  const withoutPass = { body: { success: true }, pass: null };
  expect(await checkForPass(laptop.sessionid)).toMatchObject(withoutPass);
  expect(await signInForPass('laptop')).toMatchObject({ body: { success: true }, pass: null });
  clock.now = until - 1;
  const late = await signInForPass('laptop');
  expect(late.pass).toBeNull();
  clock.now = until;
  expect((await checkForPass(late.sessionid)).pass).not.toBeNull();
});

test('with passrelease=now, resets still limits removals', async () => {
  const { offer, replace, signInForPass, names } = await openReleasing({ resets: 1 });
  await signInForPass('desk');
  expect((await replace('laptop', 'desk')).result).toEqual({ used: 1, allowed: 1 });
  const { body } = await offer('tablet');
  expect(body).toMatchObject({ reason: 'wrong-device', resets: { left: 0 } });
  expect(body).not.toHaveProperty('ticket');
  expect(await names()).toEqual(['laptop']);
});

test('with passrelease=now, never more passes run than the subscription allows computers', async () => {
  const { clock, replace, setResets, signInForPass } = await openReleasing({ computers: 2 });
  await setResets(9);
  await signInForPass('desk');
  clock.now += 1;
  await signInForPass('laptop');
  clock.now += 1;
  await replace('tablet', 'laptop');
  // The computer that kept its seat keeps its pass.
  expect((await signInForPass('desk')).pass).not.toBeNull();
  expect((await signInForPass('tablet')).pass).toBeNull();
  clock.now += 1;
  // One that replaces a computer without a pass gets none either.
  await replace('phone', 'tablet');
  expect((await signInForPass('phone')).pass).toBeNull();
  expect((await signInForPass('desk')).pass).not.toBeNull();
});

test('the removed computer itself gets a pass again when it takes a seat', async () => {
  const { replace, signInForPass } = await openReleasing();
  await signInForPass('desk');
  await replace('laptop', 'desk');
  expect((await replace('desk', 'laptop')).result).toEqual({ used: 1, allowed: 1 });
  expect((await signInForPass('desk')).pass).not.toBeNull();
});

test('a change to passrelease=now frees held seats, and a change back takes none', async () => {
  const { ask, replace, signInForPass, signInNamed } = await openOffline();
  await signInForPass('desk');
  expect((await replace('laptop', 'desk')).result).toBe('seat-held');
  await ask('updatesettings', { passrelease: 'now' });
  const laptop = await signInForPass('laptop');
  expect(laptop).toMatchObject({ result: { used: 1, allowed: 1 }, pass: null });
  await ask('updatesettings', { passrelease: 'wait' });
  expect((await signInNamed('laptop')).result).toEqual({ used: 1, allowed: 1 });
  expect((await signInNamed('tablet')).result).toBe('wrong-device');
});

test('fetchcomputers and why report removed computers that still run, and whether the seat is free', async () => {
  const { ask, clock, replace, signInForPass } = await openOffline();
  const answers = async () => {
    const [{ body: list }, { body: why }] = [
      await ask('fetchcomputers', { user: 'anna' }),
      await ask('why', { user: 'anna' }),
    ];
    expect(why['removed']).toEqual(list['removed']);
    return { list, code: why['code'] };
  };
  const desk = await signInForPass('desk');
  expect(desk.pass).not.toBeNull();
  const before = await answers();
  expect(before).toMatchObject({
    list: { computers: [{ name: 'desk', until: String(until) }], removed: [] },
  });
  const [{ id } = { id: '' }] = before.list['computers'] as readonly { readonly id: string }[];
  await replace('laptop', 'desk');
  const held = { computers: [], removed: [{ id, until: String(until), held: true }] };
  expect(await answers()).toMatchObject({ list: held, code: 'seat-held' });
  await ask('updatesettings', { passrelease: 'now' });
  await signInForPass('laptop');
  expect(await answers()).toMatchObject({
    list: {
      computers: [{ name: 'laptop', until: null }],
      removed: [{ id, until: String(until), held: false }],
    },
    code: 'ok',
  });
  clock.now = until;
  expect(await answers()).toMatchObject({ list: { removed: [] } });
});
