// Records the statements that the service sends to its database, in the order of their runs.
import BetterSqlite3 from 'better-sqlite3';
import { Client } from 'pg';
import { SqliteThread } from '../../src/database/sqlite-thread.ts';

export interface RecordedStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export interface Recording {
  readonly statements: () => readonly RecordedStatement[];
  readonly clear: () => void;
  readonly stop: () => void;
}

/** Records the runs of this process from now on, until `stop`. */
export function recordStatements(): Recording {
  let recorded: RecordedStatement[] = [];
  const take = (sql: string, values: readonly unknown[] = []) => {
    if (!/^(begin|commit|rollback|pragma|explain|checkpoint)/i.test(sql.trim()))
      recorded.push({ sql, values });
  };
  const restores = [recordSqlite(take), recordThread(take), recordPostgresql(take)];
  return {
    statements: () => recorded,
    clear: () => {
      recorded = [];
    },
    stop: () => {
      for (const restore of restores) restore();
    },
  };
}

type Take = (sql: string, values?: readonly unknown[]) => void;
type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Calls `see` before each call of a method of `prototype`. Returns a function that restores it. */
export function watch(
  prototype: object,
  name: string,
  see: (self: unknown, args: unknown[]) => void,
) {
  const own = prototype as Record<string, Method>; // the callers name a method that exists
  const original = own[name];
  if (original === undefined) throw new Error(`There is no method ${name}`);
  own[name] = function (...args) {
    see(this, args);
    return original.apply(this, args);
  };
  return () => {
    own[name] = original;
  };
}

function recordSqlite(take: Take): () => void {
  const memory = new BetterSqlite3(':memory:');
  const prototype = Object.getPrototypeOf(memory.prepare('select 1')) as object; // of all statements
  memory.close();
  const restores = ['run', 'get', 'all'].map((name) =>
    watch(prototype, name, (self, [values]) => {
      const { source } = self as BetterSqlite3.Statement; // a method of it
      take(source, Array.isArray(values) ? values : []);
    }),
  );
  return () => {
    for (const restore of restores) restore();
  };
}

/** Long reads of SQLite run in a thread, which this process asks. */
function recordThread(take: Take): () => void {
  return watch(SqliteThread.prototype, 'ask', (_, [sql, values]) => {
    take(String(sql), Array.isArray(values) ? values : []);
  });
}

function recordPostgresql(take: Take): () => void {
  return watch(Client.prototype, 'query', (_, [query]) => {
    const config = typeof query === 'string' ? { text: query } : query;
    const { text, values } = Object(config) as { text?: unknown; values?: unknown }; // pg's config
    if (typeof text === 'string') take(text, Array.isArray(values) ? values : []);
  });
}
