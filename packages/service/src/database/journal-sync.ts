// Writing SQLite's journal through to the disk, in a thread of libuv's: a sync takes as long as the disk likes, and only whose
// change it keeps is to wait for it.
import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';

const closeFile = promisify(close);
const syncFile = promisify(fdatasync);
const openFile = promisify(open);

/** One way to the journal. */
export interface Journal {
  /** Not again before the last one has ended. */
  readonly sync: () => Promise<void>;
  /** Once a sync that is at work has ended. */
  readonly close: () => Promise<void>;
}

/** Beside the database; SQLite makes it with the first use of a connection, and keeps it until the last one is closed. */
export function journalOf(file: string): Journal {
  let descriptor: number | null = null;
  let running: Promise<void> = Promise.resolve();
  const sync = async () => {
    // For writing, because Windows syncs nothing else.
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

/** One that a group must wait for before its own may begin would make it wait for two. */
const mostAtOnce = 2;

export class JournalSync {
  /** Each with a descriptor of its own: the system tells a fault once to each. */
  readonly #free: Journal[];
  readonly #all: readonly Journal[];
  #next: Promise<void> | null = null;
  /** Gives the next the first that gets free. */
  #take: ((journal: Journal) => void) | null = null;
  #fault: { readonly error: unknown } | null = null;

  constructor(open: () => Journal) {
    this.#all = Array.from({ length: mostAtOnce }, open);
    this.#free = [...this.#all];
  }

  /**
   * Resolves when all that was written before the call is on the disk. Who calls while no more can begin shares the next: those
   * at work may have begun too early. Rejects where it failed, and after that until `mended`.
   */
  through(): Promise<void> {
    const journal = this.#free.pop();
    if (journal !== undefined) return this.#sync(journal);
    this.#next ??= this.#syncNext();
    return this.#next;
  }

  /**
   * A sync that failed may have lost what it was to keep although the next one succeeds, because the system tells it only once;
   * and nothing behind a gap in the journal is ever found again.
   */
  get fault(): { readonly error: unknown } | null {
    return this.#fault;
  }

  /** The journal holds nothing any more that is not on the disk in another way. */
  mended(): void {
    this.#fault = null;
  }

  async close(): Promise<void> {
    for (const journal of this.#all) await journal.close();
  }

  async #sync(journal: Journal): Promise<void> {
    try {
      this.#refuseInDoubt();
      await journal.sync();
      this.#refuseInDoubt();
    } catch (error) {
      this.#fault ??= { error };
      throw error;
    } finally {
      const take = this.#take;
      this.#take = null;
      if (take === null) this.#free.push(journal);
      else take(journal);
    }
  }

  async #syncNext(): Promise<void> {
    const journal = await new Promise<Journal>((resolve) => {
      this.#take = resolve;
    });
    this.#next = null;
    await this.#sync(journal);
  }

  #refuseInDoubt(): void {
    if (this.#fault !== null) throw this.#fault.error;
  }
}
