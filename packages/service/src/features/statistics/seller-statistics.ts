// The seller API operation `stats`: counts licenses, accounts and other rows on the connection for
// long reads.
import type { statisticsApi } from '@latchkey/protocol/seller/statistics.ts';
import { done, type SellerHandlers } from '../../api/seller-call.ts';
import type { Database } from '../../database/schema.ts';

export const statistics: SellerHandlers<typeof statisticsApi> = {
  async stats({ reader: db, application: { id } }) {
    const licenses = await db
      .selectFrom('licenses')
      .select((eb) => ['status as what', eb.fn.countAll<number>().as('count')])
      .where('applicationId', '=', id)
      .groupBy('status')
      .execute();
    const accounts = await db
      .selectFrom('accounts')
      .select((eb) => ['role as what', eb.fn.countAll<number>().as('count')])
      .where('applicationId', '=', id)
      .groupBy('role')
      .execute();
    return done({
      unused: countOf(licenses, 'unused'),
      used: countOf(licenses, 'used'),
      paused: '0',
      banned: countOf(licenses, 'banned'),
      totalkeys: countOf(licenses),
      webhooks: await countRows(db, 'webhooks', id),
      files: await countRows(db, 'files', id),
      vars: await countRows(db, 'variables', id),
      resellers: countOf(accounts, 'Reseller'),
      managers: countOf(accounts, 'Manager'),
      totalaccs: countOf(accounts),
    });
  },
};

interface GroupCount {
  readonly what: string;
  readonly count: number;
}

/** Returns the sum of all counts if `what` is undefined. */
function countOf(rows: readonly GroupCount[], what?: string): string {
  const sum = rows
    .filter((row) => what === undefined || row.what === what)
    .reduce((total, { count }) => total + count, 0);
  return String(sum);
}

async function countRows(
  db: Database,
  table: 'webhooks' | 'files' | 'variables',
  applicationId: string,
): Promise<string> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('applicationId', '=', applicationId)
    .executeTakeFirstOrThrow();
  return String(count);
}
