// The service's time in unix milliseconds, drawn anew at an interval: what has ended, and what is left, is judged by its clock.
import { useParts } from '../bridge/loader-context.ts';
import { useNow } from '@latchkey/kit/use-now.ts';

/** null: no verified answer told it. */
export function useServiceNow(everyMs: number): number | null {
  const { clockOffsetMs } = useParts().session;
  const now = useNow(everyMs);
  return clockOffsetMs === null ? null : now - clockOffsetMs;
}
