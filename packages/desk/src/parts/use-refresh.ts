// Reads a list again every few seconds while something in it is going on.
import { useEffect, useEffectEvent } from 'react';

export const everyMs = 3000;

export function useRefresh(isOn: boolean, refresh: () => void): void {
  // Not a dependency: a new function at each render would restart the timer forever.
  const refreshNow = useEffectEvent(refresh);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => refreshNow(), everyMs);
    return () => clearInterval(timer);
  }, [isOn]);
}
