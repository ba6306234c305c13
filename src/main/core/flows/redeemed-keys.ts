// Saves the keys redeemed on this computer, one list per account, for the settings.
// SECURITY: keys are saved masked only, and the account only as a keyed hash.
import { ok, type Result } from '../../../shared/failure.ts';
import { accountIn } from '../../../shared/phases.ts';
import type { Account } from '../../../shared/session.ts';
import { type Receipt, type RedeemedKey } from '../../../shared/receipt.ts';
import { usernameForService } from '../session/last-user.ts';
import { maskKey } from '../session/mask-key.ts';
import { maxRedeemedKeys, type StoredRedeemedKey } from '../saved-state.ts';
import { type CoreParts } from '../parts.ts';
import { accountKey } from './account-key.ts';

export type RedeemedKeysParts = Pick<
  CoreParts,
  'clock' | 'config' | 'device' | 'failures' | 'lastUser' | 'publisher' | 'serviceTime' | 'state'
>;

/** `username`: the service's name of the user. Failures are only logged. */
export async function saveRedeemedKey(
  core: RedeemedKeysParts,
  username: string,
  {
    maskedKey,
    redeemedAt,
    subscription,
    addedSeconds,
    lifetime,
    expiresAt,
  }: Omit<RedeemedKey, 'id'>,
): Promise<void> {
  try {
    const account = await accountKey(core, username);
    const before = core.state.get().redeemed;
    const usedIds = new Set(before.map(({ id }) => id));
    let id = redeemedAt;
    while (usedIds.has(id)) id += 1;
    const facts = { maskedKey, redeemedAt, subscription, addedSeconds, lifetime, expiresAt };
    core.state.change({ redeemed: evictOldest([...before, { account, id, ...facts }]) });
  } catch (error) {
    core.failures.defect('remembering what was redeemed failed', error);
  }
}

/** Returns the receipt of a new account's key. With several subscriptions, it names none. */
export function registrationReceipt(
  core: RedeemedKeysParts,
  key: string,
  account: Account,
): Omit<Receipt, 'username' | 'previousExpiresAt'> {
  const [only, ...others] = account.subscriptions;
  const given = others.length === 0 ? only : undefined;
  return {
    maskedKey: maskKey(key),
    redeemedAt: core.serviceTime.nowMs() ?? core.clock.now(),
    subscription: given?.name ?? null,
    addedSeconds: null,
    lifetime: given?.lifetime ?? false,
    expiresAt: given?.expiresAt ?? null,
  };
}

/** Lists the entries of the signed-in user, newest first. */
export async function listRedeemed(
  core: RedeemedKeysParts,
): Promise<Result<readonly RedeemedKey[]>> {
  if (accountIn(core.publisher.phase()) === null) return ok([]);
  const currentAccount = await accountKey(core, usernameForService(core.lastUser));
  const list = core.state.get().redeemed.filter(({ account }) => account === currentAccount);
  return ok(list.map(({ account: _, ...facts }) => facts).reverse());
}

/** Removes one entry of the signed-in user, or all entries if `id` is null. */
export async function removeRedeemed(
  core: RedeemedKeysParts,
  id: number | null,
): Promise<Result<readonly RedeemedKey[]>> {
  if (accountIn(core.publisher.phase()) === null) return ok([]);
  const currentAccount = await accountKey(core, usernameForService(core.lastUser));
  const isRemoved = (one: StoredRedeemedKey): boolean =>
    one.account === currentAccount && (id === null || one.id === id);
  core.state.change({ redeemed: core.state.get().redeemed.filter((one) => !isRemoved(one)) });
  return listRedeemed(core);
}

export async function moveRedeemedKeys(
  core: RedeemedKeysParts,
  from: string,
  to: string,
): Promise<void> {
  try {
    const [before, after] = [await accountKey(core, from), await accountKey(core, to)];
    const moved = (one: StoredRedeemedKey): StoredRedeemedKey =>
      one.account === before ? { ...one, account: after } : one;
    core.state.change({ redeemed: core.state.get().redeemed.map(moved) });
  } catch (error) {
    core.failures.defect('moving what was redeemed failed', error);
  }
}

/** Evicts the oldest entry of the account with the most entries, to protect other accounts. */
function evictOldest(all: readonly StoredRedeemedKey[]): readonly StoredRedeemedKey[] {
  if (all.length <= maxRedeemedKeys) return all;
  const counts = new Map<string, number>();
  for (const { account } of all) counts.set(account, (counts.get(account) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const oldest = all.findIndex(({ account }) => counts.get(account) === most);
  return all.filter((_, index) => index !== oldest);
}
