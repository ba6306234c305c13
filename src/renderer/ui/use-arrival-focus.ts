// Moves the focus to where a new screen begins: its first field, its main action, or its heading when it has neither. The
// same place takes the focus when what had it goes away: it never falls to the page.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { useParts } from '../bridge/loader-context.ts';

/** `within`: finds the element to focus inside the one that carries the ref; without it that one is focused. */
export function useArrivalFocus<Target extends HTMLElement>(
  within?: (target: Target) => HTMLElement | null,
): RefObject<Target | null> {
  const { arrivalRef } = useParts();
  const target = useRef<Target>(null);
  const arrive = useEffectEvent(() => {
    const element = target.current;
    if (element !== null) (within === undefined ? element : within(element))?.focus();
  });
  // Before the first paint: the field is never drawn without its focus.
  useLayoutEffect(() => {
    const here = () => arrive();
    arrivalRef.current = here;
    here();
    return () => {
      if (arrivalRef.current === here) arrivalRef.current = null;
    };
  }, [arrivalRef]);
  return target;
}

/** Watches for a focused element that goes away. A click on nothing takes the focus as everywhere. */
export function useFocusKeeper(arrivalRef: RefObject<(() => void) | null>): void {
  useEffect(() => {
    let last = document.activeElement;
    const note = () => {
      last = document.activeElement;
    };
    const mend = () => {
      if (document.activeElement !== document.body || last?.isConnected !== false) return;
      arrivalRef.current?.();
    };
    const observer = new MutationObserver(mend);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, [arrivalRef]);
}
