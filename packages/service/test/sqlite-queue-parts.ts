// The queue of the SQLite connection, on a database in memory.
import BetterSqlite3 from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { SqliteQueue, type QueuedTransaction } from '../src/database/sqlite-queue.ts';

/** A table of names, and a list of everything executed besides statements. */
export function openQueue() {
  const sqlite = new BetterSqlite3(':memory:');
  onTestFinished(() => void sqlite.close());
  sqlite.exec('create table names (name text primary key)');
  const executed: string[] = [];
  let refusal: Error | null = null;
  let sync = () => Promise.resolve();
  const queue = new SqliteQueue({
    execute(sql) {
      executed.push(sql);
      sqlite.exec(sql);
    },
    isInTransaction: () => sqlite.inTransaction,
    refuseWrites() {
      if (refusal !== null) throw refusal;
    },
    sync() {
      executed.push('sync');
      return sync();
    },
  });
  const add = (name: string) => () => {
    sqlite.prepare('insert into names values (?)').run(name);
    return name;
  };
  const names = () => sqlite.prepare('select name from names order by rowid').pluck().all();
  const transaction = async (work: (one: QueuedTransaction) => unknown) => {
    const one = await queue.begin();
    try {
      await work(one);
    } catch (error) {
      one.rollback();
      throw error;
    }
    await one.commit();
  };
  const refuse = (error: Error | null) => {
    refusal = error;
  };
  /** Makes later syncs wait until the test ends them. Returns them in the order of the calls. */
  const holdSyncs = () => {
    const held: { end: () => void; fail: (error: Error) => void }[] = [];
    sync = () => new Promise((end, fail) => void held.push({ end, fail }));
    return held;
  };
  return { sqlite, queue, executed, add, names, transaction, refuse, holdSyncs };
}

export async function passes(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
