// Recognises faults of disk and database that the person who runs the service can fix.
import { errorCode } from '../start-problem.ts';

export type StorageFault = 'disk-full' | 'unreachable' | 'read-only';

/** Codes of Node, SQLite and PostgreSQL. */
const codes: readonly (readonly [StorageFault, RegExp])[] = [
  ['disk-full', /^(ENOSPC|EDQUOT|SQLITE_FULL|53100)$/],
  ['read-only', /^(EROFS|EACCES|EPERM|SQLITE_READONLY(_[A-Z]+)*|25006)$/],
  ['unreachable', /^(ECONN[A-Z]+|EPIPE|E(HOST|NET)UNREACH|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/],
  ['unreachable', /^(SQLITE_CANTOPEN(_[A-Z]+)*|DATABASE_MOVED|08[0-9A-Z]{3}|57P0[1-5]|53300)$/],
];

/** Returns null for any other error, which is a defect or has a different cause. */
export function storageFault(error: unknown): StorageFault | null {
  // Node's codes of a socket, such as ENOENT and EACCES, mean something else for a file.
  if (error instanceof Error && 'syscall' in error && error.syscall === 'connect')
    return 'unreachable';
  const code = errorCode(error);
  if (code === '' && isSilence(error)) return 'unreachable';
  return codes.find(([, known]) => known.test(code))?.[0] ?? null;
}

/** The message of the error that the service itself throws if the server stays silent. */
export function silenceText(silenceMs: number): string {
  return `The database did not answer for ${silenceMs} ms`;
}

/** Errors of pg without a code. */
const endings = [
  /^Connection terminated( unexpectedly)?$/,
  /^Client has encountered a connection error/,
  /^Client was closed and is not queryable$/,
];

/** Whether a connection to PostgreSQL that was open has ended, by the server or the network. */
export function isEndedConnection(error: unknown): boolean {
  if (!(error instanceof Error) || ('syscall' in error && error.syscall === 'connect'))
    return false;
  const code = errorCode(error);
  if (code !== '') return /^(57P0[12]|0800[36]|ECONNRESET|EPIPE)$/.test(code);
  return endings.some((text) => text.test(error.message));
}

/** Repeats a read once, on another connection, if its connection ends: it changes nothing. */
export async function repeatedRead<T>(
  read: () => Promise<T>,
  reconnect: () => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isEndedConnection(error)) throw error;
    await reconnect();
    return read();
  }
}

const silences = [
  ...endings,
  /^Connection terminated/,
  /^timeout expired$/,
  /^timeout exceeded when trying to connect$/,
  new RegExp(`^${silenceText(0).replace('0', '[0-9]+')}$`),
];

/** Whether the connection to PostgreSQL ended or timed out without an error from the server. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && silences.some((text) => text.test(error.message));
}

/** Explains a data folder that cannot be used. */
export function folderSentence(
  dataFolder: string,
  code: string,
  fault: StorageFault | null,
): string {
  if (fault === 'disk-full') return `The disk of ${dataFolder} is full. Free some space on it.`;
  const how = code === 'EROFS' ? ', because its disk is read-only' : '';
  return `The data folder ${dataFolder} cannot be written to (${code})${how}.`;
}

export interface WarningLog {
  readonly warn: (facts: object, message: string) => void;
}

/** Writes what a read can do without. On a full disk, logs that `what` is not written. */
export async function unlessDiskFull(
  log: WarningLog,
  what: string,
  write: () => Promise<unknown>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (storageFault(error) !== 'disk-full') throw error;
    log.warn({ error }, `The disk is full. ${what} is not written`);
  }
}
