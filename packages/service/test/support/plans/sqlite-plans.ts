// Explains statements on a filled SQLite database, with and without the planner's statistics.
import BetterSqlite3 from 'better-sqlite3';
import { openDatabase } from '../../../src/database/open.ts';
import { sqliteFileIn } from '../../../src/database/sqlite.ts';
import { refreshStatistics } from '../../../src/database/statistics.ts';
import type { RecordedStatement } from '../recorded-statements.ts';
import { temporaryFolder } from '../service-command.ts';
import { fillStatements, sqliteSeries } from './filled-schema.ts';
import type { Access } from './plan.ts';

type Plans = readonly (readonly Access[])[];

/** `plain` has no statistics, `measured` those that the service keeps. */
export async function explainOnSqlite(
  statements: readonly RecordedStatement[],
): Promise<{ readonly plain: Plans; readonly measured: Plans }> {
  const dataFolder = temporaryFolder();
  await openAndClose(dataFolder);
  const plain = explainAll(dataFolder, statements); // without statistics, rows do not matter
  await fillSqlite(dataFolder);
  return { plain, measured: explainAll(dataFolder, statements) };
}

async function openAndClose(dataFolder: string, use?: typeof refreshStatistics): Promise<void> {
  const db = await openDatabase({ dataFolder, onIdleFault: () => undefined });
  await use?.(db);
  await db.destroy();
}

export async function fillSqlite(dataFolder: string): Promise<void> {
  await openAndClose(dataFolder);
  const sqlite = new BetterSqlite3(sqliteFileIn(dataFolder));
  for (const pragma of ['synchronous = off', 'foreign_keys = off', 'cache_size = -200000'])
    sqlite.pragma(pragma);
  sqlite.exec(`begin; ${fillStatements(sqliteSeries).join(';')}; commit`);
  sqlite.close();
  await openAndClose(dataFolder, refreshStatistics);
}

export function explainAll(dataFolder: string, statements: readonly RecordedStatement[]): Plans {
  const sqlite = new BetterSqlite3(sqliteFileIn(dataFolder), { readonly: true });
  const plans = statements.map(({ sql }) => {
    const values = Array.from(sql.matchAll(/\?/g), () => null);
    const explain = sqlite.prepare<null[], { detail: string }>(`explain query plan ${sql}`);
    return explain.all(...values).flatMap(({ detail }) => accessOf(detail));
  });
  sqlite.close();
  return plans;
}

/** Reads of lists, constants and results of subqueries. */
const noTable = /VIRTUAL TABLE|CONSTANT ROW|\d-ROW|^SCAN (\(|(some|owners)$)/;

const step = /^(SCAN|SEARCH) (\S+)(?: EXISTS)?(?: USING (?:COVERING )?INDEX (\S+))?(?: \((.*)\))?/;

function accessOf(detail: string): readonly Access[] {
  if (noTable.test(detail)) return [];
  const [, kind = '', name = '', index = null, condition = ''] = step.exec(detail) ?? [];
  if (kind === '') return [];
  return [{ name, index, columns: kind === 'SCAN' ? [] : columnsOf(condition) }];
}

/** `a=? AND b>?` becomes `a`, `b`. */
function columnsOf(condition: string): readonly string[] {
  return condition.split(' AND ').map((one) => one.replace(/[=<>].*$/, ''));
}
