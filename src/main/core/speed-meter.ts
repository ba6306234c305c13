// Measures the speed and remaining time of a task over a few seconds, so that a stall soon shows.
import type { Task } from '../../shared/program.ts';
import { type Clock } from '@latchkey/client/ports.ts';

const windowMs = 5_000;
/** Samples over a shorter time give no usable estimate. */
const minSampleMs = 1_000;

export interface SpeedMeter {
  /** Starts a new run and drops all earlier samples. */
  readonly begin: () => void;
  /** Adds a sample and returns the estimate. Call it regularly while the task runs. */
  readonly measure: (task: Pick<Task, 'done' | 'total'>) => Pick<Task, 'bytesPerSecond' | 'etaMs'>;
}

export function createSpeedMeter(clock: Pick<Clock, 'now'>): SpeedMeter {
  let samples: { readonly at: number; readonly done: number }[] = [];
  return {
    begin() {
      samples = [];
    },
    measure({ done, total }) {
      const at = clock.now();
      const newest = samples.at(-1);
      // The clock was set back, or the work started over.
      if (newest !== undefined && (newest.at > at || newest.done > done)) samples = [];
      samples.push({ at, done });
      samples = samples.filter((sample) => at - sample.at <= windowMs);
      const [oldest] = samples;
      if (oldest === undefined || at - oldest.at < minSampleMs)
        return { bytesPerSecond: null, etaMs: null };
      const exact = ((done - oldest.done) / (at - oldest.at)) * 1000;
      const bytesPerSecond = Number(exact.toPrecision(3));
      const seconds = total === null ? Infinity : Math.max(0, total - done) / bytesPerSecond;
      return { bytesPerSecond, etaMs: Number.isFinite(seconds) ? Math.ceil(seconds) * 1000 : null };
    },
  };
}
