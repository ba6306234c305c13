// Limits the connections that transactions use. Reads use the others, so that a transaction waiting
// for a locked row delays no read. Further transactions wait in a queue, which is bounded in length
// and time, and no application gets all connections.
import { AsyncLocalStorage } from 'node:async_hooks';
import { PostgresAdapter, PostgresDialect } from 'kysely';
import { FairQueue } from '../fair-queue.ts';
import type { DirectReads, ReadingAdapter } from './array-rows.ts';
import type { DatabaseLoad, LoadAdapter } from './load.ts';
import { Overloaded } from '../overloaded.ts';
import type { Database } from './schema.ts';

/** Connections of the pool, and callers that wait for one. */
export interface PoolLoad {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface ShareLimits {
  readonly workers: number;
  /** Maximum transactions of one application. */
  readonly maxPerTenant: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

/** The connection for long reads runs one statement at a time. */
export const longReadLimits: ShareLimits = {
  workers: 1,
  maxPerTenant: 1,
  maxWaiting: 100,
  maxWaitMs: 30_000,
};

const retryAfterSeconds = 1;

/** The application that the current work is for. Its transactions have one share of the queue. */
const applications = new AsyncLocalStorage<string>();
const nobody = '';

/** Transactions that `run` begins count towards this application's share. */
export function onBehalfOf<T>(applicationId: string, run: () => T): T {
  return applications.run(applicationId, run);
}

export class WriteShare {
  readonly #queue: FairQueue;

  constructor({ workers, maxPerTenant, maxWaiting, maxWaitMs }: ShareLimits) {
    this.#queue = new FairQueue({ workers, maxPerTenant, waiting: maxWaiting, maxWaitMs });
  }

  waiting(): number {
    return this.#queue.load().waiting;
  }

  /** Throws Overloaded before `run` begins if too many wait or the wait is too long. */
  async within<T>(run: () => Promise<T>): Promise<T> {
    const refusal = () => new Overloaded(retryAfterSeconds);
    const result = this.#queue.push(applications.getStore() ?? nobody, run, refusal);
    if (result === null) throw refusal();
    return result;
  }
}

class LimitedAdapter extends PostgresAdapter implements ReadingAdapter, LoadAdapter {
  readonly share: WriteShare;
  readonly reads: DirectReads;
  readonly load: () => DatabaseLoad;
  constructor(share: WriteShare, reads: DirectReads, pool: () => PoolLoad) {
    super();
    this.share = share;
    this.reads = reads;
    this.load = () => {
      const { busy, idle, waiting } = pool();
      const connections = { busy, idle };
      return { connections, waiting: waiting + share.waiting(), walBytes: null };
    };
  }
}

export class LimitedDialect extends PostgresDialect {
  readonly #share: WriteShare;
  readonly #reads: DirectReads;
  readonly #pool: () => PoolLoad;
  constructor(
    config: ConstructorParameters<typeof PostgresDialect>[0],
    limits: ShareLimits,
    reads: DirectReads,
    pool: () => PoolLoad,
  ) {
    super(config);
    this.#share = new WriteShare(limits);
    this.#reads = reads;
    this.#pool = pool;
  }
  override createAdapter(): PostgresAdapter {
    return new LimitedAdapter(this.#share, this.#reads, this.#pool);
  }
}

/** Runs immediately if the database does not limit transactions. */
export function runInShare<T>(db: Database, run: () => Promise<T>): Promise<T> {
  const { adapter } = db.getExecutor();
  return adapter instanceof LimitedAdapter ? adapter.share.within(run) : run();
}
