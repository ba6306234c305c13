// Seller API operations that remove licenses. Removal by key also revokes the time that a license
// gave. Bulk removal does not.
import { among } from '../../database/among.ts';
import type { ExpressionBuilder } from 'kysely';
import type { licensesApi } from '@latchkey/protocol/seller/licenses.ts';
import { revokeLicense, type TakenBack, movedOf, withTakenBack } from './license-grants.ts';
import type { Tables, Transaction } from '../../database/schema.ts';
import type { LicenseStatus } from '../../database/schema-licenses.ts';
import {
  aboutAll,
  done,
  fail,
  type PartCall,
  type SellerRuns,
  type SellerChange,
} from '../../api/seller-call.ts';
import { removeUsers } from '../users/users.ts';
import { overLicenses } from '../../api/passes.ts';

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
  delunused: clearing('unused', "Didn't find any unused keys!"),
  delused: clearing('used', "Didn't find any used keys!"),
  delalllicenses: clearing(null, "Didn't find any keys!"),
};

async function removeLicenses(
  call: SellerChange,
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
  const removedKeys = removed.map(({ key }) => key);
  const users = removed.flatMap(({ usedBy }) => (usedBy === null ? [] : [usedBy]));
  const taken: TakenBack[] = [];
  // Grants that an earlier ban revoked stay as they are.
  for (const license of removed) taken.push(await revokeLicense(db, license, 'delete', now));
  await db
    .deleteFrom('tokens')
    .where('applicationId', '=', application.id)
    .where('kind', '=', 'license')
    .where('assigned', 'in', removedKeys)
    .execute();
  if (usersToo && users.length > 0)
    await removeUsers(db, application, (eb) => eb('users.id', 'in', users));
  return { deleted: removed.length, taken };
}

/** Removes all licenses with this status, or all if it is null. Users keep their time. */
function clearing<const Nothing extends string>(status: LicenseStatus | null, nothing: Nothing) {
  return {
    begin: aboutAll,
    passes: [
      overLicenses(({ db, application }: PartCall, _request: unknown, keys: readonly string[]) =>
        clearLicenses(db, application.id, status, keys),
      ),
    ],
    end: ({ changed }: { readonly changed: number }) => (changed === 0 ? fail(nothing) : done()),
  };
}

async function clearLicenses(
  db: Transaction,
  applicationId: string,
  status: LicenseStatus | null,
  keys: readonly string[],
): Promise<number> {
  const which = (eb: ExpressionBuilder<Tables, 'licenses'>) =>
    eb.and([
      eb('licenses.applicationId', '=', applicationId),
      eb('licenses.key', 'in', among(db, keys)),
      ...(status === null ? [] : [eb('licenses.status', '=', status)]),
    ]);
  await db
    .deleteFrom('tokens')
    .where('applicationId', '=', applicationId)
    .where('kind', '=', 'license')
    .where('assigned', 'in', db.selectFrom('licenses').select('key').where(which))
    .execute();
  const { numDeletedRows } = await db.deleteFrom('licenses').where(which).executeTakeFirst();
  return Number(numDeletedRows);
}
