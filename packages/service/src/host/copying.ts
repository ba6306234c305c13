// The two long parts of a backup, which can be broken off: copying the database as it is at one moment, whatever is written
// meanwhile, and reading the copy.
import { spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { StartProblem } from '../start-problem.ts';
import { databaseName, withDatabase } from './sound-copy.ts';

export interface Watching {
  /** Aborted when it shall be broken off. */
  readonly stop: AbortSignal;
  /** Called now and then, with what there is of it in mebibytes. */
  readonly progress: (done: number, all: number, what: string) => void;
}

/** Some milliseconds of copying, between which others are heard. */
const pagesAtOnce = 1000;
const mebibyte = 1024 * 1024;
/** What is beyond it is read, as all of it was. */
const mostMappedBytes = 2 ** 31 - 65_536;

export function refuseStopped({ stop }: Pick<Watching, 'stop'>): void {
  if (stop.aborted) throw new StartProblem('The backup was interrupted. It left nothing behind.');
}

export async function copyDatabase(from: string, to: string, watching: Watching): Promise<void> {
  // SECURITY: made before anything is in it, for its owner only.
  closeSync(openSync(to, 'wx', 0o600));
  const sqlite = new BetterSqlite3(from, { fileMustExist: true });
  try {
    // Pages come from the mapped file without a call for each: half of the work was that.
    sqlite.pragma(`mmap_size = ${mostMappedBytes}`);
    const pageBytes = Number(sqlite.pragma('page_size', { simple: true }));
    const inMebibytes = (pages: number) => Math.round((pages * pageBytes) / mebibyte);
    // One read from the first page to the last: without it, each write of others would begin the copy anew.
    sqlite.exec('begin');
    sqlite.prepare('select count(*) from sqlite_master').get();
    await sqlite.backup(to, {
      progress({ totalPages, remainingPages }) {
        refuseStopped(watching);
        const done = inMebibytes(totalPages - remainingPages);
        watching.progress(done, inMebibytes(totalPages), 'MiB copied');
        return pagesAtOnce;
      },
    });
  } finally {
    sqlite.close();
  }
  // One file, that can be read where nothing may be written, too.
  withDatabase(to, (copy) => copy.pragma('journal_mode = DELETE'));
}

const checkFile = import.meta.url.endsWith('.ts') ? './copy-check.ts' : './copy-check.js';

/** Throws StartProblem with what is wrong. */
export async function refuseUnsoundCopy(folder: string, watching: Watching): Promise<void> {
  const { stop, progress } = watching;
  const all = Math.round(statSync(join(folder, databaseName)).size / mebibyte);
  // Reading takes longer than copying, and nobody can say how far it is.
  progress(all, all, 'MiB copied; verifying them');
  const file = fileURLToPath(new URL(checkFile, import.meta.url));
  const child = spawn(process.execPath, [file, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const end = () => void child.kill('SIGKILL');
  stop.addEventListener('abort', end, { once: true });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  stop.removeEventListener('abort', end);
  refuseStopped({ stop });
  if (code === 0) return;
  throw new StartProblem(said === '' ? 'The copy could not be verified.' : said);
}
