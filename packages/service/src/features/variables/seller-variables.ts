// Seller API operations on global variables.
import type { variablesApi } from '@latchkey/protocol/seller/variables.ts';
import { isTaken, withFold } from '../../database/names.ts';
import { done, fail, type SellerHandlers } from '../../api/seller-call.ts';
import { readPage } from '../../api/seller-page.ts';

export const variables: SellerHandlers<typeof variablesApi> = {
  async addvar({ db, application }, { name, data, authed = 1 }) {
    if (await isTaken(db, 'variables', application.id, name)) return fail('variable-exists');
    const added = await db
      .insertInto('variables')
      .values({ applicationId: application.id, ...withFold('varid', name), value: data, authed })
      .onConflict((conflict) => conflict.doNothing())
      .returning('varid')
      .executeTakeFirst();
    return added === undefined ? fail('variable-exists') : done();
  },
  async editvar({ db, application }, { varid, data: given, authed }) {
    const data = given === '' && authed !== undefined ? undefined : given;
    if (data === undefined && authed === undefined) return fail('nothing-to-update');
    const { numUpdatedRows } = await db
      .updateTable('variables')
      .set({ ...(data !== undefined && { value: data }), ...(authed !== undefined && { authed }) })
      .where('applicationId', '=', application.id)
      .where('varid', '=', varid)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? fail('variable-unknown') : done();
  },
  async retrvvar({ db, application }, { name }) {
    const variable = await db
      .selectFrom('variables')
      .select('value')
      .where('applicationId', '=', application.id)
      .where('varid', '=', name)
      .executeTakeFirst();
    return variable === undefined
      ? fail('variable-unknown')
      : done({}, { message: variable.value });
  },
  async delvar({ db, application }, { name }) {
    const { numDeletedRows } = await db
      .deleteFrom('variables')
      .where('applicationId', '=', application.id)
      .where('varid', '=', name)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('variable-unknown') : done();
  },
  async delallvars({ db, application }) {
    const { numDeletedRows } = await db
      .deleteFrom('variables')
      .where('applicationId', '=', application.id)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('no-variables') : done();
  },
  async fetchallvars({ db, application }, page) {
    const { rows, ...more } = await readPage(
      db
        .selectFrom('variables')
        .select(['varid', 'value as msg', 'authed'])
        .where('applicationId', '=', application.id)
        .orderBy('varid'),
      page,
    );
    // The flag is text, as other services list it.
    const vars = rows.map(({ varid, msg, authed }) => ({ varid, msg, authed: flagText(authed) }));
    return done({ vars, ...more });
  },
};

function flagText(flag: 0 | 1): '0' | '1' {
  return flag === 1 ? '1' : '0';
}
