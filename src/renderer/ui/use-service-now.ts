// Hook that returns the service's time at an interval. The service's time decides about expiry.
import { useFirstContext } from '../bridge/first-context.ts';
import { useNow } from '@latchkey/kit/use-now.ts';

const minuteMs = 60_000;

/** Returns unix milliseconds, or null before the first verified answer. */
export function useServiceNow(everyMs = minuteMs): number | null {
  const { clockOffsetMs } = useFirstContext().session;
  const now = useNow(everyMs);
  return clockOffsetMs === null ? null : now - clockOffsetMs;
}
