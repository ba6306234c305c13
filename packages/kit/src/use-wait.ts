// Hook for the stages of waiting: a spinner after 0.4 s, the current step after 2 s, and "slow"
// after 8 s. A spinner stays for at least 0.3 s, so that it does not flicker.
import { useEffect, useState } from 'react';

export type WaitStage = 'none' | 'short' | 'spinner' | 'step' | 'slow';

const waitMs = { spinner: 400, step: 2000, slow: 8000 } as const;
const shownAtLeastMs = 300;

export function useWait(pending: boolean, spinnerAfterMs: number = waitMs.spinner): WaitStage {
  const [wait, setWait] = useState<WaitStage>('none');

  useEffect(() => {
    if (!pending) return;
    let spinnerAt: number | null = null;
    const timers = [
      setTimeout(() => setWait('short'), 0),
      setTimeout(() => {
        spinnerAt = performance.now();
        setWait('spinner');
      }, spinnerAfterMs),
      setTimeout(() => setWait('step'), waitMs.step),
      setTimeout(() => setWait('slow'), waitMs.slow),
    ];
    return () => {
      timers.forEach(clearTimeout);
      const shownMs = spinnerAt === null ? shownAtLeastMs : performance.now() - spinnerAt;
      setTimeout(() => setWait('none'), Math.max(0, shownAtLeastMs - shownMs));
    };
  }, [pending, spinnerAfterMs]);

  return pending || wait === 'spinner' ? wait : 'none';
}

export function showsSpinner(wait: WaitStage): boolean {
  return wait === 'spinner' || wait === 'step' || wait === 'slow';
}
