// Seller API operations on the buttons of the web loader.
import type { buttonsApi } from '@latchkey/protocol/seller/buttons.ts';
import { done, fail, type SellerHandlers } from '../../api/seller-call.ts';
import { readPage } from '../../api/seller-page.ts';

export const buttons: SellerHandlers<typeof buttonsApi> = {
  async addbutton({ db, application }, { value, text }) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('buttons')
      .values({ applicationId: application.id, value, text })
      .onConflict((conflict) => conflict.columns(['applicationId', 'value']).doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n ? done() : fail('button-exists');
  },
  async delbutton({ db, application }, { value }) {
    const { numDeletedRows } = await db
      .deleteFrom('buttons')
      .where('applicationId', '=', application.id)
      .where('value', '=', value)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('button-unknown') : done();
  },
  async delallbuttons({ db, application }) {
    const { numDeletedRows } = await db
      .deleteFrom('buttons')
      .where('applicationId', '=', application.id)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('no-buttons') : done();
  },
  async fetchallbuttons({ db, application }, page) {
    const { rows, ...more } = await readPage(
      db
        .selectFrom('buttons')
        .select(['text', 'value'])
        .where('applicationId', '=', application.id)
        .orderBy('value'),
      page,
    );
    return done({ buttons: rows, ...more });
  },
};
