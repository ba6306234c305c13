// Explains statements on a filled PostgreSQL database.
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import { databaseOptionsOf, dropDatabaseOf } from '../postgresql.ts';
import type { RecordedStatement } from '../recorded-statements.ts';
import { temporaryFolder } from '../service-command.ts';
import { fillStatements, postgresqlSeries } from './filled-schema.ts';
import type { Access } from './plan.ts';

/** Statistics read 300 rows for each unit: all rows of each table, so that nothing is random. */
const statisticsTarget = 1000;

export async function explainOnPostgresql(
  statements: readonly RecordedStatement[],
): Promise<readonly (readonly Access[])[]> {
  const client = await openFilled(temporaryFolder());
  const columns = await indexColumnsOf(client);
  const plans: (readonly Access[])[] = [];
  for (const { sql, values } of statements) {
    const text = `explain (format json, costs off) ${sql}`;
    const explained = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(text, [...values]);
    plans.push(explained.rows.flatMap((row) => accessesOf(row['QUERY PLAN'][0].Plan, columns)));
  }
  return plans;
}

export async function openFilled(dataFolder: string): Promise<Client> {
  const options = await databaseOptionsOf(dataFolder, 'empty');
  await (await openDatabase({ dataFolder, ...options, onIdleFault: () => undefined })).destroy();
  const client = new Client(options.databaseUrl);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await dropDatabaseOf(dataFolder);
  });
  // Without foreign keys, whose checks take longer than all else.
  await client.query('set session_replication_role = replica');
  for (const statement of fillStatements(postgresqlSeries)) await client.query(statement);
  await client.query('set session_replication_role = origin');
  await client.query(`set default_statistics_target = ${statisticsTarget}`);
  await client.query('vacuum analyze');
  return client;
}

type IndexColumns = ReadonlyMap<string, readonly string[]>;

export async function indexColumnsOf(client: Client): Promise<IndexColumns> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(indexColumns);
  return new Map(rows.map((row) => [row.name, row.columns]));
}

const indexColumns = `
  select relname as name, array(
    select pg_get_indexdef(indexrelid, place, true) from generate_series(1, indnkeyatts) as place
  ) as columns
  from pg_index join pg_class on pg_class.oid = indexrelid`;

export interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}

export function accessesOf(node: Node, columns: IndexColumns, table = ''): readonly Access[] {
  const name = node['Relation Name'] ?? table;
  const index = node['Index Name'] ?? null;
  const own: readonly Access[] =
    index === null && node['Node Type'] !== 'Seq Scan'
      ? []
      : [{ name, index, columns: constrained(node['Index Cond'] ?? '', columns.get(index ?? '')) }];
  const below = node.Plans ?? [];
  return [...own, ...below.flatMap((child) => accessesOf(child, columns, name))];
}

/** The columns of the index that stand in the condition, without values and other tables. */
function constrained(condition: string, columns: readonly string[] = []): readonly string[] {
  const own = condition.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/[\w"]+\.[\w"]+/g, '');
  return columns.filter((column) => {
    const name = /\(([a-z_]+)/.exec(column)?.[1] ?? column;
    return new RegExp(`(^|[^a-z_])${name}([^a-z_]|$)`).test(own);
  });
}
