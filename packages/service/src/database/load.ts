// Reports how busy the database is, for the metrics.
import type { Database } from './schema.ts';

export interface DatabaseLoad {
  /** Null on SQLite, which has one connection. */
  readonly connections: { readonly busy: number; readonly idle: number } | null;
  /** Statements and transactions that wait for a connection or for their turn. */
  readonly waiting: number;
  /** Length of the write-ahead log; null on PostgreSQL, whose server manages it. */
  readonly walBytes: number | null;
}

/** Implemented by the adapters of both databases. */
export interface LoadAdapter {
  readonly load: () => DatabaseLoad;
}

export function databaseLoad(db: Database): DatabaseLoad {
  const { adapter } = db.getExecutor();
  if ('load' in adapter) return (adapter as LoadAdapter).load(); // only our adapters have it
  throw new Error('This database reports no load');
}
