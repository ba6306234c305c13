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
/** Pages written during a checkpoint that are few enough for writers to wait until they are moved. */
const fewPages = 500;
const mostTimes = 4;
/** In pages. If a reader needs older pages, a new attempt waits until the WAL has grown by so many. */
const walGrowth = 1000;

/** In pages. At this length SQLite checkpoints inside a commit. The thread is expected to be earlier. */
export const lastResort = 4 * longWal;

export class Checkpoints {
  readonly #length: () => WalLength | null;
  readonly #thread: Pick<SqliteThread, 'ask'>;
  readonly #queue: Pick<SqliteQueue, 'pause'>;
  #isMoving = false;
  /** The length of the WAL when a checkpoint could not empty it. */
  #left = Number.NEGATIVE_INFINITY;

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

  /** To be called after commits: once before each sync, which concurrent commits share. */
  look(): void {
    if (this.#isMoving) return;
    const length = this.#length();
    if (length === null || unmoved(length) < longWal) return;
    if (Math.abs(length.log - this.#left) < walGrowth) return;
    this.#left = length.log;
    this.#isMoving = true;
    void this.#move();
  }

  async #move(): Promise<void> {
    try {
      for (let times = 0; times < mostTimes; times += 1)
        if (unmoved(await this.#checkpoint('passive')) < fewPages) break;
      // Without writers all pages are moved, and the next write starts the WAL from its beginning.
      await this.#queue.pause(async () => {
        if (unmoved(await this.#checkpoint('full')) === 0) this.#left = Number.NEGATIVE_INFINITY;
      });
    } catch {
      // For example a full disk, which writers report. SQLite tries again at `lastResort`.
    }
    this.#isMoving = false;
  }

  /** Returns the length of the WAL afterwards. */
  async #checkpoint(how: 'passive' | 'full'): Promise<WalLength> {
    const moved = await this.#thread.ask(`pragma wal_checkpoint(${how})`);
    const [row] = moved as readonly WalLength[]; // as SQLite documents it
    return this.#length() ?? row ?? { log: 0, checkpointed: 0 };
  }
}

function unmoved({ log, checkpointed }: WalLength): number {
  return log - checkpointed;
}
