// Hook for the age of a point in time. It updates every second for a minute, then every 20 seconds.
import { useEffect, useState } from 'react';

const minute = 60_000;

/** Returns the milliseconds since `at` (unix milliseconds), or 0 if the clock was set back. */
export function useAge(at: number): number {
  const [now, setNow] = useState(() => Date.now());
  const everyMs = now - at < minute ? 1000 : 20_000;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [at, everyMs]);
  return Math.max(0, now - at);
}
