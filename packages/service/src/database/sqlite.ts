// Opens the SQLite file in the data folder. Several processes may open it, each with its own
// connection.
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { SqliteDialect, SqliteQueryCompiler } from 'kysely';
import { StartProblem, errorCode } from '../start-problem.ts';
import { Checkpoints, lastResort, walBytesOf, type WalLength } from './checkpoints.ts';
import { folderSentence, storageFault, type StorageFault } from './storage-faults.ts';
import { WalSync, walOf } from './wal-sync.ts';
import type { Engine, Patience } from './engine.ts';
import { QueueAdapter, QueueDriver, type ListStatement, type SqliteFile } from './sqlite-driver.ts';
import { SqliteThread } from './sqlite-thread.ts';
import { SqliteQueue } from './sqlite-queue.ts';

/** Waiting blocks the process, so it is short. A lock that is held longer is an overload (429). */
const busyTimeoutMs: Readonly<Record<Exclude<Patience, 'reading'>, number>> = {
  patient: 10_000,
  brisk: 2000,
};

const mostStatements = 500;

export function sqliteFileIn(dataFolder: string): string {
  return join(dataFolder, 'latchkey.sqlite');
}

/** Creates a missing file, owner-only. Throws StartProblem if the file cannot be used. */
export function openSqlite(dataFolder: string, patience: Exclude<Patience, 'reading'>): Engine {
  const file = sqliteFileIn(dataFolder);
  const explain = (error: unknown) => unusable(dataFolder, error);
  try {
    // SECURITY: the file has password hashes and one-time code secrets. SQLite gives its side files
    // the same mode.
    closeSync(openSync(file, 'a', 0o600));
    const sqlite = new BetterSqlite3(file, { timeout: busyTimeoutMs[patience] });
    if (patience === 'patient') refuseDamaged(sqlite, file);
    switchToWal(sqlite, busyTimeoutMs[patience]);
    // Acknowledged changes must survive a power failure: the queue syncs the WAL in a thread, which
    // blocks no request. SQLite itself syncs the WAL before a checkpoint, and the file after it.
    sqlite.pragma('synchronous = NORMAL');
    sqlite.pragma('foreign_keys = ON');
    // In pages. A checkpoint here would block all requests; a thread does it earlier.
    sqlite.pragma(`wal_autocheckpoint = ${lastResort}`);
    return {
      dialect: new QueueDialect(sqlite),
      place: `in ${dataFolder}`,
      otherPlace: 'another --data folder',
      // SQLite's text is always UTF-8 to this service.
      verify: () => Promise.resolve(),
      explain,
    };
  } catch (error) {
    throw explain(error);
  }
}

/** A larger file would delay the start. `latchkey doctor` checks files of any size. */
const mostCheckedBytes = 64 * 1024 * 1024;

/** A damaged file still answers many queries, but loses writes. */
function refuseDamaged(sqlite: BetterSqlite3.Database, file: string): void {
  if (statSync(file).size > mostCheckedBytes) return;
  const found = sqlite.pragma('quick_check(1)', { simple: true });
  if (found === 'ok') return;
  sqlite.close();
  throw Object.assign(new Error('The database is damaged'), { code: 'SQLITE_CORRUPT' });
}

const betweenTriesMs = 5;

/**
 * Retries, because two processes that switch a new file at the same moment would deadlock, so
 * SQLite refuses one of them immediately, whatever the busy timeout is.
 */
export function switchToWal(
  sqlite: { readonly pragma: (text: string) => unknown },
  withinMs: number,
): void {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    try {
      sqlite.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!errorCode(error).startsWith('SQLITE_BUSY') || performance.now() > giveUpAt) throw error;
    }
    // Blocks, as opening the file does anyway.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, betweenTriesMs);
  }
}

class QueueDialect extends SqliteDialect {
  readonly #file: SqliteFile;
  readonly #queue: SqliteQueue;
  readonly #walBytes: () => number;
  constructor(sqlite: BetterSqlite3.Database) {
    super({ database: sqlite });
    const thread = new SqliteThread({ file: sqlite.name, mayWrite: true });
    this.#file = fileOf(sqlite, thread, () => checkpoints.look());
    this.#queue = new SqliteQueue(this.#file);
    const length = lengthOf(sqlite);
    const checkpoints = new Checkpoints(length, thread, this.#queue);
    this.#walBytes = walBytesOf(length, Number(sqlite.pragma('page_size', { simple: true })));
  }
  override createDriver(): QueueDriver {
    return new QueueDriver(this.#file, this.#queue);
  }
  override createAdapter(): QueueAdapter {
    return new QueueAdapter(this.#file, this.#queue, this.#walBytes);
  }
  override createQueryCompiler(): SqliteQueryCompiler {
    return new StablePlans();
  }
}

/**
 * SQLite plans by the values of bare placeholders, and plans again when they change, which makes a
 * join six times as expensive. It ignores values inside expressions, such as this one, which
 * changes no result, because all our texts compare by bytes.
 */
class StablePlans extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '? collate binary';
  }
}

function lengthOf(sqlite: BetterSqlite3.Database): () => WalLength | null {
  const length = sqlite.prepare<[], WalLength>('pragma wal_checkpoint(noop)');
  return () => (sqlite.inTransaction ? null : (length.get() ?? null));
}

/**
 * Caches prepared statements: preparing one costs as much as running it, and requests repeat the
 * same few. `thread` ends with the file. `beforeSync` is called before each sync of the WAL.
 */
function fileOf(
  sqlite: BetterSqlite3.Database,
  thread: SqliteThread,
  beforeSync: () => void,
): SqliteFile {
  const prepare = memoized((sql) => sqlite.prepare(sql));
  const file = walOf(sqlite.name);
  const wal = new WalSync({
    sync() {
      beforeSync();
      return file.sync();
    },
    close: () => file.close(),
  });
  const refuseIfGone = refusalIfGone(sqlite.name);
  return {
    prepare,
    prepareLists: memoized((sql) => listing(sqlite.prepare(sql))),
    execute: (sql) => void prepare(sql).run(),
    isInTransaction: () => sqlite.inTransaction,
    refuseWrites() {
      refuseIfGone();
      if (wal.fault !== null) repair(sqlite, wal, wal.fault.error);
    },
    sync: () => wal.sync(),
    async close() {
      try {
        await wal.close();
        await thread.end();
      } finally {
        sqlite.close();
      }
    },
  };
}

function memoized<Statement>(prepare: (sql: string) => Statement): typeof prepare {
  const cache = new Map<string, Statement>();
  return (sql) => {
    const known = cache.get(sql);
    if (known !== undefined) return known;
    // Statements with lists differ by the length of the list.
    if (cache.size >= mostStatements) cache.clear();
    const statement = prepare(sql);
    cache.set(sql, statement);
    return statement;
  };
}

function listing(statement: BetterSqlite3.Statement): ListStatement {
  const { reader } = statement;
  const lists = reader ? statement.raw(true) : statement;
  return {
    reader,
    columns: reader ? statement.columns().map(({ name }) => name) : [],
    all: (parameters) => lists.all(parameters) as unknown[][], // as `raw` makes them
    run: (parameters) => lists.run(parameters),
  };
}

/** Checkpoints pages in doubt into the file, which SQLite then syncs. Throws `error` on failure. */
function repair(sqlite: BetterSqlite3.Database, wal: WalSync, error: unknown): void {
  if (sqlite.inTransaction) throw error;
  sqlite.pragma('busy_timeout = 0');
  try {
    const isHeld = sqlite.pragma('wal_checkpoint(restart)', { simple: true }) !== 0;
    if (isHeld) throw error;
  } finally {
    sqlite.pragma(`busy_timeout = ${busyTimeoutMs.brisk}`);
  }
  wal.repaired();
}

/**
 * Detects that the open file was moved, removed or replaced: writes to it would be lost silently.
 * The file is used again as soon as it is back.
 */
function refusalIfGone(file: string): () => void {
  const opened = statSync(file);
  /** True until the end of the event loop turn: its writes share one check. */
  let isChecked = false;
  return () => {
    if (isChecked) return;
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.ino === opened.ino && found.dev === opened.dev) {
      isChecked = true;
      process.nextTick(() => {
        isChecked = false;
      });
      return;
    }
    const sentence = `${file} was moved or replaced. Put the original file back, or restart the service.`;
    throw Object.assign(new Error(sentence), { code: 'DATABASE_MOVED' });
  };
}

/** Returns errors without a code unchanged: they are defects. */
function unusable(dataFolder: string, error: unknown): Error {
  const code = errorCode(error);
  if (code === '' && error instanceof Error) return error;
  return new StartProblem(sentence(dataFolder, code, storageFault(error)), { cause: error });
}

function sentence(dataFolder: string, code: string, fault: StorageFault | null): string {
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT')
    return `The file latchkey.sqlite in ${dataFolder} is damaged or not a database. Stop all programs that use it and restore a backup: latchkey restore --data ${dataFolder} --from BACKUP.`;
  if (code.startsWith('SQLITE_BUSY'))
    return `The file latchkey.sqlite in ${dataFolder} is locked by another program. Stop that program.`;
  return folderSentence(dataFolder, code, fault);
}
