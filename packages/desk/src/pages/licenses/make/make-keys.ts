// Makes many keys with several requests. Each request has an order, which is its idempotency key:
// sent again after a lost answer, it returns the same keys.
import { maxKeysPerRequest } from '@latchkey/protocol/limits.ts';
import { failureOf, type Failure } from '@latchkey/web/failure.ts';

/** Fifty requests; the page waits for all of them. */
export const maxKeys = 5000;

export interface Part {
  readonly amount: number;
  readonly order: string;
}

/** One request has the order itself, several have it with a number. */
export function partsOf(amount: number, order: string): readonly Part[] {
  const count = Math.ceil(amount / maxKeysPerRequest);
  if (count <= 1) return [{ amount, order }];
  return Array.from({ length: count }, (_, at) => ({
    amount: Math.min(maxKeysPerRequest, amount - at * maxKeysPerRequest),
    order: `${order}/${String(at + 1)}`,
  }));
}

/** An order that nobody uses yet, such as `desk-20261126-3k9x2mfa`. */
export function newOrder(nowMs: number): string {
  const day = new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '');
  const random = crypto.getRandomValues(new Uint8Array(8));
  return `desk-${day}-${Array.from(random, (byte) => (byte % 32).toString(32)).join('')}`;
}

export interface Made {
  readonly keys: readonly string[];
  /** The keys of an earlier request with the same order. */
  readonly isRepeated: boolean;
  /** At least one of them was refunded or banned. */
  readonly isRefunded: boolean;
}

export interface Progress {
  readonly keys: readonly string[];
  readonly isRefunded: boolean;
  /** Number of keys that existed before. */
  readonly repeated: number;
  /** The requests that are not answered yet. */
  readonly left: readonly Part[];
  /** Why it stopped, or null if it is done or was stopped by the user. */
  readonly failure: Failure | null;
}

export function startOf(parts: readonly Part[]): Progress {
  return { keys: [], isRefunded: false, repeated: 0, left: parts, failure: null };
}

/**
 * Sends the requests that are left, one after the other, until one fails. A request that was sent
 * before a stop or failure repeats an order, so its keys do not count as having existed before.
 */
export async function makeKeys(
  start: Progress,
  send: (part: Part) => Promise<Made>,
  watch: { readonly onProgress: (progress: Progress) => void; readonly isStopped: () => boolean },
): Promise<Progress> {
  let progress: Progress = { ...start, failure: null };
  let mayRepeatOwn = start.failure !== null;
  for (const part of start.left) {
    if (watch.isStopped()) return progress;
    try {
      const { keys, isRepeated, isRefunded } = await send(part);
      progress = {
        keys: [...progress.keys, ...keys],
        isRefunded: progress.isRefunded || isRefunded,
        repeated: progress.repeated + (isRepeated && !mayRepeatOwn ? keys.length : 0),
        left: progress.left.slice(1),
        failure: null,
      };
    } catch (error) {
      return { ...progress, failure: failureOf(error) };
    }
    mayRepeatOwn = false;
    watch.onProgress(progress);
  }
  return progress;
}

/** Whether the service may have made keys, although the request failed. */
export function isUncertain({ code }: Failure): boolean {
  return (
    ['no-connection', 'no-answer-in-time', 'internal', 'database-unreachable'].includes(code) ||
    code.startsWith('http-')
  );
}
