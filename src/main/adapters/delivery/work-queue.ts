// One piece of work at a time in the program's folder. What runs beside everything is ended by whatever comes, and begins anew at
// another time.
import { createMutex } from '../../core/mutex.ts';
import type { WorkerClient } from './worker-client.ts';

export interface WorkQueue {
  /** `signal`: ends it where it is. */
  readonly add: <Value>(act: () => Promise<Value>, signal?: AbortSignal) => Promise<Value>;
  /** Ended by whatever comes. */
  readonly addBeside: (act: () => Promise<void>) => void;
}

export function createWorkQueue(worker: Pick<WorkerClient, 'stop' | 'go'>): WorkQueue {
  const mutex = createMutex();
  let beside = false;
  const add = <Value>(act: () => Promise<Value>, signal?: AbortSignal): Promise<Value> => {
    if (beside) worker.stop();
    return mutex(async () => {
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
