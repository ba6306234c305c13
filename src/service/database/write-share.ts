// How many of the database's connections transactions may have at once: the rest stays for reads, so that whoever waits at a
// locked row keeps nobody from being answered. Those beyond wait in turn, a bounded number for a bounded time.
import { PostgresAdapter, PostgresDialect } from 'kysely';
import type { DirectReads, ReadingAdapter } from './lists.ts';
import { Overloaded } from '../overloaded.ts';
import type { Database } from './schema.ts';

export interface ShareLimits {
  readonly atOnce: number;
  readonly mostWaiting: number;
  readonly waitMs: number;
}

const retryAfterSeconds = 1;

export class WriteShare {
  readonly #limits: ShareLimits;
  #running = 0;
  readonly #waiting = new Set<() => void>();

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  /** Throws Overloaded where too many wait, or this one did for too long; nothing was begun then. */
  async within<T>(run: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.atOnce) await this.#turn();
    else this.#running += 1;
    try {
      return await run();
    } finally {
      this.#next();
    }
  }

  /** The place is handed on: nobody who comes meanwhile gets in between. */
  #next(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#running -= 1;
    else next();
  }

  #turn(): Promise<void> {
    if (this.#waiting.size >= this.#limits.mostWaiting) throw new Overloaded(retryAfterSeconds);
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        this.#waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(new Overloaded(retryAfterSeconds));
      }, this.#limits.waitMs);
      this.#waiting.add(begin);
    });
  }
}

class SharingAdapter extends PostgresAdapter implements ReadingAdapter {
  readonly share: WriteShare;
  readonly reads: DirectReads;
  constructor(share: WriteShare, reads: DirectReads) {
    super();
    this.share = share;
    this.reads = reads;
  }
}

/** A dialect whose transactions have a share of the connections. */
export class SharingDialect extends PostgresDialect {
  readonly #share: WriteShare;
  readonly #reads: DirectReads;
  constructor(
    config: ConstructorParameters<typeof PostgresDialect>[0],
    limits: ShareLimits,
    reads: DirectReads,
  ) {
    super(config);
    this.#share = new WriteShare(limits);
    this.#reads = reads;
  }
  override createAdapter(): PostgresAdapter {
    return new SharingAdapter(this.#share, this.#reads);
  }
}

/** Runs it at once where the database has no such share. */
export function withinShare<T>(db: Database, run: () => Promise<T>): Promise<T> {
  const { adapter } = db.getExecutor();
  return adapter instanceof SharingAdapter ? adapter.share.within(run) : run();
}
