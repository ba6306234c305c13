// Sends the deliveries that events.ts wrote: immediately if this process wrote them, else when due.
// A target gets one delivery at a time, and an application a few, so that slow targets delay nobody
// else. Several processes on one database share the work.
import type { Logger } from 'pino';
import { ClockMonitor } from '../clock.ts';
import { attempt, bringForward, claim, record } from './delivery-attempt.ts';
import type { ServiceSecret } from '../secrets/service-secret.ts';
import type { Outbound } from './outbound.ts';
import { deleteOldDrops } from './drops.ts';
import { maxCallsInFlight } from './outbound-shares.ts';
import type { Database } from '../database/schema.ts';
import { afterRealTime, type After } from '../periodic-work.ts';
import { toUnixSeconds, plainMs, type UnixMs } from '@latchkey/protocol/units.ts';

export interface DeliveryParts {
  readonly db: Database;
  readonly outbound: Outbound;
  readonly secret: ServiceSecret;
  readonly nowMs: () => UnixMs;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs?: (() => number) | undefined;
  readonly after?: After | undefined;
  readonly log: Pick<Logger, 'error'>;
}

export interface Deliveries {
  /** Wraps a request that may write deliveries, and sends them as soon as it is done. */
  readonly around: <T>(work: () => Promise<T>) => Promise<T>;
  readonly noteEmitted: () => void;
  readonly wake: () => void;
  /** Resolves when no delivery is being sent or read. */
  readonly settled: () => Promise<void>;
  /** Starts no more sends, waits briefly for those in flight, then aborts them. */
  readonly stop: () => Promise<void>;
}

const maxInFlight = 64;
/** Half of the application's calls (outbound-shares.ts). The other half is for its clients. */
const maxPerApplication = maxCallsInFlight / 2;
const maxPolled = 100;
/** Maximum time between polls. Polls find deliveries of processes that have died. */
const idleMs = 60_000;
const afterFaultMs = 5000;
const stopWithinMs = 2000;
const cleanUpSeconds = 3600;
const dropRetentionSeconds = 30 * 86_400;
/** Age at which a pending delivery fails. Longer than all retries together. */
const giveUpSeconds = 86_400;

/** Creates the worker that sends deliveries. It polls from the first call of `wake` on. */
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
  /** Sends in flight. */
  readonly #inFlight = new Map<Target, Promise<void>>();
  readonly #shutdown = new AbortController();
  #emitted = 0;
  #stopped = false;
  /** Set if `wake` is called during a poll. */
  #pollAgain = false;
  #polling: Promise<void> | null = null;
  #cancelTimer = () => {};
  #cleanedUpAt = 0;
  #polledAt = 0;
  readonly #clock: ClockMonitor;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    // The expiry sweep logs clock jumps already.
    this.#clock = new ClockMonitor({ ...parts, log: { warn: () => undefined } });
    this.#after = parts.after ?? afterRealTime;
  }

  async around<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#emitted;
    try {
      return await work();
    } finally {
      // The event may be another request's, which calls `wake` again at its own end.
      if (this.#emitted !== before) this.wake();
    }
  }

  noteEmitted(): void {
    this.#emitted += 1;
  }

  wake(): void {
    this.#pollAgain = true;
    if (this.#stopped || this.#polling !== null) return;
    this.#polling = this.#poll()
      .catch((error: unknown) => {
        this.#parts.log.error({ error }, 'Could not read pending webhook deliveries');
        this.#wakeAfter(afterFaultMs);
      })
      .finally(() => {
        this.#polling = null;
        if (this.#pollAgain) this.wake();
      });
  }

  async settled(): Promise<void> {
    while (this.#polling !== null || this.#inFlight.size > 0)
      await Promise.all([this.#polling, ...this.#inFlight.values()]);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    const cancel = this.#after(stopWithinMs, () => this.#shutdown.abort());
    await this.settled();
    cancel();
  }

  #seconds(): number {
    return toUnixSeconds(this.#parts.nowMs());
  }

  #wakeAfter(delayMs: number): void {
    this.#cancelTimer();
    if (!this.#stopped) this.#cancelTimer = this.#after(delayMs, () => this.wake());
  }

  async #poll(): Promise<void> {
    this.#pollAgain = false;
    this.#cancelTimer();
    const { db, nowMs } = this.#parts;
    const now = this.#seconds();
    await this.#cleanUp(now);
    const due = await readDue(db, [...this.#inFlight.keys()], now);
    let started = 0;
    for (const { id, applicationId, url } of due) {
      // The next finished send polls again.
      if (this.#stopped || this.#inFlight.size >= maxInFlight) return;
      const target = { applicationId, url };
      if (!this.#isFree(target)) continue;
      this.#inFlight.set(target, this.#send(id, target));
      started += 1;
    }
    // All of them may be of one target or application. The next poll skips these and finds others.
    if (due.length === maxPolled && started > 0) this.#pollAgain = true;
    else {
      const nextMs = (await nextDueTime(db, now)) * 1000;
      this.#wakeAfter(Math.min(idleMs, Math.max(0, nextMs - plainMs(nowMs()))));
    }
  }

  async #cleanUp(now: number): Promise<void> {
    const { db } = this.#parts;
    const isSteady = this.#clock.isSteady();
    const isSetBack = now < this.#polledAt;
    this.#polledAt = now;
    if (!isSetBack && now - this.#cleanedUpAt < cleanUpSeconds) return;
    await bringForward(db, now);
    if (isSteady) await cleanUp(db, now);
    this.#cleanedUpAt = now;
  }

  #isFree(target: Target): boolean {
    const own = [...this.#inFlight.keys()].filter(
      (one) => one.applicationId === target.applicationId,
    );
    return own.length < maxPerApplication && own.every(({ url }) => url !== target.url);
  }

  async #send(id: string, target: Target): Promise<void> {
    const { db, log } = this.#parts;
    let next = () => this.wake();
    try {
      const claimed = await claim(db, id, this.#seconds());
      if (claimed === null) return;
      const signal = this.#shutdown.signal;
      const result = await attempt(this.#parts, claimed, this.#seconds(), signal);
      await record(db, claimed, result, this.#seconds());
    } catch (error) {
      log.error({ error }, 'A webhook delivery failed');
      // Don't retry immediately: a read-only database would make this spin.
      next = () => this.#wakeAfter(afterFaultMs);
    } finally {
      this.#inFlight.delete(target);
      next();
    }
  }
}

/** Returns due deliveries. Skips busy targets, and applications with the maximum in flight. */
async function readDue(
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
      return own.length < maxPerApplication ? eb.or([others, eb('url', 'not in', own)]) : others;
    });
  }
  return query.orderBy('nextAt').orderBy('createdAt').limit(maxPolled).execute();
}

/** Returns the unix seconds at which the next delivery after `now` is due, or Infinity. */
async function nextDueTime(db: Database, now: number): Promise<number> {
  const { next } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.min<number | null>('nextAt').as('next'))
    .where('status', '=', 'pending')
    .where('nextAt', '>', now)
    .executeTakeFirstOrThrow();
  return next ?? Infinity;
}

/**
 * Deletes old drop counts, and gives up deliveries that are too old. The expiry sweep deletes
 * finished ones.
 */
async function cleanUp(db: Database, now: number): Promise<void> {
  await deleteOldDrops(db, now - dropRetentionSeconds);
  await db
    .updateTable('deliveries')
    .set({ status: 'failed', lastError: 'expired', claimedUntil: null })
    .where('status', '=', 'pending')
    .where('createdAt', '<', now - giveUpSeconds)
    .execute();
}
