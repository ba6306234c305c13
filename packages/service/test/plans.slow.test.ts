// Statements read their rows by the indexes of the committed tables (docs/engineering/plans.md).
// `npm run plans` prints the tables again.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askEverything } from './support/plans/asked-statements.ts';
import { noReason, planTable, type Planned } from './support/plans/plan-table.ts';
import { explainOnPostgresql } from './support/plans/postgresql-plans.ts';
import { explainOnSqlite } from './support/plans/sqlite-plans.ts';
import { databaseKind } from './support/postgresql.ts';
import type { RecordedStatement } from './support/recorded-statements.ts';

/** A statement with a plan that reads too much. */
const unexplained = new RegExp(`^\\S.*(?:\\n .*)*?${noReason}$`, 'gm');

const folder = join(import.meta.dirname, '../../../docs/engineering/plans');

/** These need more than rows: ids that the service makes up, mail, or contents of files. */
const withoutSuccess = [
  ...['unpauseapp', 'delexpusers', 'disable2fa', 'passwordlink', 'removecomputer', 'endsessions'],
  ...['upload', 'editfile', 'delfile', 'fetchfile', 'beginrelease', 'missingchunks'],
  ...['publishrelease', 'retractrelease', 'rolloutrelease'],
  ...[
    'editshop',
    'mapproduct',
    'unmapproduct',
    'addshopsecret',
    'delshopsecret',
    'setshoptoken',
    'delshop',
  ],
  ...['sendkeys', 'resenddelivery', 'kill', 'delmessage'],
  ...['delWhite', 'deltoken', 'bantoken', 'unbantoken', 'endaccountkey', 'canceljob'],
].map((type) => `seller ${type}`);

test('the plans of all statements are those of the table', { timeout: 600_000 }, async () => {
  const { statements, missing } = await askEverything();
  expect(missing).toEqual([...withoutSuccess, 'client checkblacklist', 'client file']);
  const table = planTable(await plansOf([...statements.values()]), databaseKind);
  await expect(table).toMatchFileSnapshot(join(folder, `${databaseKind}.txt`));
  expect(table.match(unexplained)).toBeNull();
});

async function plansOf(statements: readonly RecordedStatement[]): Promise<readonly Planned[]> {
  if (databaseKind === 'postgresql') {
    const plans = await explainOnPostgresql(statements);
    return statements.map(({ sql }, at) => ({ sql, plan: plans[at] ?? [] }));
  }
  const { plain, measured } = await explainOnSqlite(statements);
  return statements.map(({ sql }, at) => ({
    sql,
    plan: measured[at] ?? [],
    plain: plain[at] ?? [],
  }));
}
