// Timers without the limit of a second that health and metrics have, which a busy machine exceeds.
import { afterRealTime, type After } from '../../src/periodic-work.ts';

export const patientAfter: After = (delayMs, then) =>
  delayMs === 1000 ? () => {} : afterRealTime(delayMs, then);
