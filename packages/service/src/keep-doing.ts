// Work of a running service that no request asks for, now and then.
import type { Logger } from 'pino';

/** Runs `then` once, after this time; what it returns takes that back. */
export type After = (delayMs: number, then: () => void) => () => void;

/** Does not keep the process alive. */
export const afterRealTime: After = (delayMs, then) => {
  const timer = setTimeout(then, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

export interface Regular {
  readonly everyMs: number;
  readonly work: () => Promise<void>;
  /** In the log where it fails: "Files could not be swept". */
  readonly failed: string;
  readonly after?: After | undefined;
  readonly log: Pick<Logger, 'error'>;
}

/** Begins at once; what it returns ends it, and waits for what is under way. */
export function keepDoing(regular: Regular): () => Promise<void> {
  const { everyMs, work, failed, after = afterRealTime, log } = regular;
  let ended = false;
  let cancel = () => {};
  let working = Promise.resolve();
  const begin = () => {
    working = work()
      .catch((error: unknown) => log.error({ error }, failed))
      .then(() => {
        if (!ended) cancel = after(everyMs, begin);
      });
  };
  begin();
  return async () => {
    ended = true;
    cancel();
    await working;
  };
}
