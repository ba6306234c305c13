// Runs background work of the service at an interval.
import type { Logger } from 'pino';

/** Calls `then` once after the delay. The returned function cancels the call. */
export type After = (delayMs: number, then: () => void) => () => void;

/** Uses a timer that does not keep the process alive. */
export const afterRealTime: After = (delayMs, then) => {
  const timer = setTimeout(then, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

export interface PeriodicWork {
  readonly intervalMs: number;
  readonly work: () => Promise<void>;
  /** Log message for a failed run. */
  readonly failureMessage: string;
  readonly after?: After | undefined;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Runs the work immediately, then after each interval. The returned function stops it and waits for
 * the run in progress.
 */
export function runPeriodically(periodic: PeriodicWork): () => Promise<void> {
  const { intervalMs, work, failureMessage, after = afterRealTime, log } = periodic;
  let isStopped = false;
  let cancel = () => {};
  let currentRun = Promise.resolve();
  const startRun = () => {
    currentRun = work()
      .catch((error: unknown) => log.error({ error }, failureMessage))
      .then(() => {
        if (!isStopped) cancel = after(intervalMs, startRun);
      });
  };
  startRun();
  return async () => {
    isStopped = true;
    cancel();
    await currentRun;
  };
}
