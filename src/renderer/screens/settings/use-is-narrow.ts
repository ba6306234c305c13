// Hook that returns whether the window is too narrow for the list of settings beside a page.
import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(width < 760px)');

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}
