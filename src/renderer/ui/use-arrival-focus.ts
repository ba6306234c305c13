// Moves the focus to the start of a new screen: its first field, main action or heading. The same
// element takes the focus if the focused element is removed. A new screen clears the live region.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { useFirstContext } from '../bridge/first-context.ts';

/** `within` selects the element to focus inside the ref's element; default: the element itself. */
export function useArrivalFocus<Target extends HTMLElement>(
  within?: (target: Target) => HTMLElement | null,
): RefObject<Target | null> {
  const { arrivalRef, clearAnnouncement } = useFirstContext();
  const target = useRef<Target>(null);
  const arrive = useEffectEvent(() => {
    const element = target.current;
    if (element !== null) (within === undefined ? element : within(element))?.focus();
  });
  // A layout effect focuses before the first paint.
  useLayoutEffect(() => {
    clearAnnouncement();
    const focusScreen = () => arrive();
    arrivalRef.current = focusScreen;
    focusScreen();
    return () => {
      if (arrivalRef.current === focusScreen) arrivalRef.current = null;
    };
  }, [arrivalRef, clearAnnouncement]);
  return target;
}

/**
 * Restores the focus if the focused element is removed, but not after a click on empty space. Returns
 * the ref that screens set.
 */
export function useFocusKeeper(): RefObject<(() => void) | null> {
  const arrivalRef = useRef<(() => void) | null>(null);
  useEffect(() => {
    let last = document.activeElement;
    const rememberFocus = () => {
      last = document.activeElement;
    };
    const restoreFocus = () => {
      if (document.activeElement !== document.body || last?.isConnected !== false) return;
      arrivalRef.current?.();
    };
    const observer = new MutationObserver(restoreFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', rememberFocus);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', rememberFocus);
    };
  }, [arrivalRef]);
  return arrivalRef;
}
