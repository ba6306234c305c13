// Seller API operations on chats.
import type { chatsApi } from '@latchkey/protocol/seller/chats.ts';
import { isTaken, withFold, userOfName } from '../../database/names.ts';
import type { ApplicationRow, Database } from '../../database/schema.ts';
import { deletionPass, finalPass } from '../../api/passes.ts';
import { done, fail, type SellerHandlers } from '../../api/seller-call.ts';
import { userOrder } from '../../api/seller-names.ts';
import { readPage } from '../../api/seller-page.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { channelExists, chatMessages } from './seller-messages.ts';

const deleteMessages = deletionPass(
  ({ db, application, subject }, start, limit) =>
    db
      .selectFrom('chatMessages')
      .select(['id as key', 'writtenAtMs as at'])
      .where('applicationId', '=', application.id)
      .where('channel', '=', subject)
      .where('writtenAtMs', '>=', unixMs(Number(start)))
      .orderBy('writtenAtMs')
      .limit(limit)
      .execute(),
  ({ db }, ids) => db.deleteFrom('chatMessages').where('id', 'in', ids),
);

export const chats: SellerHandlers<typeof chatsApi> = {
  async addchannel({ db, application }, { name, delay }) {
    if (await isTaken(db, 'channels', application.id, name)) return fail('channel-exists');
    const added = await db
      .insertInto('channels')
      .values({ applicationId: application.id, ...withFold('name', name), delaySeconds: delay })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    return added === undefined ? fail('channel-exists') : done();
  },
  async editchan({ db, application }, { name, delay }) {
    const { numUpdatedRows } = await db
      .updateTable('channels')
      .set({ delaySeconds: delay })
      .where('applicationId', '=', application.id)
      .where('name', '=', name)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? fail('channel-unknown') : done();
  },
  delchannel: {
    async begin(call, { name }) {
      const exists = await channelExists(call, name);
      return exists ? { subject: name } : fail('channel-unknown');
    },
    passes: [
      deleteMessages,
      finalPass(({ db, application, subject }) =>
        db
          .deleteFrom('channels')
          .where('applicationId', '=', application.id)
          .where('name', '=', subject)
          .execute(),
      ),
    ],
    end: () => done(),
  },
  clearchannel: {
    async begin(call, { name }) {
      const exists = await channelExists(call, name);
      return exists ? { subject: name } : fail('channel-unknown');
    },
    passes: [deleteMessages],
    end: () => done(),
  },
  async muteuser({ db, application, now }, { user, time }) {
    const userId = await findUserId(db, application, user);
    if (userId === null) return fail('user-unknown');
    const mutedUntil = now + time;
    await db
      .insertInto('chatMutes')
      .values({ userId, mutedUntil })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet({ mutedUntil }))
      .execute();
    return done();
  },
  async unmuteuser({ db, application, now }, { user }) {
    const userId = await findUserId(db, application, user);
    if (userId === null) return fail('user-unknown');
    const { numDeletedRows } = await db
      .deleteFrom('chatMutes')
      .where('userId', '=', userId)
      .where('mutedUntil', '>', now)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('user-not-muted') : done();
  },
  async fetchallchats({ db, application }, page) {
    const { rows, ...more } = await readPage(
      db
        .selectFrom('channels')
        .select(['name', 'delaySeconds as delay'])
        .where('applicationId', '=', application.id)
        .orderBy('name'),
      page,
    );
    const chats = rows.map((row) => ({ ...row, delay: String(row.delay) }));
    return done({ chats, ...more });
  },
  async fetchallmutes(call, page) {
    const { db, application, now } = call;
    const { rows, ...more } = await readPage(
      db
        .selectFrom('chatMutes')
        .innerJoin('users', 'users.id', 'chatMutes.userId')
        .select(['username', 'mutedUntil'])
        .where('applicationId', '=', application.id)
        .where('mutedUntil', '>', now)
        .orderBy(userOrder(call)),
      page,
    );
    const mutes = rows.map(({ username, mutedUntil }) => ({
      user: username,
      time: String(mutedUntil),
    }));
    return done({ mutes, ...more });
  },
  ...chatMessages,
};

async function findUserId(
  db: Database,
  application: ApplicationRow,
  username: string,
): Promise<string | null> {
  const user = await userOfName(db, application, username).select('users.id').executeTakeFirst();
  return user?.id ?? null;
}
