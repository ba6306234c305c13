// How long ago something was, in milliseconds: drawn anew each second at first, then seldom.
import { useEffect, useState } from 'react';

const minute = 60_000;

/** `at`: unix milliseconds of this computer; a clock that was set back makes it just now. */
export function useAge(at: number): number {
  const [now, setNow] = useState(() => Date.now());
  const everyMs = now - at < minute ? 1000 : 20_000;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [at, everyMs]);
  return Math.max(0, now - at);
}
