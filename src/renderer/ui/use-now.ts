// The time of this computer, and the service's, in unix milliseconds, drawn anew at an interval.
import { useEffect, useState } from 'react';
import { useParts } from '../bridge/loader-context.ts';

export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** What has ended, and what is left, is judged by the service's clock. null: no verified answer told it. */
export function useServiceNow(everyMs: number): number | null {
  const { clockOffsetMs } = useParts().session;
  const now = useNow(everyMs);
  return clockOffsetMs === null ? null : now - clockOffsetMs;
}
