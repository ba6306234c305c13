// The list of keys redeemed on this computer: what is saved, for which account, and the removal of
// entries from the file.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openLocalState } from '../../src/main/adapters/local-state.ts';
import { maxRedeemedKeys } from '../../src/main/core/saved-state.ts';
import type { RedeemedKey } from '../../src/shared/receipt.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { createFakeLog } from '../support/fake-log.ts';
import { refusal } from '../support/fake-http.ts';
import { settled } from '../support/fake-clock.ts';
import { atForm, atReady, form, type Harness } from './harness.ts';

const key = 'NWND-7F3Q-2MXX-91KD';
const until = 1_800_000_000;
const gave = {
  success: true,
  redeemed: { subscription: 'Pro', level: '1', seconds: 2_592_000, until },
};

async function listed({ handlers }: Harness): Promise<readonly RedeemedKey[]> {
  const answer = await handlers.listRedeemed({});
  if (!answer.ok) throw new Error(answer.failure.code);
  return answer.value;
}
const masked = async (harness: Harness) =>
  (await listed(harness)).map(({ maskedKey }) => maskedKey);

test('a redeem is saved with the masked key, its result and the time', async () => {
  const harness = await atReady();
  harness.http.on('upgrade', gave);
  await harness.handlers.redeem({ username: 'anna', key });
  const [one, ...more] = await listed(harness);
  expect(more).toEqual([]);
  expect(one).toMatchObject({
    maskedKey: 'NWND-••••-91KD',
    subscription: 'Pro',
    addedSeconds: 2_592_000,
    lifetime: false,
    expiresAt: until * 1000,
  });
  expect(one).not.toHaveProperty('account');
  const file = JSON.stringify(harness.parts.state.get());
  for (const secret of [key, '7F3Q', 'anna']) expect(file).not.toContain(secret);
});

test('a failed redeem is not saved', async () => {
  const harness = await atReady();
  harness.http.on('upgrade', refusal('key-unknown'));
  await harness.handlers.redeem({ username: 'anna', key });
  expect(await listed(harness)).toEqual([]);
});

test('a redeem from the form is saved for its account, and so is the key of a new account', async () => {
  const state = createFakeLocalState();
  const harness = await atForm({ state });
  harness.http.on('upgrade', gave);
  await harness.handlers.redeem({ username: 'Bob', key });
  expect(await listed(harness)).toEqual([]);
  await harness.handlers.register({
    username: 'carl',
    password: 'secret words',
    key: 'NWND-AAAA-BBBB-CCCC',
    email: null,
    remember: false,
  });
  harness.at('ready');
  expect(await listed(harness)).toMatchObject([
    { maskedKey: 'NWND-••••-CCCC', subscription: 'Pro' },
  ]);
  await harness.handlers.useAnotherAccount({});
  await harness.handlers.signIn({ ...form, username: 'bob' });
  expect(await masked(harness)).toEqual(['NWND-••••-91KD']);
});

test('the list survives a restart, is sorted newest first, and removals affect one account only', async () => {
  const state = createFakeLocalState();
  const first = await atReady({ state });
  first.http.on('upgrade', gave);
  for (const last of ['AAAA', 'BBBB', 'CCCC'])
    await first.handlers.redeem({ username: 'anna', key: `NWND-7F3Q-2MXX-${last}` });
  await first.handlers.useAnotherAccount({});
  await first.handlers.redeem({ username: 'bob', key });

  const next = await atReady({ state });
  expect(await masked(next)).toEqual(['NWND-••••-CCCC', 'NWND-••••-BBBB', 'NWND-••••-AAAA']);
  const list = await listed(next);
  const bobs = state.get().redeemed.at(-1);
  // An entry of another account cannot be removed, even if its id is known.
  expect(await next.handlers.removeRedeemed({ id: bobs?.id ?? 0 })).toEqual({
    ok: true,
    value: list,
  });
  await next.handlers.removeRedeemed({ id: list[1]?.id ?? 0 });
  expect(await masked(next)).toEqual(['NWND-••••-CCCC', 'NWND-••••-AAAA']);
  expect(await next.handlers.removeRedeemed({ id: null })).toEqual({ ok: true, value: [] });
  expect(state.get().redeemed).toEqual([bobs]);
});

test('the list is kept when the user name changes', async () => {
  const harness = await atReady();
  harness.http.on('upgrade', gave);
  await harness.handlers.redeem({ username: 'anna', key });
  await settled();
  await harness.handlers.changeUsername({ newUsername: 'anne' });
  await harness.handlers.signIn({ ...form, username: 'anne' });
  harness.at('ready');
  expect(await masked(harness)).toEqual(['NWND-••••-91KD']);
});

test("the list is bounded, and one account does not evict another's entries", async () => {
  const state = createFakeLocalState();
  const harness = await atForm({ state });
  harness.http.on('upgrade', gave);
  await harness.handlers.redeem({ username: 'bob', key });
  for (let count = 0; count < maxRedeemedKeys + 5; count += 1)
    await harness.handlers.redeem({
      username: 'anna',
      key: `NWND-7F3Q-2MXX-${String(1000 + count)}`,
    });
  const { redeemed } = state.get();
  expect(redeemed).toHaveLength(maxRedeemedKeys);
  expect(redeemed[0]?.maskedKey).toBe('NWND-••••-91KD');
  expect(redeemed[1]?.maskedKey).toBe('NWND-••••-1006');
  expect(new Set(redeemed.map(({ id }) => id)).size).toBe(maxRedeemedKeys);
});

test('the file can contain the longest names, and removed entries disappear from it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-redeemed-'));
  const log = createFakeLog();
  const state = openLocalState({ folder, writable: true, log });
  const harness = await atReady({ state });
  const subscription = '💎'.repeat(200);
  harness.http.on('upgrade', { ...gave, redeemed: { ...gave.redeemed, subscription } });
  for (let count = 0; count < maxRedeemedKeys; count += 1)
    await harness.handlers.redeem({
      username: 'anna',
      key: `NWND-7F3Q-2MXX-${String(1000 + count)}`,
    });
  await state.settled();
  const text = () => readFile(path.join(folder, 'state.json'), 'utf8');
  expect(await text()).toContain('NWND-••••-1099');
  expect(openLocalState({ folder, writable: true, log }).get().redeemed).toEqual(
    state.get().redeemed,
  );
  expect(state.get().redeemed).toHaveLength(maxRedeemedKeys);
  await harness.handlers.removeRedeemed({ id: null });
  await state.settled();
  expect(await text()).not.toContain('NWND');
  await rm(folder, { recursive: true, force: true });
});
