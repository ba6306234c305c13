// Work of several tenants that shares a few workers: those who wait take turns, so that whoever asks for much waits for their own
// (contract 0.21). It knows neither what the work is nor how long it takes.

/** One that waits; `refuse` makes room for somebody who has less. */
interface Waiting {
  readonly start: () => void;
  readonly refuse: () => void;
}

export interface QueueSize {
  readonly atOnce: number;
  readonly waiting: number;
  /** How many of `atOnce` one tenant has at most, whoever else asks; where nothing is said, all but one while others ask. */
  readonly ofOne?: number;
  /** Who has waited for so long is sent away. */
  readonly waitMs?: number;
}

/** Who asked within that time may ask again, and finds a worker free. */
const recentMs = 60_000;

export class FairQueue {
  readonly #size: QueueSize;
  readonly #clock: () => number;
  /** How many workers a tenant has at most while others wait. */
  readonly #share: number;
  /** In the order of their turns; nobody is here who does not wait. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  /** When each asked last, the last one at the end. */
  readonly #asked = new Map<string, number>();
  #busy = 0;
  #length = 0;

  /** `clock`: milliseconds of any that only goes forward. */
  constructor(size: QueueSize, clock: () => number = () => performance.now()) {
    this.#size = size;
    this.#clock = clock;
    this.#share = Math.max(1, Math.floor(size.atOnce / 2));
  }

  /** Another one of this tenant would have to wait. */
  isBusyFor(tenant: string): boolean {
    return this.#busy >= this.#size.atOnce || this.#runningOf(tenant) >= this.workersOf(tenant);
  }

  /** How many of the workers may work for this tenant: one is left for others where there are any. */
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

  /** How many starts it takes until one more of this tenant has started, its own among them. */
  startsUntil(tenant: string): number {
    const own = (this.#waiting.get(tenant)?.length ?? 0) + 1;
    let starts = own;
    for (const [other, { length }] of this.#waiting)
      if (other !== tenant) starts += Math.min(length, own);
    return starts;
  }

  /** null: there is no room. What had room, and gives it to somebody who has less, is rejected with what `refusal` makes. */
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
      // Where a worker was kept free for somebody who asks no more.
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
    // To the end of the turns.
    this.#waiting.delete(tenant);
    if (own.length > 0) this.#waiting.set(tenant, own);
    this.#length -= 1;
    next?.start();
    // More than one where a worker was kept free.
    this.#startNext();
  }

  /** Whoever has most gives up their newest, as long as they still have no less than the one who comes. */
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
