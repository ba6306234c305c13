// Seller API operations that remove licenses. Removal by key also revokes the time that a license
// gave. Bulk removal does not.
import { isStill } from '../../database/expressions.ts';
import { isListed } from '../../database/in-list.ts';
import type { ExpressionBuilder } from 'kysely';
import type { licensesApi } from '@latchkey/protocol/seller/licenses.ts';
import {
  revokeLicense,
  type Revocation,
  timeChangesOf,
  withRevocationNote,
} from './license-grants.ts';
import type { Tables } from '../../database/schema.ts';
import type { LicenseStatus } from '../../database/schema-licenses.ts';
import {
  beginForAll,
  done,
  fail,
  type BatchCall,
  type SellerHandlers,
  type SellerChange,
} from '../../api/seller-call.ts';
import { removeUsers } from '../users/users.ts';
import { licensePass } from '../../api/passes.ts';
import { creditLicenses } from '../accounts/balances.ts';

type RemovalOperation = 'del' | 'delmultiple' | 'delunused' | 'delused' | 'delalllicenses';

export const licenseRemoving: Pick<SellerHandlers<typeof licensesApi>, RemovalOperation> = {
  async del(call, { key, userToo }) {
    const removed = await removeLicenses(call, [key], userToo === 1);
    if (removed === null) return fail('key-unknown');
    const message = withRevocationNote('Successfully deleted license!', removed.revoked);
    return done({ takenBack: timeChangesOf(removed.revoked) }, { message });
  },
  async delmultiple(call, { key, userToo }) {
    const removed = await removeLicenses(call, [...new Set(key)], userToo === 1);
    if (removed === null) return fail('key-unknown');
    const { deleted, revoked } = removed;
    const message = withRevocationNote('Successfully deleted license!', revoked);
    return done({ deleted, takenBack: timeChangesOf(revoked) }, { message });
  },
  delunused: bulkRemoval('unused', 'no-unused-keys'),
  delused: bulkRemoval('used', 'no-used-keys'),
  delalllicenses: bulkRemoval(null, 'no-keys'),
};

export async function removeLicenses(
  call: SellerChange,
  keys: readonly string[],
  usersToo: boolean,
): Promise<{ deleted: number; revoked: readonly Revocation[] } | null> {
  const { db, application, now } = call;
  await creditLicenses(call, 'delete', (eb) =>
    eb.and([
      eb('licenses.applicationId', '=', application.id),
      eb('licenses.key', 'in', keys),
      isStill('licenses.status', 'unused'),
    ]),
  );
  const removed = await db
    .deleteFrom('licenses')
    .where('applicationId', '=', application.id)
    .where('key', 'in', keys)
    .returning(['key', 'usedBy', 'usedAt'])
    .execute();
  if (removed.length === 0) return null;
  const removedKeys = removed.map(({ key }) => key);
  const users = removed.flatMap(({ usedBy }) => (usedBy === null ? [] : [usedBy]));
  const revoked: Revocation[] = [];
  // Grants that an earlier ban revoked stay as they are.
  for (const license of removed) revoked.push(await revokeLicense(db, license, 'delete', now));
  await db
    .deleteFrom('tokens')
    .where('applicationId', '=', application.id)
    .where('kind', '=', 'license')
    .where('assigned', 'in', removedKeys)
    .execute();
  if (usersToo && users.length > 0)
    await removeUsers(db, application, (eb) => eb('users.id', 'in', users));
  return { deleted: removed.length, revoked };
}

/** Removes all licenses with this status, or all if it is null. Users keep their time. */
function bulkRemoval<const Code extends string>(status: LicenseStatus | null, failure: Code) {
  return {
    begin: beginForAll,
    passes: [
      licensePass((call: BatchCall, _request: unknown, keys: readonly string[]) =>
        clearLicenses(call, status, keys),
      ),
    ],
    end: ({ changed }: { readonly changed: number }) => (changed === 0 ? fail(failure) : done()),
  };
}

async function clearLicenses(
  call: BatchCall,
  status: LicenseStatus | null,
  keys: readonly string[],
): Promise<number> {
  const { db } = call;
  const applicationId = call.application.id;
  const matches = (eb: ExpressionBuilder<Tables, 'licenses'>) =>
    eb.and([
      isListed(db, 'licenses.key', applicationId, keys),
      ...(status === null ? [] : [isStill('licenses.status', status)]),
    ]);
  if (status !== 'used')
    await creditLicenses(call, 'delete', (eb) =>
      eb.and([matches(eb), isStill('licenses.status', 'unused')]),
    );
  await db
    .deleteFrom('tokens')
    .where('applicationId', '=', applicationId)
    .where('kind', '=', 'license')
    .where('assigned', 'in', db.selectFrom('licenses').select('key').where(matches))
    .execute();
  const { numDeletedRows } = await db.deleteFrom('licenses').where(matches).executeTakeFirst();
  return Number(numDeletedRows);
}
