// Seller API operations on chat messages.
import type { chatMessagesApi } from '@latchkey/protocol/seller/chat-messages.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { done, fail, type SellerCall, type SellerHandlers } from '../../api/seller-call.ts';
import { readPage } from '../../api/seller-page.ts';

export const chatMessages: SellerHandlers<typeof chatMessagesApi> = {
  async fetchmessages({ db, application }, { name, ...page }) {
    if (!(await channelExists({ db, application }, name))) return fail('channel-unknown');
    const { rows, ...more } = await readPage(
      db
        .selectFrom('chatMessages')
        .leftJoin('users', 'users.id', 'chatMessages.userId')
        .select(['chatMessages.id', 'author', 'username', 'message', 'writtenAtMs'])
        .where('chatMessages.applicationId', '=', application.id)
        .where('channel', '=', name)
        .orderBy('writtenAtMs', 'desc'),
      page,
    );
    const messages = rows.map(({ id, author, username, message, writtenAtMs }) => ({
      id,
      author,
      user: username,
      message,
      timestamp: String(toUnixSeconds(writtenAtMs)),
    }));
    return done({ messages, ...more });
  },
  async delmessage({ db, application }, { id }) {
    const { numDeletedRows } = await db
      .deleteFrom('chatMessages')
      .where('applicationId', '=', application.id)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('message-unknown') : done();
  },
};

/** `name` is the stored spelling. */
export async function channelExists(
  { db, application }: Pick<SellerCall, 'db' | 'application'>,
  name: string,
): Promise<boolean> {
  const channel = await db
    .selectFrom('channels')
    .select('name')
    .where('applicationId', '=', application.id)
    .where('name', '=', name)
    .executeTakeFirst();
  return channel !== undefined;
}
