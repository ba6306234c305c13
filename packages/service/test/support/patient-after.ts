// Timers without the one-second limit of health and metrics, which a busy machine can exceed.
import { afterRealTime, type After } from '../../src/periodic-work.ts';

export const patientAfter: After = (delayMs, then) =>
  delayMs === 1000 ? () => {} : afterRealTime(delayMs, then);
