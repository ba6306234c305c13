// Seller API operations that read histories (docs/helping.md#the-history-of-a-user).
import type { historyApi } from '@latchkey/protocol/seller/history.ts';
import { done, fail, type SellerHandlers } from '../../api/seller-call.ts';
import { readLongPage } from '../../api/seller-page.ts';
import { findUser } from '../users/users.ts';
import { historyAnswer, newestFirst, selectRow } from './history-rows.ts';
import { explain } from './why.ts';

export const history: SellerHandlers<typeof historyApi> = {
  async fetchhistory(call, { user, ...page }) {
    const found = user === undefined ? null : await findUser(call, user);
    if (found === undefined) return fail('user-unknown');
    const userId = found?.id ?? null;
    const { rows, ...more } = await readLongPage(
      call,
      {
        name: `history ${userId ?? ''}`,
        hasTies: false,
        cursors: (start) => newestFirst(call, userId, start),
        rows: (start) => selectRow(newestFirst(call, userId, start)),
      },
      page,
    );
    return done({ history: rows.map((row) => historyAnswer(call, row)), ...more });
  },

  why: explain,
};
