// Shares workers between tenants: a tenant with much work delays only its own work
// (docs/protocol.md#fair-shares).

/** A waiting entry. `refuse` rejects it after a long wait, or to make room for another tenant. */
interface Waiting {
  readonly start: () => void;
  readonly refuse: () => void;
}

export interface QueueSize {
  readonly workers: number;
  readonly waiting: number;
  /**
   * Maximum workers of one tenant. The default is all workers, or all but one while other tenants
   * are active.
   */
  readonly maxPerTenant?: number;
  /** An entry that waits longer is refused. */
  readonly maxWaitMs?: number;
}

export interface QueueLoad {
  readonly running: number;
  readonly waiting: number;
}

/** A tenant counts as active for this long after a push. */
const activeForMs = 60_000;

export class FairQueue {
  readonly #size: QueueSize;
  readonly #clock: () => number;
  /** Tenants that use fewer workers than this go first. */
  readonly #preferredBelow: number;
  /** Waiting entries by tenant, in the order in which tenants are served. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  /** Time of each tenant's last push, oldest first. */
  readonly #lastPushes = new Map<string, number>();
  #busy = 0;
  #length = 0;

  /** `clock` returns milliseconds of a monotonic clock. */
  constructor(size: QueueSize, clock: () => number = () => performance.now()) {
    this.#size = size;
    this.#clock = clock;
    this.#preferredBelow = Math.max(1, Math.floor(size.workers / 2));
  }

  /** Entries that run, and entries that wait. */
  load(): QueueLoad {
    return { running: this.#busy, waiting: this.#length };
  }

  isBusyFor(tenant: string): boolean {
    return this.#busy >= this.#size.workers || this.#runningOf(tenant) >= this.workersOf(tenant);
  }

  /** Returns a tenant's maximum number of workers. One stays free while others are active. */
  workersOf(tenant: string): number {
    const { workers, maxPerTenant } = this.#size;
    if (maxPerTenant !== undefined) return maxPerTenant;
    const oldest = this.#clock() - activeForMs;
    for (const [other, at] of this.#lastPushes) {
      if (at >= oldest) break;
      this.#lastPushes.delete(other);
    }
    const hasOthers = this.#lastPushes.size > (this.#lastPushes.has(tenant) ? 1 : 0);
    return hasOthers ? Math.max(1, workers - 1) : workers;
  }

  /** Returns how many entries must start for a new entry to start, including that entry. */
  startsUntil(tenant: string): number {
    const tenantEntries = (this.#waiting.get(tenant)?.length ?? 0) + 1;
    let starts = tenantEntries;
    for (const [other, { length }] of this.#waiting)
      if (other !== tenant) starts += Math.min(length, tenantEntries);
    return starts;
  }

  /**
   * Queues `work`. Returns null if the queue is full. `refusal` creates the error of an entry that
   * loses its place later.
   */
  push<T>(tenant: string, work: () => Promise<T>, refusal: () => Error): Promise<T> | null {
    this.#recordPush(tenant);
    const isFull = this.#length >= this.#size.waiting;
    if (this.isBusyFor(tenant) && isFull && !this.#makeRoomFor(tenant)) return null;
    return new Promise<T>((resolve, reject) => {
      const start = () => void this.#run(tenant, work).then(resolve, reject);
      if (!this.#waiting.has(tenant) && !this.isBusyFor(tenant)) {
        start();
        return;
      }
      this.#wait(tenant, { start, refuse: () => reject(refusal()) });
      // A worker may still be reserved for a tenant that is no longer active.
      this.#startNext();
    });
  }

  #recordPush(tenant: string): void {
    if (this.#size.maxPerTenant !== undefined) return;
    this.#lastPushes.delete(tenant);
    this.#lastPushes.set(tenant, this.#clock());
  }

  #wait(tenant: string, { start, refuse }: Waiting): void {
    const { maxWaitMs } = this.#size;
    const tenantEntries = this.#waiting.get(tenant) ?? [];
    const refuseLate = () => {
      tenantEntries.splice(tenantEntries.indexOf(one), 1);
      if (tenantEntries.length === 0) this.#waiting.delete(tenant);
      this.#length -= 1;
      refuse();
    };
    const timer = maxWaitMs === undefined ? undefined : setTimeout(refuseLate, maxWaitMs);
    const stoppingTimer = (action: () => void) => () => {
      clearTimeout(timer);
      action();
    };
    const one = { start: stoppingTimer(start), refuse: stoppingTimer(refuse) };
    tenantEntries.push(one);
    this.#waiting.set(tenant, tenantEntries);
    this.#length += 1;
  }

  async #run<T>(tenant: string, work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    this.#running.set(tenant, this.#runningOf(tenant) + 1);
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      const left = this.#runningOf(tenant) - 1;
      if (left === 0) this.#running.delete(tenant);
      else this.#running.set(tenant, left);
      this.#startNext();
    }
  }

  #startNext(): void {
    const tenants = [...this.#waiting.keys()].filter((one) => !this.isBusyFor(one));
    const tenant =
      tenants.find((tenant) => this.#runningOf(tenant) < this.#preferredBelow) ?? tenants[0];
    if (tenant === undefined) return;
    const tenantEntries = this.#waiting.get(tenant) ?? [];
    const next = tenantEntries.shift();
    // Moves the tenant to the end of the order.
    this.#waiting.delete(tenant);
    if (tenantEntries.length > 0) this.#waiting.set(tenant, tenantEntries);
    this.#length -= 1;
    next?.start();
    // Several entries can start if a worker was reserved.
    this.#startNext();
  }

  /**
   * Refuses the newest entry of the tenant with the most entries, if that tenant still has more
   * entries than `tenant` afterwards. Returns whether an entry was refused.
   */
  #makeRoomFor(tenant: string): boolean {
    const tenantEntries = this.#waiting.get(tenant)?.length ?? 0;
    const [greedy] = [...this.#waiting].toSorted(([, a], [, b]) => b.length - a.length);
    if (greedy === undefined || greedy[1].length <= tenantEntries + 1) return false;
    greedy[1].pop()?.refuse();
    this.#length -= 1;
    return true;
  }

  #runningOf(tenant: string): number {
    return this.#running.get(tenant) ?? 0;
  }
}
