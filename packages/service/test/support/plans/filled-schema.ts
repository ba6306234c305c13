// Fills a migrated database with 200 000 licenses, 100 000 users and 50 applications, always the
// same.
import { filledContents } from './filled-contents.ts';
import { filledShops } from './filled-shops.ts';
import { filledUsers } from './filled-users.ts';

export function fillStatements(series: (rows: number) => string): readonly string[] {
  return [...filledUsers, ...filledContents, ...filledShops].map(([table, rows, columns]) => {
    const [names, values] = [Object.keys(columns).join(), Object.values(columns).join()];
    const statement = `insert into ${table} (${names}) select ${values} from ${series(rows)}`;
    return statement.replaceAll('$step', String(Math.floor(2_000_000 / rows)));
  });
}

export const sqliteSeries = (rows: number) =>
  `(with recursive n (i) as (select 0 union all select i + 1 from n where i < ${rows - 1}) select i from n)`;

export const postgresqlSeries = (rows: number) =>
  `generate_series(0::bigint, ${rows - 1}) as n (i)`;
