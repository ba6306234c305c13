// Removing licenses in the seller API. A license that is named takes with it what is left of what it gave; what is cleared
// away in bulk leaves users alone. Changes run inside a transaction that ends with the audit row.
import type { ExpressionBuilder } from 'kysely';
import type { licensesApi } from '../../shared/wire/seller/licenses.ts';
import { revokeLicense, type TakenBack } from '../licenses/license-grants.ts';
import { licenseRanges, type LicenseRange } from '../licenses/license-ranges.ts';
import type { ApplicationRow, Database, Tables } from '../database/schema.ts';
import type { LicenseStatus } from '../database/schema-licenses.ts';
import { done, fail, type SellerCall, type SellerRuns } from '../seller-call.ts';
import { removeUsers } from '../users/user-removal.ts';
import { movedOf, withTakenBack } from './taking-back.ts';

type Removing = 'del' | 'delmultiple' | 'delunused' | 'delused' | 'delalllicenses';

export const licenseRemoving: Pick<SellerRuns<typeof licensesApi>, Removing> = {
  async del(call, { key, userToo }) {
    const removed = await removeLicenses(call, [key], userToo === 1);
    if (removed === null) return fail('Failed to delete license!');
    const message = withTakenBack('Successfully deleted license!', removed.taken);
    return done({ takenBack: movedOf(removed.taken) }, { message });
  },
  async delmultiple(call, { key, userToo }) {
    const removed = await removeLicenses(call, [...new Set(key)], userToo === 1);
    if (removed === null) return fail('Failed to delete license!');
    const { deleted, taken } = removed;
    const message = withTakenBack('Successfully deleted license!', taken);
    return done({ deleted, takenBack: movedOf(taken) }, { message });
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

/** null: none of them exists. */
async function removeLicenses(
  call: SellerCall,
  keys: readonly string[],
  usersToo: boolean,
): Promise<{ deleted: number; taken: readonly TakenBack[] } | null> {
  const { db, application, now } = call;
  const removed = await db
    .deleteFrom('licenses')
    .where('applicationId', '=', application.id)
    .where('key', 'in', keys)
    .returning(['key', 'usedBy', 'usedAt'])
    .execute();
  if (removed.length === 0) return null;
  const gone = removed.map(({ key }) => key);
  const users = removed.flatMap(({ usedBy }) => (usedBy === null ? [] : [usedBy]));
  const taken: TakenBack[] = [];
  // A ban before has kept aside what was left: nothing of it comes back, and nothing is taken twice.
  for (const license of removed) taken.push(await revokeLicense(db, license, 'delete', now));
  await db
    .deleteFrom('tokens')
    .where('applicationId', '=', application.id)
    .where('kind', '=', 'license')
    .where('assigned', 'in', gone)
    .execute();
  if (usersToo && users.length > 0)
    await removeUsers(db, application, (eb) => eb('users.id', 'in', users));
  return { deleted: removed.length, taken };
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
