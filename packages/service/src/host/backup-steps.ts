// Copies a snapshot and verifies it: the two long steps of a backup. Both can be interrupted.
import { spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { StartProblem } from '../start-problem.ts';
import { databaseName, withDatabase } from './integrity.ts';

export interface BackupMonitor {
  readonly stop: AbortSignal;
  /** Receives the progress in mebibytes. */
  readonly progress: (done: number, total: number, what: string) => void;
}

/** Number of pages that are copied, in a few milliseconds, before the event loop runs. */
const pagesPerStep = 1000;
const mebibyte = 1024 * 1024;
/** SQLite's default SQLITE_MAX_MMAP_SIZE. The rest of a larger file is read with system calls. */
const maxMappedBytes = 2 ** 31 - 65_536;

export function refuseIfStopped({ stop }: Pick<BackupMonitor, 'stop'>): void {
  if (stop.aborted) throw new StartProblem('The backup was interrupted. It left nothing behind.');
}

export async function copyDatabase(
  from: string,
  to: string,
  monitor: BackupMonitor,
): Promise<void> {
  // SECURITY: the file is created empty and owner-only, before any data is in it.
  closeSync(openSync(to, 'wx', 0o600));
  const sqlite = new BetterSqlite3(from, { fileMustExist: true });
  try {
    // A mapped file needs no system call for each page. The system calls took half of the time.
    sqlite.pragma(`mmap_size = ${maxMappedBytes}`);
    const pageBytes = Number(sqlite.pragma('page_size', { simple: true }));
    const inMebibytes = (pages: number) => Math.round((pages * pageBytes) / mebibyte);
    // Hold one read transaction for the whole copy: without it, every write restarts the backup.
    sqlite.exec('begin');
    sqlite.prepare('select count(*) from sqlite_master').get();
    await sqlite.backup(to, {
      progress({ totalPages, remainingPages }) {
        refuseIfStopped(monitor);
        const done = inMebibytes(totalPages - remainingPages);
        monitor.progress(done, inMebibytes(totalPages), 'MiB copied');
        return pagesPerStep;
      },
    });
  } finally {
    sqlite.close();
  }
  // Without WAL the copy is a single file, readable on read-only storage.
  withDatabase(to, (copy) => copy.pragma('journal_mode = DELETE'));
}

const checkFile = import.meta.url.endsWith('.ts') ? './copy-check.ts' : './copy-check.js';

/**
 * Verifies a copy in a child process, and records its content. Throws StartProblem with the child's
 * sentence.
 */
export async function verifyCopy(
  folder: string,
  takenAt: string,
  monitor: BackupMonitor,
): Promise<void> {
  const { stop, progress } = monitor;
  const total = Math.round(statSync(join(folder, databaseName)).size / mebibyte);
  // Reading takes longer than copying, and its progress is unknown.
  progress(total, total, 'MiB copied; verifying them');
  const file = fileURLToPath(new URL(checkFile, import.meta.url));
  const child = spawn(process.execPath, [file, folder, takenAt], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => void child.kill('SIGKILL');
  stop.addEventListener('abort', end, { once: true });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  stop.removeEventListener('abort', end);
  refuseIfStopped({ stop });
  if (code === 0) return;
  throw new StartProblem(output === '' ? 'The copy could not be verified.' : output);
}
