// The thread of sqlite-reader.ts: runs one statement after the other on a connection that cannot write.
import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { errorCode } from '../start-problem.ts';
import type { ReaderAnswer, ReaderQuestion } from './sqlite-reader.ts';

const { file } = workerData as { readonly file: string }; // by sqlite-reader.ts
const sqlite = new BetterSqlite3(file, { readonly: true, fileMustExist: true });

parentPort?.on('message', (question: ReaderQuestion) => {
  parentPort?.postMessage(answerTo(question));
});

function answerTo({ sql, parameters }: ReaderQuestion): ReaderAnswer {
  try {
    return { rows: sqlite.prepare(sql).all(parameters) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { fault: { message, code: errorCode(error) } };
  }
}
