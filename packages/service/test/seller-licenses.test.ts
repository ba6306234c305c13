// Creating, reading and changing licenses in the seller API.
import { expect, test } from 'vitest';
import { maskBits } from '@latchkey/protocol/license-mask.ts';
import { keyFromMask } from '../src/features/licenses/license-mask.ts';
import { sellerOf, sellerText } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

const now = 1_800_000_000;

async function open() {
  const wire = await openWire({ now: () => now * 1000 });
  return { ...wire, ask: sellerOf(wire.service) };
}

test('creates a license as requested, which can be redeemed', async () => {
  const { service, ask, send, init } = await open();
  const { message, body } = await ask('add', { expiry: '1.5', level: '1', note: 'for Ann' });
  expect(message).toBe('License Successfully Generated');
  expect(body['key']).toMatch(/^[0-9A-Za-z]{6}(-[0-9A-Za-z]{6}){5}$/);
  const key = String(body['key']);
  expect((await ask('info', { key })).body).toEqual({
    success: true,
    message: 'Key Successfully Retrieved',
    duration: '129600',
    hwid: '',
    note: 'for Ann',
    status: 'Not Used',
    level: '1',
    createdby: 'SellerAPI',
    usedby: '',
    usedon: '',
    creationdate: String(now),
    order: '',
    banned: '',
  });
  const { username } = await service.addUser();
  await service.bindDevice(username, 'd'.repeat(64));
  const answer = await send({ type: 'upgrade', sessionid: await init(), username, key });
  expect(answer.body).toMatchObject({ success: true, redeemed: { seconds: 129_600 } });
  expect((await ask('info', { key })).body).toMatchObject({
    status: 'Used',
    usedby: username,
    usedon: String(now),
    hwid: 'd'.repeat(64),
  });
});

test('creates several different licenses in one request', async () => {
  const { ask } = await open();
  const { message, body } = await ask('add', { expiry: '30', amount: '100', owner: 'shop' });
  expect(message).toBe('Licenses successfully generated');
  expect(body).not.toHaveProperty('key');
  const keys = body['keys'] as string[]; // as its schema says
  expect(new Set(keys).size).toBe(100);
  const { body: list } = await ask('fetchallkeys');
  expect(list['keys']).toHaveLength(100);
  expect(list['keys']).toContainEqual({
    key: keys[0],
    note: '',
    expires: '2592000',
    status: 'Not Used',
    level: '1',
    genby: 'shop',
    gendate: String(now),
    usedon: null,
    usedby: null,
    banned: null,
    order: null,
    app: '',
    cooldown: '',
    hwid: '',
    ip: '',
    lastlogin: '',
  });
});

test('text answers contain one key per line', async () => {
  const { service } = await open();
  const one = await sellerText(service, { type: 'add', expiry: '1' });
  expect(one).toMatch(/^[0-9A-Za-z-]{41}$/);
  const three = await sellerText(service, { type: 'add', expiry: '1', amount: '3' });
  expect(three.split('\r\n')).toHaveLength(3);
  const all = await sellerText(service, { type: 'fetchallkeys' });
  expect(all.split('\r\n').sort()).toEqual([one, ...three.split('\r\n')].sort());
});

test.each([
  ['1', /^A-[0-9A-Za-z]{16}-z$/],
  ['2', /^A-[0-9A-Z]{16}-z$/],
  ['3', /^A-[0-9a-z]{16}-z$/],
])('fills the stars of a mask with characters of kind %s', async (character, form) => {
  const { ask } = await open();
  const mask = `A-${'*'.repeat(16)}-z`;
  const { body } = await ask('add', { expiry: '1', amount: '20', mask, character });
  for (const key of body['keys'] as string[]) expect(key).toMatch(form); // as its schema says
});

test('draws every character of a mask with equal probability', () => {
  const counts = new Map<string, number>();
  const many = 62 * 10_000;
  for (const character of keyFromMask('*'.repeat(many), '1'))
    counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // Chance exceeds this once in millions of runs; a byte's biased remainder exceeds it by far.
  for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(650);
  expect(maskBits('******-******', '2')).toBeCloseTo(62.04, 1);
});

test.each([
  // Both cases of a letter count as one: a key is found in either.
  [{ mask: '*'.repeat(15) }],
  [{ mask: '*'.repeat(15), character: '2' }],
  [{ mask: '******-******', character: '3' }],
  [{ mask: 'MY-OWN-KEY' }],
])('rejects a mask that can be guessed unless it is forced: %j', async (mask) => {
  const { ask } = await open();
  const refused = await ask('add', { expiry: '1', ...mask });
  expect(refused).toMatchObject({
    status: 400,
    message:
      'Keys of this mask are too easy to guess. Use more * characters, or force=1, or turn the setting weakkeys on (updatesettings, weakkeys=1)',
  });
  expect((await ask('fetchallkeys')).body['keys']).toEqual([]);
  expect(await ask('add', { expiry: '1', ...mask, force: '1' })).toMatchObject({ success: true });
});

test.each([
  ['1', '*'.repeat(16)],
  ['2', '*'.repeat(16)],
  ['3', '****-****-****-****'],
])('a mask of kind %s with 80 bits needs no force', async (character, mask) => {
  const { ask } = await open();
  expect(await ask('add', { expiry: '1', mask, character })).toMatchObject({ success: true });
});

test('creates a literal key once, even under concurrent requests', async () => {
  const { ask } = await open();
  const own = { expiry: '1', mask: 'WELCOME', force: '1' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('add', own)));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(answers.find(({ success }) => success)?.body['key']).toBe('WELCOME');
  for (const { success, message } of answers)
    if (!success) expect(message).toBe('This license key already exists');
  expect((await ask('fetchallkeys')).body['keys']).toHaveLength(1);
});

test('a mask with few combinations yields each of its keys, then fails without a partial result', async () => {
  const { ask } = await open();
  const small = { expiry: '1', mask: 'K*', character: '2', force: '1' };
  expect(await ask('add', { ...small, amount: '20' })).toMatchObject({ success: true });
  expect(await ask('add', { ...small, amount: '17' })).toMatchObject({
    status: 400,
    message: 'All keys of this mask are taken. Use more * characters.',
  });
  expect((await ask('fetchallkeys')).body['keys']).toHaveLength(20);
});

test.each([
  [{}, 'Expiry not set'],
  [{ expiry: '1', amount: '101' }, 'You can only generate 100 licenses at a time'],
  [
    { expiry: '1', amount: '2', mask: 'OWN', force: '1' },
    "Can't do custom key with amount greater than one",
  ],
  [{ expiry: '0' }, 'The parameter "expiry" is not valid.'],
  [{ expiry: '-1' }, 'The parameter "expiry" is not valid.'],
  [{ expiry: 'x' }, 'The parameter "expiry" is not valid.'],
  [{ expiry: '1', amount: '0' }, 'The parameter "amount" is not valid.'],
  [{ expiry: '1', amount: '1.5' }, 'The parameter "amount" is not valid.'],
  [{ expiry: '1', character: '4' }, 'The parameter "character" is not valid.'],
  [{ expiry: '1', level: '01' }, 'The parameter "level" is not valid.'],
  [{ expiry: '1', level: '1'.repeat(13) }, 'The parameter "level" is not valid.'],
  [{ expiry: '1', note: 'n'.repeat(70) }, 'The parameter "note" is not valid.'],
  [{ expiry: '1', mask: '*'.repeat(71) }, 'The parameter "mask" is not valid.'],
  [{ expiry: '1', mask: `${'*'.repeat(20)},` }, 'The parameter "mask" is not valid.'],
])('creates no license with %j', async (request, message) => {
  const { ask } = await open();
  expect(await ask('add', request)).toMatchObject({ status: 400, message });
  expect((await ask('fetchallkeys')).body['keys']).toEqual([]);
});

test('the details of a license have the reason of its ban until it is lifted', async () => {
  const { ask } = await open();
  const bystander = String((await ask('add', { expiry: '30' })).body['key']);
  const key = String((await ask('add', { expiry: '30' })).body['key']);
  await ask('ban', { key, reason: 'Chargeback' });
  const reasonOf = async (of: string) => (await ask('info', { key: of })).body['banned'];
  expect(await reasonOf(key)).toBe('Chargeback');
  expect(await reasonOf(bystander)).toBe('');
  await ask('unban', { key });
  expect(await reasonOf(key)).toBe('');
});
