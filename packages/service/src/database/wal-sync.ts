// Syncs SQLite's write-ahead log (WAL) in threads of libuv. A sync takes as long as the disk needs,
// and only the writers of the synced changes wait for it.
import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';

const closeFile = promisify(close);
const syncFile = promisify(fdatasync);
const openFile = promisify(open);

/** One descriptor of the WAL. */
export interface WalFile {
  /** Must not be called again before it has settled. */
  readonly sync: () => Promise<void>;
  /** Waits for the running sync. */
  readonly close: () => Promise<void>;
}

/**
 * The WAL beside the database. SQLite creates it with the first statement and keeps it until the last
 * connection closes.
 */
export function walOf(file: string): WalFile {
  let descriptor: number | null = null;
  let running: Promise<void> = Promise.resolve();
  const sync = async () => {
    // Opened for writing: Windows syncs no other descriptor.
    descriptor ??= await openFile(`${file}-wal`, 'r+');
    await syncFile(descriptor);
  };
  return {
    sync: () => (running = sync()),
    async close() {
      await running.catch(() => null);
      if (descriptor !== null) await closeFile(descriptor);
    },
  };
}

/** With one, a group that arrives during a sync would wait for two of them. */
const mostAtOnce = 2;

export class WalSync {
  /** Separate descriptors: the system reports a failed sync once to each. */
  readonly #free: WalFile[];
  readonly #all: readonly WalFile[];
  #next: Promise<void> | null = null;
  /** Hands the first free descriptor to the next sync. */
  #take: ((wal: WalFile) => void) | null = null;
  #fault: { readonly error: unknown } | null = null;

  constructor(open: () => WalFile) {
    this.#all = Array.from({ length: mostAtOnce }, open);
    this.#free = [...this.#all];
  }

  /**
   * Resolves when everything written before the call is on the disk. Callers that arrive while both
   * descriptors are busy share the next sync, because the running ones may have started too early.
   * Rejects if a sync fails, and from then on until `mended`.
   */
  through(): Promise<void> {
    const wal = this.#free.pop();
    if (wal !== undefined) return this.#sync(wal);
    this.#next ??= this.#syncNext();
    return this.#next;
  }

  /**
   * A failed sync may have lost pages even if the next sync succeeds, because the system reports the
   * failure only once. SQLite ignores everything behind a gap in the WAL.
   */
  get fault(): { readonly error: unknown } | null {
    return this.#fault;
  }

  /** To be called when a checkpoint has moved everything from the WAL to the database file. */
  mended(): void {
    this.#fault = null;
  }

  async close(): Promise<void> {
    for (const wal of this.#all) await wal.close();
  }

  async #sync(wal: WalFile): Promise<void> {
    try {
      this.#refuseInDoubt();
      await wal.sync();
      this.#refuseInDoubt();
    } catch (error) {
      this.#fault ??= { error };
      throw error;
    } finally {
      const take = this.#take;
      this.#take = null;
      if (take === null) this.#free.push(wal);
      else take(wal);
    }
  }

  async #syncNext(): Promise<void> {
    const wal = await new Promise<WalFile>((resolve) => {
      this.#take = resolve;
    });
    this.#next = null;
    await this.#sync(wal);
  }

  #refuseInDoubt(): void {
    if (this.#fault !== null) throw this.#fault.error;
  }
}
