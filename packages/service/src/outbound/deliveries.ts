// Sends what events.ts wrote: at once where this process wrote it, else when it falls due. One delivery at a time to one target
// and a few of one application, so that slow targets hold up nobody else. Several processes on one database share the work.
import type { Logger } from 'pino';
import { EvenClock } from '../clock.ts';
import { attempt, bringForward, claim, record } from './delivery-attempt.ts';
import type { ServiceSecret } from '../secrets/service-secret.ts';
import type { Outbound } from './outbound.ts';
import { forgetDrops } from './drops.ts';
import { outboundShare } from './outbound-shares.ts';
import type { Database } from '../database/schema.ts';
import { afterRealTime, type After } from '../keep-doing.ts';
import { inSeconds, plainMs, type UnixMs } from '@latchkey/protocol/units.ts';

export interface DeliveryParts {
  readonly db: Database;
  readonly outbound: Outbound;
  readonly secret: ServiceSecret;
  readonly nowMs: () => UnixMs;
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsedMs?: (() => number) | undefined;
  readonly after?: After | undefined;
  readonly log: Pick<Logger, 'error'>;
}

export interface Deliveries {
  /** A request that may write deliveries: they are sent as soon as it is done. */
  readonly around: <T>(work: () => Promise<T>) => Promise<T>;
  readonly noteEmitted: () => void;
  readonly wake: () => void;
  /** When nothing is being sent or looked for. */
  readonly settled: () => Promise<void>;
  /** Takes up nothing new, waits a little for what is under way, then breaks it off: it is sent again later. */
  readonly stop: () => Promise<void>;
}

const mostAtOnce = 64;
/** Half of its share of calls (outbound-shares.ts): its clients keep the other half. */
const mostOfApplication = outboundShare / 2;
const mostSeen = 100;
/** How long what a dead process left may lie, and how soon after a fault of the database it is tried again. */
const idleMs = 60_000;
const afterFaultMs = 5000;
const stopWithinMs = 2000;
const tidyEverySeconds = 3600;
const keepSeconds = 30 * 86_400;
/** Longer than all retries together. */
const giveUpSeconds = 86_400;

/** Looks for deliveries from the first `wake` on. */
export function createDeliveries(parts: DeliveryParts): Deliveries {
  return new Worker(parts);
}

interface Target {
  readonly applicationId: string;
  readonly url: string;
}

class Worker implements Deliveries {
  readonly #parts: DeliveryParts;
  readonly #after: After;
  /** What is under way. */
  readonly #busy = new Map<Target, Promise<void>>();
  readonly #ending = new AbortController();
  #emitted = 0;
  #stopped = false;
  /** Somebody asked to look while it was looking. */
  #asked = false;
  #looking: Promise<void> | null = null;
  #cancelTimer = () => {};
  #tidiedAt = 0;
  #lookedAt = 0;
  readonly #clock: EvenClock;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    // The sweep of all else says it in the log.
    this.#clock = new EvenClock({ ...parts, log: { warn: () => undefined } });
    this.#after = parts.after ?? afterRealTime;
  }

  async around<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#emitted;
    try {
      return await work();
    } finally {
      // Perhaps another request's, whose own end wakes again.
      if (this.#emitted !== before) this.wake();
    }
  }

  noteEmitted(): void {
    this.#emitted += 1;
  }

  wake(): void {
    this.#asked = true;
    if (this.#stopped || this.#looking !== null) return;
    this.#looking = this.#look()
      .catch((error: unknown) => {
        this.#parts.log.error({ error }, 'Could not read pending webhook deliveries');
        this.#wakeAfter(afterFaultMs);
      })
      .finally(() => {
        this.#looking = null;
        if (this.#asked) this.wake();
      });
  }

  async settled(): Promise<void> {
    while (this.#looking !== null || this.#busy.size > 0)
      await Promise.all([this.#looking, ...this.#busy.values()]);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    const cancel = this.#after(stopWithinMs, () => this.#ending.abort());
    await this.settled();
    cancel();
  }

  #seconds(): number {
    return inSeconds(this.#parts.nowMs());
  }

  #wakeAfter(delayMs: number): void {
    this.#cancelTimer();
    if (!this.#stopped) this.#cancelTimer = this.#after(delayMs, () => this.wake());
  }

  async #look(): Promise<void> {
    this.#asked = false;
    this.#cancelTimer();
    const { db, nowMs } = this.#parts;
    const now = this.#seconds();
    await this.#tidy(now);
    const due = await dueOf(db, [...this.#busy.keys()], now);
    let begun = 0;
    for (const { id, applicationId, url } of due) {
      // The first place that is free looks again.
      if (this.#stopped || this.#busy.size >= mostAtOnce) return;
      const target = { applicationId, url };
      if (!this.#isFree(target)) continue;
      this.#busy.set(target, this.#send(id, target));
      begun += 1;
    }
    // They may all have been of one target or application: others are found now that it is busy.
    if (due.length === mostSeen && begun > 0) this.#asked = true;
    else {
      const nextMs = (await nextAfter(db, now)) * 1000;
      this.#wakeAfter(Math.min(idleMs, Math.max(0, nextMs - plainMs(nowMs()))));
    }
  }

  async #tidy(now: number): Promise<void> {
    const { db } = this.#parts;
    const isEven = this.#clock.isEven();
    const isSetBack = now < this.#lookedAt;
    this.#lookedAt = now;
    if (!isSetBack && now - this.#tidiedAt < tidyEverySeconds) return;
    await bringForward(db, now);
    if (isEven) await tidy(db, now);
    this.#tidiedAt = now;
  }

  #isFree(target: Target): boolean {
    const own = [...this.#busy.keys()].filter((one) => one.applicationId === target.applicationId);
    return own.length < mostOfApplication && own.every(({ url }) => url !== target.url);
  }

  async #send(id: string, target: Target): Promise<void> {
    const { db, log } = this.#parts;
    let next = () => this.wake();
    try {
      const claimed = await claim(db, id, this.#seconds());
      if (claimed === null) return;
      const signal = this.#ending.signal;
      const result = await attempt(this.#parts, claimed, this.#seconds(), signal);
      await record(db, claimed, result, this.#seconds());
    } catch (error) {
      log.error({ error }, 'A webhook delivery failed');
      // At once would be again and again where the database takes no writes.
      next = () => this.#wakeAfter(afterFaultMs);
    } finally {
      this.#busy.delete(target);
      next();
    }
  }
}

/** Not those of targets that are busy, nor of applications with as many under way as they may have. */
async function dueOf(
  db: Database,
  busy: readonly Target[],
  now: number,
): Promise<readonly (Target & { readonly id: string })[]> {
  let query = db
    .selectFrom('deliveries')
    .select(['id', 'applicationId', 'url'])
    .where('status', '=', 'pending')
    .where('nextAt', '<=', now);
  for (const id of new Set(busy.map(({ applicationId }) => applicationId))) {
    const own = busy.filter(({ applicationId }) => applicationId === id).map(({ url }) => url);
    query = query.where((eb) => {
      const others = eb('applicationId', '!=', id);
      return own.length < mostOfApplication ? eb.or([others, eb('url', 'not in', own)]) : others;
    });
  }
  return query.orderBy('nextAt').orderBy('createdAt').limit(mostSeen).execute();
}

/** Unix seconds; Infinity: nothing waits. What fell due since `now` is among it. */
async function nextAfter(db: Database, now: number): Promise<number> {
  const { next } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.min<number | null>('nextAt').as('next'))
    .where('status', '=', 'pending')
    .where('nextAt', '>', now)
    .executeTakeFirstOrThrow();
  return next ?? Infinity;
}

/** Nothing is tried for ever; the log of deliveries itself is swept with all that is over. */
async function tidy(db: Database, now: number): Promise<void> {
  await forgetDrops(db, now - keepSeconds);
  await db
    .updateTable('deliveries')
    .set({ status: 'failed', lastError: 'expired', claimedUntil: null })
    .where('status', '=', 'pending')
    .where('createdAt', '<', now - giveUpSeconds)
    .execute();
}
