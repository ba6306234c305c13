// The service's time in unix milliseconds, updated at an interval. It decides about expiry.
import { useParts } from '../bridge/loader-context.ts';
import { useNow } from '@latchkey/kit/use-now.ts';

/** null: no verified answer yet. */
export function useServiceNow(everyMs: number): number | null {
  const { clockOffsetMs } = useParts().session;
  const now = useNow(everyMs);
  return clockOffsetMs === null ? null : now - clockOffsetMs;
}
