// Syncs SQLite's write-ahead log (WAL) in threads of libuv. A sync takes as long as the disk needs,
// and only the writers of the synced changes wait for it.
import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';

const closeFile = promisify(close);
const syncFile = promisify(fdatasync);
const openFile = promisify(open);

export interface WalFile {
  /** Must not be called again before it has settled. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * The WAL beside the database. SQLite creates it with the first statement and keeps it until the
 * last connection closes.
 */
export function walOf(file: string): WalFile {
  let descriptor: number | null = null;
  return {
    async sync() {
      // Opened for writing: Windows syncs no other descriptor.
      descriptor ??= await openFile(`${file}-wal`, 'r+');
      await syncFile(descriptor);
    },
    async close() {
      if (descriptor !== null) await closeFile(descriptor);
    },
  };
}

/** Resolves when no promise job is left, so that the writes of one turn share a sync. */
function afterPromises(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

interface Fault {
  readonly error: unknown;
}

export class WalSync {
  readonly #wal: WalFile;
  /** Settles with the newest sync, and never rejects. */
  #last: Promise<unknown> = Promise.resolve();
  /** The sync that has not started yet. */
  #next: Promise<void> | null = null;
  #fault: Fault | null = null;

  constructor(wal: WalFile) {
    this.#wal = wal;
  }

  /**
   * Resolves when everything written before the call is on the disk. Callers that arrive during a
   * sync share the next one, because the running one may have started too early. After a failure,
   * every call rejects until `repaired` is called.
   */
  sync(): Promise<void> {
    if (this.#next !== null) return this.#next;
    const next = this.#last.then(afterPromises).then(() => this.#start());
    this.#next = next;
    this.#last = next.catch(() => null);
    return next;
  }

  /**
   * The failure of a sync, until `repaired` is called. Pages may be lost even if the next sync
   * succeeds, because the system reports a failure only once. SQLite ignores everything behind a
   * gap in the WAL.
   */
  get fault(): Fault | null {
    return this.#fault;
  }

  /** Call it when a checkpoint has moved everything from the WAL to the database file. */
  repaired(): void {
    this.#fault = null;
  }

  /** Waits for the running sync. */
  async close(): Promise<void> {
    await this.#last;
    await this.#wal.close();
  }

  async #start(): Promise<void> {
    this.#next = null;
    if (this.#fault !== null) throw this.#fault.error;
    try {
      await this.#wal.sync();
    } catch (error) {
      this.#fault = { error };
      throw error;
    }
  }
}
