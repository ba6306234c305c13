// Limits the outbound calls in flight of one application, so that slow targets delay only their own
// application (docs/protocol.md#fair-shares). A few more calls wait for a place within their
// timeout; all others are refused immediately.
import { Overloaded } from '../overloaded.ts';

export const maxCallsInFlight = 8;
const maxWaiting = 32;
const retryAfterSeconds = 5;

interface Share {
  taken: number;
  readonly waiting: Set<() => void>;
}

export class OutboundShares {
  readonly #shares = new Map<string, Share>();

  /**
   * Takes a place. Returns an idempotent function that releases it. Throws Overloaded if none is
   * free in time.
   */
  async take(applicationId: string, signal: AbortSignal): Promise<() => void> {
    const share = this.#shares.get(applicationId) ?? { taken: 0, waiting: new Set() };
    this.#shares.set(applicationId, share);
    if (share.taken < maxCallsInFlight) share.taken += 1;
    else await wait(share, signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#release(applicationId, share);
    };
  }

  /** The call that has waited longest takes over the place. */
  #release(applicationId: string, share: Share): void {
    const [next] = share.waiting;
    if (next !== undefined) {
      share.waiting.delete(next);
      next();
      return;
    }
    share.taken -= 1;
    if (share.taken === 0) this.#shares.delete(applicationId);
  }
}

function wait({ waiting }: Share, signal: AbortSignal): Promise<void> {
  if (waiting.size >= maxWaiting || signal.aborted) throw new Overloaded(retryAfterSeconds);
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      waiting.delete(take);
      reject(new Overloaded(retryAfterSeconds));
    };
    const take = () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    waiting.add(take);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
