// Dumps every table as text, to find marked rows, to detect changes and to count new rows.
import type { Database, Tables } from '../../src/database/schema.ts';

/** Lists every table. A missing table is a compile error. */
const everyTable: Readonly<Record<keyof Tables, true>> = {
  applications: true,
  plans: true,
  users: true,
  subscriptions: true,
  grants: true,
  licenses: true,
  trials: true,
  orders: true,
  sellerKeys: true,
  variables: true,
  webhooks: true,
  shops: true,
  shopProducts: true,
  shopOrders: true,
  shopEvents: true,
  shopIds: true,
  shopUnits: true,
  shopMails: true,
  shopRevenue: true,
  sessions: true,
  endedSessions: true,
  codeFailures: true,
  programHashes: true,
  devices: true,
  computerRemovals: true,
  offlinePasses: true,
  bans: true,
  userVariables: true,
  knownAddresses: true,
  passwordResets: true,
  deliveries: true,
  drops: true,
  files: true,
  releases: true,
  releaseContents: true,
  channels: true,
  chatMessages: true,
  chatMutes: true,
  logs: true,
  auditLogs: true,
  buttons: true,
  statistics: true,
  blacklist: true,
  whitelist: true,
  tokens: true,
  accounts: true,
  people: true,
  recoveryCodes: true,
  personSessions: true,
  invitations: true,
  balances: true,
  balanceEntries: true,
  throttles: true,
  facts: true,
  repeats: true,
  jobs: true,
  history: true,
  dayCounts: true,
  newCounts: true,
};
export type TableName = keyof Tables;
export const tableNames = Object.keys(everyTable) as TableName[]; // the keys of a constant

/** Every row of every table, as sorted JSON. */
export type Dump = ReadonlyMap<TableName, readonly string[]>;

export async function dump(db: Database): Promise<Dump> {
  const tables = new Map<TableName, readonly string[]>();
  for (const table of tableNames) {
    const rows = await db.selectFrom(table).selectAll().execute();
    tables.set(table, rows.map((row) => JSON.stringify(row)).sort());
  }
  return tables;
}

/** Returns the rows that contain the mark. */
export function rowsWith(tables: Dump, mark: string): readonly string[] {
  return [...tables].flatMap(([table, rows]) =>
    rows.filter((row) => row.includes(mark)).map((row) => `${table} ${row}`),
  );
}

/** Returns the changes of row counts, without unchanged tables. */
export function growth(before: Dump, after: Dump): Partial<Record<TableName, number>> {
  const changes = [...after].map(
    ([table, rows]) => [table, rows.length - (before.get(table)?.length ?? 0)] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}
