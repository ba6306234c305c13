// How fast a task goes on, and how long it still takes: over its last seconds, so that one slow chunk is no news and a
// standstill is seen.
import type { Task } from '../../shared/program.ts';
import { type Clock } from '@latchkey/client/ports.ts';

const windowMs = 5_000;
/** Before that nothing can be said. */
const atLeastMs = 1_000;

export interface Pace {
  /** A run begins: what was before it does not count. */
  readonly begin: () => void;
  /** To be asked regularly while it runs. */
  readonly of: (task: Pick<Task, 'done' | 'total'>) => Pick<Task, 'bytesPerSecond' | 'etaMs'>;
}

export function createPace(clock: Pick<Clock, 'now'>): Pace {
  let samples: { readonly at: number; readonly done: number }[] = [];
  return {
    begin() {
      samples = [];
    },
    of({ done, total }) {
      const at = clock.now();
      const newest = samples.at(-1);
      // A clock that was set back, or work that counts anew.
      if (newest !== undefined && (newest.at > at || newest.done > done)) samples = [];
      samples.push({ at, done });
      samples = samples.filter((sample) => at - sample.at <= windowMs);
      const [oldest] = samples;
      if (oldest === undefined || at - oldest.at < atLeastMs)
        return { bytesPerSecond: null, etaMs: null };
      const exact = ((done - oldest.done) / (at - oldest.at)) * 1000;
      const bytesPerSecond = Number(exact.toPrecision(3));
      const seconds = total === null ? Infinity : Math.max(0, total - done) / bytesPerSecond;
      return { bytesPerSecond, etaMs: Number.isFinite(seconds) ? Math.ceil(seconds) * 1000 : null };
    },
  };
}
