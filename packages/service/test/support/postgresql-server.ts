// Runs a private PostgreSQL server with a temporary folder and socket, and without a network port.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface PostgresqlServer {
  /** The version, such as "15.10". */
  readonly version: string;
  /** The connection URL of a database, as DATABASE_URL takes it. */
  readonly address: (database: string) => string;
  readonly start: () => Promise<void>;
  /** Process id of the postmaster, the parent of all other processes; throws if it does not run. */
  readonly pid: () => number;
  /** `crash` writes nothing more, as after a power loss. */
  readonly stop: (mode: 'orderly' | 'crash') => Promise<void>;
  /** Freezes the server: connections stay open and new ones succeed, but nothing is answered. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Stops the server and removes its folder. */
  readonly close: () => Promise<void>;
}

const guardFile = fileURLToPath(new URL('postgresql-guard.js', import.meta.url));
/** Skips syncing to disk and uses little memory, because the data need not outlive the tests. */
const fastSettings = [
  ...['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off'],
  'shared_buffers=32MB',
];
const baseSettings = ['listen_addresses=', 'lc_messages=C', 'max_connections=200'];

/** Returns the program folder of the newest installed server, or null if none is installed. */
export function findPostgresql(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map(Number).filter(Boolean) : [];
  const installed = versions.sort((one, other) => other - one).map((n) => join(debian, `${n}/bin`));
  const folders = [...installed, ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** The version, such as "15.10". */
export function postgresqlVersion(programs: string): string {
  const text = execFileSync(join(programs, 'postgres'), ['--version']).toString();
  return /[0-9]+(\.[0-9]+)*/.exec(text)?.[0] ?? 'of an unknown version';
}

/** `durable` syncs commits to disk, as in production. `onLine` receives the server's log. */
export async function startPostgresql({
  durable,
  settings: more = [],
  onLine = () => undefined,
}: {
  durable: boolean;
  settings?: readonly string[];
  onLine?: (line: string) => void;
}): Promise<PostgresqlServer> {
  const programs = findPostgresql();
  if (programs === null) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pg-'));
  const guard = spawn(process.execPath, [guardFile, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  // SECURITY: PostgreSQL refuses to run as root, so an unprivileged user runs it.
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : null;
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'latchkey', '--auth=trust', '--no-sync', '--locale=C'];
  execFileSync(join(programs, 'initdb'), [...init, '--encoding=UTF8'], { ...owner, cwd: '/' });
  const settings = [
    ...baseSettings,
    ...(durable ? [] : fastSettings),
    ...more,
    `unix_socket_directories=${folder}`,
  ];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  let server: ChildProcess | null = null;
  const start = async () => {
    server = spawn(join(programs, 'postgres'), args, {
      ...owner,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await waitUntilReady(server, onLine);
  };
  await start();
  return {
    version: postgresqlVersion(programs),
    address: (database) => `postgresql://latchkey@${encodeURIComponent(folder)}/${database}`,
    start,
    pid() {
      if (server?.pid === undefined) throw new Error('PostgreSQL does not run');
      return server.pid;
    },
    async stop(mode) {
      if (server === null) return;
      const ended = once(server, 'exit');
      server.kill(mode === 'crash' ? 'SIGQUIT' : 'SIGINT');
      await ended;
      server = null;
    },
    pause: () => signalAll(server, 'SIGSTOP'),
    resume: () => signalAll(server, 'SIGCONT'),
    async close() {
      const ended = once(guard, 'exit');
      guard.stdin.end();
      await ended;
    },
  };
}

/** Signals the postmaster and each child, because they are in separate process groups. */
function signalAll(server: ChildProcess | null, name: 'SIGSTOP' | 'SIGCONT'): void {
  if (server?.pid === undefined) return;
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)]).toString();
  for (const pid of [server.pid, ...children.trim().split(/\s+/).map(Number)])
    process.kill(pid, name);
}

/** Resolves when the server accepts connections; rejects with its output if it exits before. */
async function waitUntilReady(server: ChildProcess, onLine: (line: string) => void): Promise<void> {
  if (server.stderr === null) throw new Error('It was started without a pipe');
  const output: string[] = [];
  const lines = createInterface({ input: server.stderr });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      onLine(line);
      if (output.push(line) > 50) output.shift();
      if (line.includes('database system is ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL ended:\n${output.join('\n')}`)));
  });
  // The server must not keep the test process alive; the guard stops it.
  server.unref();
}

function unprivilegedUser(): { readonly uid: number; readonly gid: number } | null {
  for (const name of ['postgres', 'nobody'])
    try {
      const [uid, gid] = ['-u', '-g'].map((kind) =>
        Number(execFileSync('id', [kind, name], { stdio: ['ignore', 'pipe', 'ignore'] })),
      );
      if (uid !== undefined && gid !== undefined) return { uid, gid };
    } catch {
      // Try the next name.
    }
  return null;
}
