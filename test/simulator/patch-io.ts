// Replaces files, hashing, SQLite's hooks, worker threads and the HTTP server, so that nothing
// leaves the thread of the simulation. Import it before any module of the product.
import { EventEmitter } from 'node:events';
import crypto from 'node:crypto';
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import http from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import workers from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { scheduler, type SimulatedProcess } from './processes.ts';

type Call = (...args: unknown[]) => unknown;
const between = (fromUs: number, toUs: number) =>
  fromUs + scheduler.current().random.int(toUs - fromUs);

/** Probabilities that a sync fails and that it is slow, and whether writes find no space. */
const troubled = { failingSyncs: 0, slowSyncs: 0.1, isFull: false };

/** What the disk does to the process that runs. */
export const disk = {
  ...troubled,
  /** Bytes of each write-ahead log that a finished sync covers. */
  durable: new Map<string, number>(),
  /** Logs with a gap: a sync failed, so SQLite ignores everything behind. */
  broken: new Set<string>(),
  openFiles: new Map<number, string>(),
  reset() {
    Object.assign(disk, troubled);
    disk.durable.clear();
    disk.broken.clear();
  },
  calm: () => void Object.assign(disk, { failingSyncs: 0, slowSyncs: 0, isFull: false }),
};

function ioError(code: 'EIO' | 'ENOSPC', call: string): Error {
  return Object.assign(new Error(`${code}: simulated, ${call}`), { code });
}

async function later(work: () => unknown): Promise<unknown> {
  await scheduler.delay(between(20, 200));
  return work();
}
const inTime: Record<string, Call> = {};
for (const name of [
  ...['readdir', 'mkdir', 'rm', 'rename', 'stat', 'link', 'readFile', 'writeFile', 'statfs'],
  ...['unlink', 'lstat', 'access', 'copyFile', 'chmod'],
]) {
  const now = Reflect.get(fs, `${name}Sync`) as Call; // Node has one of each
  inTime[name] = (...args) => later(() => now(...args));
}
Object.assign(fsPromises, inTime, {
  opendir: (path: string) =>
    later(() => {
      const entries = fs.readdirSync(path, { withFileTypes: true });
      return Object.assign(entries.values(), { close: () => Promise.resolve() });
    }),
  open: (path: string, flags: string, mode?: number) =>
    later(() => handleOf(fs.openSync(path, flags, mode))),
});

function handleOf(fd: number): object {
  return {
    fd,
    sync: () => later(() => fs.fsyncSync(fd)),
    datasync: () => later(() => fs.fdatasyncSync(fd)),
    stat: () => later(() => fs.fstatSync(fd)),
    writeFile: (data: string) => later(() => fs.writeFileSync(fd, data)),
    close: () => later(() => fs.closeSync(fd)),
  };
}

type Callback = (error: unknown, value?: unknown) => void;
function withCallback(work: Call): Call {
  return (...args) => {
    const done = args.pop() as Callback; // the last argument of the functions of `fs`
    scheduler.after(between(20, 200), () => {
      let value: unknown;
      try {
        value = work(...args);
      } catch (error) {
        done(error);
        return;
      }
      done(null, value);
    });
  };
}
const { openSync, closeSync } = fs;
Object.assign(fs, {
  open: withCallback((path, flags) => {
    const fd = openSync(String(path), String(flags));
    disk.openFiles.set(fd, String(path));
    return fd;
  }),
  close: withCallback((fd) => {
    disk.openFiles.delete(Number(fd));
    closeSync(Number(fd));
  }),
  fdatasync(fd: number, done: Callback) {
    const file = disk.openFiles.get(fd) ?? '';
    const { size } = fs.fstatSync(fd);
    const { random } = scheduler.current();
    const maxUs = random.chance(disk.slowSyncs) ? 1_500_000 : 4000;
    const fails = random.chance(disk.failingSyncs);
    scheduler.after(between(200, maxUs), () => {
      if (fails) disk.broken.add(file);
      else if (!disk.broken.has(file))
        disk.durable.set(file, Math.max(disk.durable.get(file) ?? 0, size));
      done(fails ? ioError('EIO', 'fdatasync') : null);
    });
  },
});

// Hashing costs virtual time only. The named exports of an ES import are copied too early to patch.
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as object;
const hashOf = (salt: string, password: string) =>
  `$argon2id$v=19$m=8,t=1,p=1$${salt}$${crypto.hash('sha256', salt + password, 'base64url')}`;
Object.assign(argon2, {
  async hash(password: string) {
    await scheduler.delay(between(20_000, 45_000));
    return hashOf(scheduler.current().random.bytes(16).toString('base64url'), password);
  },
  async verify(stored: string, password: string) {
    await scheduler.delay(between(20_000, 45_000));
    return hashOf(stored.split('$')[4] ?? '', password) === stored;
  },
});

interface Hooked {
  readonly prepare: (sql: string) => object;
  readonly pragma: (sql: string, options?: object) => unknown;
}
const prototype = Sqlite.prototype as unknown as Hooked; // better-sqlite3 types it for callers only
const { prepare: realPrepare, pragma: realPragma } = prototype;
Object.assign(prototype, {
  pragma(this: Sqlite.Database, sql: string, options?: object) {
    const result = realPragma.call(this, sql, options);
    // The log begins again, at bytes that are written already. From here on a crash keeps all.
    if (sql === 'wal_checkpoint(restart)') {
      disk.broken.delete(`${this.name}-wal`);
      disk.durable.set(`${this.name}-wal`, Number.POSITIVE_INFINITY);
    }
    return result;
  },
  prepare(this: Sqlite.Database, sql: string) {
    const owner = scheduler.current();
    owner.connections.add(this);
    const statement = realPrepare.call(this, sql);
    if (!/^\s*(insert|update|delete|commit|begin)/.test(sql)) return statement;
    const isCommit = /^\s*(commit|begin)/.test(sql);
    for (const name of ['run', 'all', 'get']) {
      const real = Reflect.get(statement, name) as Call; // better-sqlite3 has all three
      const hooked: Call = (...args) => {
        owner.beforeWrite?.(sql);
        if (disk.isFull && !isCommit)
          throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
        const result = real.apply(statement, args);
        owner.afterWrite?.(sql);
        return result;
      };
      Object.assign(statement, { [name]: hooked });
    }
    return statement;
  },
});

interface ThreadData {
  readonly file: string;
  readonly mayWrite: boolean;
}
/** The worker of a second connection: a connection in this thread that answers later. */
class ConnectionWorker extends EventEmitter {
  readonly #data: ThreadData;
  #db: Sqlite.Database | null = null;
  #last = Promise.resolve();
  #isEnded = false;
  constructor(url: URL, { workerData }: { readonly workerData: ThreadData }) {
    super();
    if (!url.href.includes('connection-thread')) throw new Error(`no simulation of ${url.href}`);
    this.#data = workerData;
  }
  ref = () => this;
  unref = () => this;
  postMessage({ sql, parameters }: { readonly sql: string; readonly parameters: unknown[] }) {
    this.#last = this.#last.then(async () => {
      await scheduler.delay(between(100, 3000));
      if (!this.#isEnded) this.emit('message', this.#replyTo(sql, parameters));
    });
  }
  #replyTo(sql: string, parameters: unknown[]): object {
    const { file, mayWrite } = this.#data;
    try {
      this.#db ??= new Sqlite(file, { readonly: !mayWrite, fileMustExist: true });
      return { rows: this.#db.prepare(sql).all(parameters) };
    } catch (error) {
      const { message, code } = error as Error & { readonly code?: string }; // of better-sqlite3
      return { fault: { message, code: code ?? '' } };
    }
  }
  terminate() {
    this.#isEnded = true;
    this.#db?.close();
    this.emit('exit', 0);
    return Promise.resolve(0);
  }
}
Object.assign(workers, { Worker: ConnectionWorker });

/** The request handler of the service of a process, which has no socket. */
export const handlers = new WeakMap<SimulatedProcess, http.RequestListener>();
const createServer = http.createServer as (...args: unknown[]) => http.Server;
Object.assign(http, {
  createServer(options: object, handler: http.RequestListener) {
    const server = createServer(options, handler);
    server.removeAllListeners('listening');
    const owner = scheduler.current();
    const setListening = (value: boolean) =>
      Object.defineProperty(server, 'listening', { value, configurable: true });
    return Object.assign(server, {
      address: () => ({ address: '127.0.0.1', family: 'IPv4', port: 8080 }),
      listen(_options: object, done?: () => void) {
        handlers.set(owner, handler);
        setListening(true);
        process.nextTick(() => {
          server.emit('listening');
          done?.();
        });
        return server;
      },
      close(done?: () => void) {
        setListening(false);
        process.nextTick(() => {
          server.emit('close');
          done?.();
        });
        return server;
      },
    });
  },
});
syncBuiltinESMExports();
