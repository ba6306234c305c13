// The worker that sqlite-thread.ts starts: runs statements one by one on a separate connection.
import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { lowerThreadPriority } from '../secrets/hashing-threads.ts';
import { errorCode } from '../start-problem.ts';
import type { ThreadConnection, ThreadReply, ThreadRequest } from './sqlite-thread.ts';

const { file, mayWrite } = workerData as ThreadConnection; // set by sqlite-thread.ts
const sqlite = new BetterSqlite3(file, { readonly: !mayWrite, fileMustExist: true });
// Long reads must not slow the answers of other applications down.
if (!mayWrite) lowerThreadPriority();
if (mayWrite) {
  sqlite.pragma('synchronous = NORMAL');
  // Does not wait for locks: the caller tries again.
  sqlite.pragma('busy_timeout = 0');
}

parentPort?.on('message', (request: ThreadRequest) => {
  parentPort?.postMessage(replyTo(request));
});

function replyTo({ sql, parameters }: ThreadRequest): ThreadReply {
  try {
    return { rows: sqlite.prepare(sql).all(parameters) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { fault: { message, code: errorCode(error) } };
  }
}
