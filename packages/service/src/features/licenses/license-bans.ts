// Seller API operations that ban and refund licenses. Both revoke the remaining time that a license
// gave; lifting a ban restores it.
import { isStill } from '../../database/expressions.ts';
import type { licensesApi } from '@latchkey/protocol/seller/licenses.ts';
import { banUser, liftBan, sellerBan, withAddress } from '../users/bans.ts';
import { chargeAgain, creditLicenses } from '../accounts/balances.ts';
import { emitEvent } from '../../outbound/events.ts';
import type { Database } from '../../database/schema.ts';
import { done, fail, type SellerChange, type SellerHandlers } from '../../api/seller-call.ts';
import { addCounts } from '../numbers/counting.ts';
import {
  restoreLicense,
  revokeLicense,
  type Revocation,
  timeChangesOf,
  withRevocationNote,
} from './license-grants.ts';

type Handlers = Pick<SellerHandlers<typeof licensesApi>, 'ban' | 'unban' | 'refund'>;

export const licenseBans: Handlers = {
  async ban(call, { key, reason, userToo, address }) {
    const { db, application, now } = call;
    // The update returns the user: it sees any earlier redeem, and no later one is possible.
    const banning = banLicenses(call, reason).where('key', '=', key);
    const newly = await banning.where('status', '!=', 'banned').executeTakeFirst();
    const banned = newly ?? (await banning.executeTakeFirst());
    if (banned === undefined) return fail('key-unknown');
    const { usedBy } = banned;
    const revoked = await revokeLicense(db, banned, 'ban', now);
    const user = userToo === 1 && usedBy !== null ? await findUserById(db, usedBy) : undefined;
    await emitEvent(db, call, 'ban', { username: user?.username, license: key, reason });
    const ban = { ...sellerBan(call, reason, address), licenseKey: key };
    const bannedAddress = user === undefined ? null : await banUser(db, application, user.id, ban);
    if (newly !== undefined) await addCounts(call, [{ kind: 'banned' }]);
    return revocationAnswer(revoked, withAddress(bannedText, bannedAddress));
  },

  /** Revokes nothing twice, because shops repeat a request whose answer was lost. */
  async refund(call, { key, order, reason }) {
    if (key === undefined && order === undefined) return fail('key-or-order');
    const all = banLicenses(call, reason);
    const ofKey = key === undefined ? all : all.where('key', '=', key);
    const revoked = await refundLicenses(
      call,
      order === undefined ? ofKey : ofKey.where('orderNumber', '=', order),
      reason,
    );
    if (revoked === null) return fail(key === undefined ? 'order-unknown' : 'key-unknown');
    const text = key === undefined ? 'Successfully refunded order!' : refundedText;
    return done(
      { takenBack: timeChangesOf(revoked) },
      { message: withRevocationNote(text, revoked) },
    );
  },

  async unban(call, { key }) {
    const { db, application, now } = call;
    const unbanAs = (status: 'used' | 'unused') =>
      db
        .updateTable('licenses')
        .set({ status })
        .where('applicationId', '=', application.id)
        .where('key', '=', key)
        .where(isStill('status', 'banned'))
        .where('usedAt', status === 'used' ? 'is not' : 'is', null)
        .returning(['key', 'usedBy', 'usedAt'])
        .executeTakeFirst();
    // A key whose user was removed stays used; otherwise it could be redeemed twice.
    const license = (await unbanAs('used')) ?? (await unbanAs('unused'));
    if (license === undefined) return fail('key-not-banned');
    if (!(await chargeAgain(call, key))) return fail('balance-low');
    await db
      .updateTable('licenses')
      .set({ bannedReason: null })
      .where('applicationId', '=', application.id)
      .where('key', '=', key)
      .execute();
    if (license.usedBy !== null) await liftBan(db, application, license.usedBy, key, now);
    return done({ givenBack: [...(await restoreLicense(db, application, license, now))] });
  },
};

/** Refunds the licenses that `matching` selects. Returns null if there are none. */
export async function refundLicenses(
  call: SellerChange,
  matching: ReturnType<typeof banLicenses>,
  reason: string,
): Promise<readonly Revocation[] | null> {
  const { db, application, now } = call;
  const newly = await matching.where('status', '!=', 'banned').execute();
  // Also those that were banned before, to replace the reason.
  const refunded = await matching.execute();
  if (refunded.length === 0) return null;
  await creditLicenses(call, 'refund', (eb) =>
    eb.and([
      eb('licenses.applicationId', '=', application.id),
      eb(
        'licenses.key',
        'in',
        refunded.map((license) => license.key),
      ),
    ]),
  );
  const revoked: Revocation[] = [];
  // Sorted, so that two concurrent refunds cannot deadlock.
  for (const license of refunded.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
    revoked.push(await revokeLicense(db, license, 'refund', now));
    await emitEvent(db, call, 'ban', { license: license.key, reason });
  }
  if (newly.length > 0) await addCounts(call, [{ kind: 'refunded', count: newly.length }]);
  return revoked;
}

/** Bans the licenses that further conditions select, and returns them. */
export function banLicenses({ db, application }: SellerChange, bannedReason: string) {
  return db
    .updateTable('licenses')
    .set({ status: 'banned', bannedReason })
    .where('applicationId', '=', application.id)
    .returning(['key', 'usedBy', 'usedAt']);
}

const bannedText = 'Successfully banned license!';
const refundedText = 'Successfully refunded license!';

function revocationAnswer(revoked: Revocation, text: string) {
  return done(
    { takenBack: timeChangesOf([revoked]) },
    { message: withRevocationNote(text, [revoked]) },
  );
}

async function findUserById(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', '=', userId)
    .executeTakeFirst();
}
