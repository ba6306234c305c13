// Seller API operations on bans, pauses, devices and cooldowns of users.
import { inList } from '../../database/in-list.ts';
import { maxCooldownSeconds, type userAccessApi } from '@latchkey/protocol/seller/user-access.ts';
import { banUser, unbanUser, addressAnswer, sellerBan, withAddress } from './bans.ts';
import { emitEvent } from '../../outbound/events.ts';
import { beginForAll, done, fail, type SellerHandlers } from '../../api/seller-call.ts';
import {
  ownedBy,
  pauseSubscriptions,
  resumeSubscriptions,
} from '../subscriptions/subscription-pauses.ts';
import { userPass } from '../../api/passes.ts';
import { boundDevices } from '../devices/devices.ts';
import { bySeller, recordAccountEvent } from './account-events.ts';
import { findUser } from './users.ts';

/** A reset by the seller also opens seats that are held until an offline pass ends. */
const seatTables = ['devices', 'offlinePasses'] as const;

const bannedText = 'Successfully banned user!';

export const userAccess: SellerHandlers<typeof userAccessApi> = {
  async banuser(call, { user, reason, address }) {
    const { db, application } = call;
    const foundUser = await findUser(call, user);
    if (foundUser === undefined) return fail('user-unknown');
    const banned = await banUser(db, application, foundUser.id, sellerBan(call, reason, address));
    await emitEvent(db, call, 'ban', { username: foundUser.username, reason });
    return done({ address: addressAnswer(banned) }, { message: withAddress(bannedText, banned) });
  },

  async unbanuser(call, { user }) {
    const foundUser = await findUser(call, user);
    if (foundUser === undefined) return fail('user-unknown');
    await unbanUser(call.db, call.application, foundUser.id, call.now);
    return done();
  },

  async pauseuser(call, { username }) {
    const { db, now } = call;
    const user = await findUser(call, username);
    if (user === undefined) return fail('user-unknown');
    await pauseSubscriptions(db, ownedBy(user.id), now);
    return done();
  },

  async unpauseuser(call, { username }) {
    const user = await findUser(call, username);
    if (user === undefined) return fail('user-unknown');
    await resumeSubscriptions(call.db, call.application, ownedBy(user.id), call.now);
    return done();
  },

  async resetuser(call, { user }) {
    const foundUser = await findUser(call, user);
    if (foundUser === undefined) return fail('user-unknown');
    const removed = await boundDevices(call.db, foundUser.id);
    if (removed.length > 0) {
      const name = removed.length === 1 ? (removed[0]?.name ?? '') : '';
      // Before the deletion: sign-ins lock the user first, too.
      await recordAccountEvent(call, foundUser.id, bySeller('computer-removed', name));
    }
    for (const table of seatTables)
      await call.db.deleteFrom(table).where('userId', '=', foundUser.id).execute();
    return done();
  },

  resetalluser: {
    begin: beginForAll,
    passes: [
      userPass(async ({ db }, _request, ids) => {
        for (const table of seatTables)
          await db.deleteFrom(table).where('userId', 'in', inList(db, ids)).execute();
        return ids.length;
      }),
    ],
    end: ({ changed }) => (changed === 0 ? fail('no-users') : done()),
  },

  async addhwiduser(call, { user, hwid }) {
    const foundUser = await findUser(call, user);
    if (foundUser === undefined) return fail('user-unknown');
    await call.db
      .insertInto('devices')
      .values({ userId: foundUser.id, hwid, addedAt: call.now })
      .onConflict((conflict) => conflict.columns(['userId', 'hwid']).doNothing())
      .execute();
    return done();
  },

  async setcooldown({ db, application, now }, { user, cooldown }) {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ cooldownAt: cooldown > maxCooldownSeconds ? cooldown : now + cooldown })
      .where('applicationId', '=', application.id)
      .where('username', '=', user)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? fail('user-unknown') : done();
  },
};
