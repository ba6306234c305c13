// Moving pages from SQLite's journal into the file, in a thread of its own. SQLite does that by itself inside of whichever write
// finds the journal long, and whoever is to be answered would wait for a disk that writes in many places.
import type { SqliteThread } from './sqlite-thread.ts';
import type { SqliteQueue } from './sqlite-queue.ts';

/** In pages. */
export interface JournalLength {
  readonly log: number;
  readonly checkpointed: number;
}

/** Each page is moved once however often it was written, so a longer journal costs less. */
const longJournal = 4000;
/** What is written while pages are moved must be moved as well. When it is so little, whoever writes waits for it. */
const fewPages = 500;
const mostTimes = 4;
/** Where somebody still reads what was there before, nothing more can be moved for now. */
const longerJournal = 1000;

/** Where the journal grows longer than this, SQLite moves its pages by itself: nothing else has. */
export const lastResort = 4 * longJournal;

export class Checkpoints {
  readonly #length: () => JournalLength | null;
  readonly #thread: Pick<SqliteThread, 'ask'>;
  readonly #queue: Pick<SqliteQueue, 'still'>;
  #isMoving = false;
  /** How long the journal was when it could not be emptied. */
  #left = Number.NEGATIVE_INFINITY;

  /** `length`: null where it cannot be told in this moment. */
  constructor(
    length: () => JournalLength | null,
    thread: Pick<SqliteThread, 'ask'>,
    queue: Pick<SqliteQueue, 'still'>,
  ) {
    this.#length = length;
    this.#thread = thread;
    this.#queue = queue;
  }

  /** To be called after each commit. */
  look(): void {
    if (this.#isMoving) return;
    const length = this.#length();
    if (length === null || unmoved(length) < longJournal) return;
    if (Math.abs(length.log - this.#left) < longerJournal) return;
    this.#left = length.log;
    this.#isMoving = true;
    void this.#move();
  }

  async #move(): Promise<void> {
    try {
      for (let times = 0; times < mostTimes; times += 1)
        if (unmoved(await this.#checkpoint('passive')) < fewPages) break;
      // With nobody writing, all of it is moved, and the next write begins the journal anew.
      await this.#queue.still(async () => {
        if (unmoved(await this.#checkpoint('full')) === 0) this.#left = Number.NEGATIVE_INFINITY;
      });
    } catch {
      // A disk that takes no more, for one: that is told to whoever writes. SQLite goes on at `lastResort`.
    }
    this.#isMoving = false;
  }

  /** What is left then. */
  async #checkpoint(how: 'passive' | 'full'): Promise<JournalLength> {
    const moved = await this.#thread.ask(`pragma wal_checkpoint(${how})`);
    const [row] = moved as readonly JournalLength[]; // as SQLite documents it
    return this.#length() ?? row ?? { log: 0, checkpointed: 0 };
  }
}

function unmoved({ log, checkpointed }: JournalLength): number {
  return log - checkpointed;
}
