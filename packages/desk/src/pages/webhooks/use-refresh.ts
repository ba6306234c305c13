// Reads a list again every few seconds while something in it is going on.
import { useEffect } from 'react';

export const everyMs = 3000;

export function useRefresh(isOn: boolean, refresh: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(refresh, everyMs);
    return () => clearInterval(timer);
  }, [isOn, refresh]);
}
