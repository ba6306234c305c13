// Keys and codes as people type them (docs/protocol.md#names): dashes, invisible characters, spaces
// and digits of other keyboards. Stored keys stay exact.
import { expect, test } from 'vitest';
import { withFold } from '../src/database/names.ts';
import { openWire } from './support/service-client.ts';
import { openNamed } from './support/named-service.ts';

const stored = 'NWND-7F3Q-2MXX-91KD';
const typed = [
  'NWND\u20137F3Q\u20132MXX\u201391KD',
  'NWND\u22127F3Q \u2013 2MXX\u301c91KD',
  '\u202aNWND-7F3Q-2MXX-91KD\u202c',
  'nwnd-7f\u200b3q-2mxx-91kd\uFEFF',
  'NW\u00adND-7F3Q-2MXX-91KD',
  'ＮＷＮＤー７Ｆ３Ｑ－２ＭＸＸ－９１ＫＤ',
  'NWND-٧F٣Q-٢MXX-٩١KD',
  `NWND-${'\u200b'.repeat(60)}7F3Q-2MXX-91KD`,
] as const;

async function open() {
  const named = await openNamed();
  const { service, database, ask, as } = named;
  const addKey = async (key: string, days = 3) => {
    const created = await service.addLicense({ days });
    await database
      .updateTable('licenses')
      .set(withFold('key', key))
      .where('key', '=', created)
      .execute();
    return key;
  };
  const statusOf = async (key: string) => (await ask('info', { key })).body['status'];
  return { ...named, addKey, statusOf, ask, as };
}

test('a typed key is redeemed, registers and signs in as the stored key', async () => {
  const { service, database, addKey, addUser, as, beside } = await open();
  await addUser('Anna', { subscription: 'none' });
  await addKey(stored);
  const bystander = await service.addLicense({ days: 1 });
  const release = async () => {
    const ownUsers = database.deleteFrom('users').where('applicationId', '!=', 'twin');
    await ownUsers.where('username', '!=', 'Anna').execute();
    const unused = database.updateTable('licenses').set({ status: 'unused', usedBy: null });
    await unused.where('key', '=', stored).execute();
  };
  await beside(async () => {
    for (const key of typed) {
      expect(await as('upgrade', { username: 'Anna', key }), key).toMatchObject({ success: true });
      expect(await as('upgrade', { username: 'Anna', key })).toMatchObject({ reason: 'key-used' });
      await release();
      expect(await as('register', { username: 'Berta', pass: 'right', key })).toMatchObject({
        success: true,
        info: { subscriptions: [{ key: stored }] },
      });
      await release();
      for (const _time of ['first', 'second'])
        expect(await as('license', { key })).toMatchObject({
          success: true,
          info: { username: stored, subscriptions: [{ key: stored }] },
        });
      await release();
    }
  });
  const kept = database.selectFrom('licenses').select('status').where('key', '=', bystander);
  expect(await kept.executeTakeFirst()).toEqual({ status: 'unused' });
});

test('a typed key that is found does not count as a guess, and spellings of a wrong key share a budget', async () => {
  const { addKey, addUser, as } = await open();
  await addKey(stored);
  for (let time = 0; time < 12; time += 1)
    expect(await as('license', { key: typed[time % typed.length] ?? '' })).toMatchObject({
      success: true,
    });
  await addUser('Anna');
  for (let time = 0; time < 12; time += 1)
    expect(
      await as('upgrade', { username: 'Anna', key: typed[time % typed.length] ?? '' }),
    ).toMatchObject({ reason: 'key-used' });
  const wrong = typed.map((text) => text.replace(/^(.*)[Dd\uff24]/u, '$1E'));
  const reasons: unknown[] = [];
  for (const key of wrong) reasons.push((await as('license', { key }))['reason']);
  expect(reasons.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'key-unknown'));
  expect(reasons.slice(5)).toEqual(reasons.slice(5).map(() => 'rate-limited'));
  expect(await as('license', { key: stored })).toMatchObject({ success: true });
});

test('the seller API finds the stored key', async () => {
  const { addKey, addUser, ask, statusOf } = await open();
  await addUser('Anna');
  await addKey(stored);
  const other = await addKey('OTHER-KEY-0001');
  for (const key of typed) {
    expect((await ask('info', { key })).body).toMatchObject({ success: true });
    expect(await ask('verify', { key })).toMatchObject({ status: 200 });
    expect(await ask('setnote', { key, note: key.slice(0, 9) })).toMatchObject({ status: 200 });
    expect(await ask('edit', { key, expiry: '2' })).toMatchObject({ status: 200 });
    expect((await ask('findkey', { text: key })).body).toMatchObject({ keys: [{ key: stored }] });
    expect((await ask('addtoken', { key })).body).toMatchObject({ success: true });
    expect(await ask('ban', { key, reason: 'x' })).toMatchObject({ status: 200 });
    expect(await statusOf(stored)).toBe('Banned');
    expect(await ask('unban', { key })).toMatchObject({ status: 200 });
  }
  await ask('setnote', { key: stored, note: 'plain' });
  for (const text of ['\u200b'.repeat(4), `K${'\u200b'.repeat(4)}`, 'K - Y'.replace('-', '\u00ad')])
    expect((await ask('findkey', { text })).body).toMatchObject({ keys: [] });
  const assigned = { user: 'Anna', key: typed[0] };
  expect(await ask('assignkey', assigned)).toMatchObject({ status: 200 });
  expect((await ask('finduser', { text: typed[1] })).body).toMatchObject({
    users: [{ username: 'Anna', by: 'key' }],
  });
  expect(await ask('del', { key: typed[2] })).toMatchObject({ status: 200 });
  expect((await ask('info', { key: stored })).message).toBe('Key Not Found');
  expect(await statusOf(other)).toBe('Not Used');
});

test('a key that is stored with spaces and dashes is found without them', async () => {
  const { addKey, as, statusOf } = await open();
  await addKey('Gift card 7 \u2013 A');
  await addKey('Gift card 7');
  const exact = await as('license', { key: 'giftcard7-a' });
  expect(exact).toMatchObject({ success: true, info: { username: 'Gift card 7 \u2013 A' } });
  // The user stays findable by every spelling of the deleted key's stored name.
  expect(await as('license', { key: 'GIFT CARD 7-A' })).toMatchObject({ success: true });
  expect(await statusOf('Gift card 7')).toBe('Not Used');
});

test('rejects a key that is empty, too long or contains control characters', async () => {
  const { as } = await open();
  for (const key of ['', '\u200b', `A${'B'.repeat(70)}`, 'a\u001bb'])
    expect(await as('license', { key })).toMatchObject({ reason: 'bad-request' });
});

test('one-time codes are accepted with separators and in other digits', async () => {
  const clock = { ms: 1_900_000_000_000 };
  const { service, send, init } = await openWire({ now: () => clock.ms });
  const user = await service.addUser({ totp: true });
  const shapes: readonly ((code: string) => string)[] = [
    (code) => `${code.slice(0, 3)} ${code.slice(3)}`,
    (code) => `${code.slice(0, 3)}\u2009\u2013\u200b${code.slice(3)}\u202c`,
    (code) => code.replaceAll(/[0-9]/g, (one) => String.fromCodePoint(0xff10 + Number(one))),
    (code) => code.replaceAll(/[0-9]/g, (one) => String.fromCodePoint(0x0660 + Number(one))),
    (code) => code.replaceAll(/[0-9]/g, (one) => String.fromCodePoint(0x1d7ec + Number(one))),
  ];
  const login = async (code: string) => {
    const { username, password: pass } = user;
    const request = {
      type: 'login',
      sessionid: await init(),
      username,
      pass,
      hwid: 'd'.repeat(40),
    };
    return (await send({ ...request, code })).body;
  };
  for (const shape of shapes) {
    clock.ms += 30_000;
    const code = service.totpCode(user.totpSecret ?? '', clock.ms);
    expect(await login(shape(code))).toMatchObject({ success: true });
    // Control: the cleaned code was used up.
    expect(await login(code)).toMatchObject({ reason: 'bad-code' });
    clock.ms += 60 * 60_000;
  }
});
