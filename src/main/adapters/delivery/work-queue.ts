// One piece of work at a time in the program's folder. What runs beside everything is ended by whatever comes, and begins anew at
// another time.
import type { WorkerClient } from './worker-client.ts';

export interface WorkQueue {
  /** `signal`: ends it where it is. */
  readonly add: <Value>(act: () => Promise<Value>, signal?: AbortSignal) => Promise<Value>;
  /** Ended by whatever comes. */
  readonly addBeside: (act: () => Promise<void>) => void;
}

export function createWorkQueue(worker: Pick<WorkerClient, 'stop' | 'go'>): WorkQueue {
  let last: Promise<unknown> = Promise.resolve();
  let beside = false;
  const add = <Value>(act: () => Promise<Value>, signal?: AbortSignal): Promise<Value> => {
    if (beside) worker.stop();
    const turn = last.then(async () => {
      worker.go();
      const stop = (): void => worker.stop();
      if (signal?.aborted === true) stop();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        return await act();
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    });
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    add,
    addBeside(act) {
      if (beside) return;
      const turn = add(act);
      beside = true;
      void turn.catch(() => undefined).finally(() => (beside = false));
    },
  };
}
