// What a request with a challenge goes through (contract 0.15): told again where it is done, waiting where it is at work, and
// else done. The look-up was made with that of the session, because some of these requests end the session.
import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '../call.ts';
import type { Context } from './context.ts';
import { badRequest, type Outcome } from '../outcome.ts';
import { openKept } from './idempotency/kept-outcome.ts';
import { Repeated, RequestOnce, claimSeconds, type Once } from './idempotency/once.ts';
import type { Marks } from './idempotency/request-marks.ts';
import { tellAgain } from './tell-again.ts';

/** Throws Repeated where the same request is at work. */
export async function runOnce(
  call: Call,
  { before, activeUntil }: Pick<Context, 'before' | 'activeUntil'>,
  marks: Marks,
  run: (once: Once) => Promise<Outcome>,
): Promise<Outcome> {
  const { db, secret, now } = call;
  const key = secret.deriveKey('kept outcomes');
  if (before !== null && (before.outcome !== null || before.claimedUntil > now)) {
    if (before.content !== marks.content)
      return badRequest('The parameter "challenge" was used for another request.');
    if (before.outcome === null) throw new Repeated();
    return tellAgain(call, activeUntil, openKept(key, marks.request, before.outcome));
  }
  const once = new RequestOnce(marks, key, now);
  try {
    const outcome = await run(once);
    await once.settle(db, outcome);
    return outcome;
  } catch (error) {
    if (!(error instanceof Repeated)) await once.release(db).catch(() => undefined);
    throw error;
  }
}

const [firstPauseMs, longestPauseMs] = [5, 100];
/** By then the other one's claim has lapsed, and was taken over. */
const giveUpAfterMs = (claimSeconds + 5) * 1000;

/** Runs `attempt` until it is not Repeated any more. Other processes may be at work, so that nobody here could tell when. */
export async function whileRepeated<T>(attempt: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Repeated) || performance.now() - startedAt > giveUpAfterMs)
        throw error;
    }
    await pause(pauseMs);
  }
}
