// The thread of sqlite-thread.ts: runs one statement after the other on a connection of its own.
import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { errorCode } from '../start-problem.ts';
import type { ThreadAnswer, ThreadConnection, ThreadQuestion } from './sqlite-thread.ts';

const { file, mayWrite } = workerData as ThreadConnection; // by sqlite-thread.ts
const sqlite = new BetterSqlite3(file, { readonly: !mayWrite, fileMustExist: true });
if (mayWrite) {
  sqlite.pragma('synchronous = NORMAL');
  // It holds nobody up by waiting for a lock: whoever asks tries again.
  sqlite.pragma('busy_timeout = 0');
}

parentPort?.on('message', (question: ThreadQuestion) => {
  parentPort?.postMessage(answerTo(question));
});

function answerTo({ sql, parameters }: ThreadQuestion): ThreadAnswer {
  try {
    return { rows: sqlite.prepare(sql).all(parameters) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { fault: { message, code: errorCode(error) } };
  }
}
