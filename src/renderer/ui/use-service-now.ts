// Hook that returns the service's time at an interval. The service's time decides about expiry.
import { useLoaderContext } from '../bridge/loader-context.ts';
import { useNow } from '@latchkey/kit/use-now.ts';

const minuteMs = 60_000;

/** Returns unix milliseconds, or null before the first verified answer. */
export function useServiceNow(everyMs = minuteMs): number | null {
  const { clockOffsetMs } = useLoaderContext().session;
  const now = useNow(everyMs);
  return clockOffsetMs === null ? null : now - clockOffsetMs;
}
