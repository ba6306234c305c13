// Bans of users together with their keys, as users see them: sign-in, reason, key and device.
import { expect, test } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { freshChallenge, openWire } from './support/service-client.ts';

const phone = 'a'.repeat(64);
const laptop = 'b'.repeat(64);

/** Two users with running time and a device each. One of them redeemed two keys. */
async function open() {
  const wire = await openWire();
  const { service, send, init } = wire;
  const ask = sellerOf(service);
  const user = await service.addUser({ subscription: { days: 9 } });
  const other = await service.addUser({ subscription: { days: 9 } });
  const signIn = async ({ username, password: pass }: typeof user, hwid: string) => {
    const sessionid = await init();
    const { body } = await send({ type: 'login', sessionid, username, pass, hwid });
    return body['success'] === true ? 'in' : (body['bannedReason'] ?? body['reason']);
  };
  /** Redeems a key as any holder could. */
  const redeem = async (key: string) => {
    const parameters = { type: 'upgrade', sessionid: await init(), username: other.username, key };
    const { body } = await send({ ...parameters, challenge: freshChallenge() });
    return body['success'] === true ? 'redeemed' : body['reason'];
  };
  const keys: string[] = [];
  for (let index = 0; index < 2; index += 1) {
    const key = await service.addLicense({ days: 3 });
    keys.push(key);
    const parameters = { type: 'upgrade', sessionid: await init(), username: user.username, key };
    expect((await send(parameters)).body['success']).toBe(true);
  }
  expect(await signIn(user, phone)).toBe('in');
  expect(await signIn(other, laptop)).toBe('in');
  const [first = '', second = ''] = keys;
  return { ask, user, other, first, second, signIn, redeem };
}

test('a repeated ban of a key replaces the ban reason of its user, and one unban lifts both bans', async () => {
  const { ask, user, other, first, second, signIn, redeem } = await open();
  await ask('ban', { key: first, reason: 'stolen', userToo: '1' });
  expect(await signIn(user, phone)).toBe('stolen');
  await ask('ban', { key: first, reason: 'charged back', userToo: '1' });
  expect(await signIn(user, phone)).toBe('charged back');
  expect(await redeem(first)).toBe('key-banned');
  // A ban of the key alone does not change the user's ban.
  await ask('ban', { key: first, reason: 'of the key' });
  expect(await signIn(user, phone)).toBe('charged back');
  // The bystanders: another user, and the user's other key.
  expect(await signIn(other, laptop)).toBe('in');
  expect(await signIn(other, phone)).toBe('blacklisted');
  expect(await redeem(second)).toBe('key-used');
  await ask('unban', { key: first });
  expect(await signIn(user, phone)).toBe('in');
  expect(await redeem(first)).toBe('key-used');
});

test.each([
  { what: 'the first', lifted: 0, told: 'second' },
  { what: 'the second', lifted: 1, told: 'first' },
])(
  'lifting the ban of $what of two keys keeps the ban of the other in force',
  async ({ lifted, told }) => {
    const { ask, user, other, first, second, signIn, redeem } = await open();
    const both = [first, second] as const;
    await ask('ban', { key: first, reason: 'first', userToo: '1' });
    await ask('ban', { key: second, reason: 'second', userToo: '1' });
    expect(await signIn(user, phone)).toBe('second');
    await ask('unban', { key: both[lifted] ?? '' });
    expect(await signIn(user, phone)).toBe(told);
    expect(await redeem(both[lifted] ?? '')).toBe('key-used');
    expect(await redeem(both[1 - lifted] ?? '')).toBe('key-banned');
    expect(await signIn(other, laptop)).toBe('in');
    await ask('unban', { key: both[1 - lifted] ?? '' });
    expect(await signIn(user, phone)).toBe('in');
  },
);

test('a sign-in reports the latest ban, and once that is lifted, the earlier one', async () => {
  const { ask, user, first, second, signIn } = await open();
  for (const [key, reason] of [
    [first, 'first'],
    [second, 'second'],
    [first, 'first again'],
  ] as const)
    await ask('ban', { key, reason, userToo: '1' });
  expect(await signIn(user, phone)).toBe('first again');
  await ask('unban', { key: first });
  expect(await signIn(user, phone)).toBe('second');
  await ask('unban', { key: second });
  expect(await signIn(user, phone)).toBe('in');
});
