// Removing licenses in the seller API. One license takes the subscription that it alone began with it; what is cleared
// away in bulk leaves users alone. Changes run inside a transaction that ends with the audit row.
import type { ExpressionBuilder } from 'kysely';
import type { licensesApi } from '../../shared/wire/seller/licenses.ts';
import { licenseRanges, type LicenseRange } from '../licenses/license-ranges.ts';
import type { ApplicationRow, Database, LicenseStatus, Tables } from '../database/schema.ts';
import { done, fail, type SellerRuns } from '../seller-call.ts';
import { removeUsers } from '../users/user-removal.ts';

type Removing = 'del' | 'delmultiple' | 'delunused' | 'delused' | 'delalllicenses';

export const licenseRemoving: Pick<SellerRuns<typeof licensesApi>, Removing> = {
  async del({ db, application }, { key, userToo }) {
    const deleted = await removeLicenses(db, application, [key], userToo === 1);
    return deleted === 0 ? fail('Failed to delete license!') : done();
  },
  async delmultiple({ db, application }, { key, userToo }) {
    const deleted = await removeLicenses(db, application, [...new Set(key)], userToo === 1);
    return deleted === 0 ? fail('Failed to delete license!') : done({ deleted });
  },
  async delunused({ db, application }) {
    const some = await clearLicenses(db, application, 'unused');
    return some ? done() : fail("Didn't find any unused keys!");
  },
  async delused({ db, application }) {
    const some = await clearLicenses(db, application, 'used');
    return some ? done() : fail("Didn't find any used keys!");
  },
  async delalllicenses({ db, application }) {
    const some = await clearLicenses(db, application, null);
    return some ? done() : fail("Didn't find any keys!");
  },
};

async function removeLicenses(
  db: Database,
  application: ApplicationRow,
  keys: readonly string[],
  usersToo: boolean,
): Promise<number> {
  const removed = await db
    .deleteFrom('licenses')
    .where('applicationId', '=', application.id)
    .where('key', 'in', keys)
    .returning(['key', 'usedBy'])
    .execute();
  if (removed.length === 0) return 0;
  const gone = removed.map(({ key }) => key);
  const users = removed.flatMap(({ usedBy }) => (usedBy === null ? [] : [usedBy]));
  if (users.length > 0)
    await db
      .deleteFrom('subscriptions')
      .where('userId', 'in', users)
      .where('licenseKey', 'in', gone)
      .execute();
  await db
    .deleteFrom('tokens')
    .where('applicationId', '=', application.id)
    .where('kind', '=', 'license')
    .where('assigned', 'in', gone)
    .execute();
  if (usersToo && users.length > 0)
    await removeUsers(db, application, (eb) => eb('users.id', 'in', users));
  return removed.length;
}

/** `status` null: all. Whoever redeemed one keeps what it gave. */
async function clearLicenses(
  db: Database,
  application: ApplicationRow,
  status: LicenseStatus | null,
): Promise<boolean> {
  let cleared = false;
  for await (const range of licenseRanges(db, application.id))
    cleared = (await clearRange(db, application.id, status, range)) || cleared;
  return cleared;
}

async function clearRange(
  db: Database,
  applicationId: string,
  status: LicenseStatus | null,
  { after, upTo }: LicenseRange,
): Promise<boolean> {
  const which = (eb: ExpressionBuilder<Tables, 'licenses'>) =>
    eb.and([
      eb('licenses.applicationId', '=', applicationId),
      eb('licenses.key', '>', after),
      eb('licenses.key', '<=', upTo),
      ...(status === null ? [] : [eb('licenses.status', '=', status)]),
    ]);
  const keys = db.selectFrom('licenses').select('key').where(which);
  await db
    .deleteFrom('tokens')
    .where('applicationId', '=', applicationId)
    .where('kind', '=', 'license')
    .where('assigned', 'in', keys)
    .execute();
  const { numDeletedRows } = await db.deleteFrom('licenses').where(which).executeTakeFirst();
  return numDeletedRows > 0n;
}
