// Checkpoints the WAL in a worker thread. SQLite's own checkpoint runs inside a commit, and blocks
// every request until the pages are on the disk.
import type { SqliteThread } from './sqlite-thread.ts';
import type { SqliteQueue } from './sqlite-queue.ts';

/** In pages, as SQLite's pragma returns it. */
export interface WalLength {
  readonly log: number;
  readonly checkpointed: number;
}

/** In pages. A page that was written many times is moved once, so a longer WAL costs less. */
const longWal = 4000;
/** If fewer pages than these are left in the WAL, writers wait until they are moved. */
const fewPages = 500;
const maxAttempts = 4;
/** In pages. After an incomplete checkpoint, the WAL must grow this much before the next one. */
const walGrowth = 1000;

/** In pages. At this length SQLite checkpoints inside a commit, unless the thread was earlier. */
export const lastResort = 4 * longWal;

export class Checkpoints {
  readonly #length: () => WalLength | null;
  readonly #thread: Pick<SqliteThread, 'ask'>;
  readonly #queue: Pick<SqliteQueue, 'pause'>;
  #isMoving = false;
  /** The length of the WAL before the last checkpoint, unless that checkpoint moved every page. */
  #lengthBefore = Number.NEGATIVE_INFINITY;

  /** `length` returns null while a transaction is open. */
  constructor(
    length: () => WalLength | null,
    thread: Pick<SqliteThread, 'ask'>,
    queue: Pick<SqliteQueue, 'pause'>,
  ) {
    this.#length = length;
    this.#thread = thread;
    this.#queue = queue;
  }

  /** Call it once before each sync, which concurrent commits share. */
  look(): void {
    if (this.#isMoving) return;
    const length = this.#length();
    if (length === null || unmoved(length) < longWal) return;
    if (Math.abs(length.log - this.#lengthBefore) < walGrowth) return;
    this.#lengthBefore = length.log;
    this.#isMoving = true;
    void this.#move();
  }

  async #move(): Promise<void> {
    try {
      for (let attempts = 0; attempts < maxAttempts; attempts += 1)
        if (unmoved(await this.#checkpoint('passive')) < fewPages) break;
      // Without writers all pages are moved, and the next write starts the WAL from its beginning.
      await this.#queue.pause(async () => {
        if (unmoved(await this.#checkpoint('full')) === 0)
          this.#lengthBefore = Number.NEGATIVE_INFINITY;
      });
    } catch {
      // The cause can be a full disk, which writers report. SQLite tries again at `lastResort`.
    }
    this.#isMoving = false;
  }

  /** Returns the length of the WAL afterwards. */
  async #checkpoint(mode: 'passive' | 'full'): Promise<WalLength> {
    const moved = await this.#thread.ask(`pragma wal_checkpoint(${mode})`);
    const [row] = moved as readonly WalLength[]; // as SQLite documents it
    return this.#length() ?? row ?? { log: 0, checkpointed: 0 };
  }
}

/** Returns a function that measures the WAL, or its last length while a transaction is open. */
export function walBytesOf(length: () => WalLength | null, pageBytes: number): () => number {
  let pages = 0;
  return () => {
    pages = Math.max(0, length()?.log ?? pages);
    return pages * pageBytes;
  };
}

function unmoved({ log, checkpointed }: WalLength): number {
  return log - checkpointed;
}
