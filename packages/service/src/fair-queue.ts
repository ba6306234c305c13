// Shares workers between tenants: a tenant with much work delays only its own work
// (docs/protocol.md#fair-shares).

/** `refuse` rejects the entry: it waited too long, or another tenant needs its place. */
interface Waiting {
  readonly start: () => void;
  readonly refuse: () => void;
}

export interface QueueSize {
  readonly atOnce: number;
  readonly waiting: number;
  /** Most workers of one tenant. Default: all, or all but one while other tenants are active. */
  readonly ofOne?: number;
  /** An entry that waits longer is refused. */
  readonly waitMs?: number;
}

/** A tenant is active for this long after a push, and one worker stays free for it. */
const recentMs = 60_000;

export class FairQueue {
  readonly #size: QueueSize;
  readonly #clock: () => number;
  /** Waiting tenants that use fewer workers go first. */
  readonly #share: number;
  /** Waiting entries of each tenant that has any, in the order of turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  /** The last push of each tenant, oldest first. */
  readonly #asked = new Map<string, number>();
  #busy = 0;
  #length = 0;

  /** `clock`: milliseconds of a monotonic clock. */
  constructor(size: QueueSize, clock: () => number = () => performance.now()) {
    this.#size = size;
    this.#clock = clock;
    this.#share = Math.max(1, Math.floor(size.atOnce / 2));
  }

  isBusyFor(tenant: string): boolean {
    return this.#busy >= this.#size.atOnce || this.#runningOf(tenant) >= this.workersOf(tenant);
  }

  /** One worker stays free while other tenants are active. */
  workersOf(tenant: string): number {
    const { atOnce, ofOne } = this.#size;
    if (ofOne !== undefined) return ofOne;
    const oldest = this.#clock() - recentMs;
    for (const [other, at] of this.#asked) {
      if (at >= oldest) break;
      this.#asked.delete(other);
    }
    const hasOthers = this.#asked.size > (this.#asked.has(tenant) ? 1 : 0);
    return hasOthers ? Math.max(1, atOnce - 1) : atOnce;
  }

  /** How many entries start until a new entry of this tenant starts, including that entry. */
  startsUntil(tenant: string): number {
    const own = (this.#waiting.get(tenant)?.length ?? 0) + 1;
    let starts = own;
    for (const [other, { length }] of this.#waiting)
      if (other !== tenant) starts += Math.min(length, own);
    return starts;
  }

  /** null: the queue is full. `refusal` makes the error of an entry that loses its place later. */
  push<T>(tenant: string, work: () => Promise<T>, refusal: () => Error): Promise<T> | null {
    this.#noteAsked(tenant);
    const isFull = this.#length >= this.#size.waiting;
    if (this.isBusyFor(tenant) && isFull && !this.#makeRoomFor(tenant)) return null;
    return new Promise<T>((resolve, reject) => {
      const start = () => void this.#run(tenant, work).then(resolve, reject);
      if (!this.#waiting.has(tenant) && !this.isBusyFor(tenant)) {
        start();
        return;
      }
      this.#wait(tenant, { start, refuse: () => reject(refusal()) });
      // A worker may be reserved for a tenant that is no longer active.
      this.#startNext();
    });
  }

  #noteAsked(tenant: string): void {
    if (this.#size.ofOne !== undefined) return;
    this.#asked.delete(tenant);
    this.#asked.set(tenant, this.#clock());
  }

  #wait(tenant: string, { start, refuse }: Waiting): void {
    const { waitMs } = this.#size;
    const own = this.#waiting.get(tenant) ?? [];
    const late = () => {
      own.splice(own.indexOf(one), 1);
      if (own.length === 0) this.#waiting.delete(tenant);
      this.#length -= 1;
      refuse();
    };
    const timer = waitMs === undefined ? undefined : setTimeout(late, waitMs);
    const before = (then: () => void) => () => {
      clearTimeout(timer);
      then();
    };
    const one = { start: before(start), refuse: before(refuse) };
    own.push(one);
    this.#waiting.set(tenant, own);
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
    const tenant = tenants.find((one) => this.#runningOf(one) < this.#share) ?? tenants[0];
    if (tenant === undefined) return;
    const own = this.#waiting.get(tenant) ?? [];
    const next = own.shift();
    // Moves the tenant to the end of the turns.
    this.#waiting.delete(tenant);
    if (own.length > 0) this.#waiting.set(tenant, own);
    this.#length -= 1;
    next?.start();
    // Several entries can start if a worker was reserved.
    this.#startNext();
  }

  /**
   * Drops the newest entry of the tenant with the most entries, if it then still has more than this
   * tenant.
   */
  #makeRoomFor(tenant: string): boolean {
    const own = this.#waiting.get(tenant)?.length ?? 0;
    const [greedy] = [...this.#waiting].toSorted(([, a], [, b]) => b.length - a.length);
    if (greedy === undefined || greedy[1].length <= own + 1) return false;
    greedy[1].pop()?.refuse();
    this.#length -= 1;
    return true;
  }

  #runningOf(tenant: string): number {
    return this.#running.get(tenant) ?? 0;
  }
}
