// Asks before a filled form is left: by a link, Back, a sign-out, or a closed dialog or tab.
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';

const filled = new Set<symbol>();
/** What the person wants to do instead, while the question is shown. */
let intended: (() => void) | null = null;
const listeners = new Set<() => void>();

function setIntended(next: (() => void) | null): void {
  intended = next;
  for (const listener of listeners) listener();
}

export function askToLeave(proceed: () => void): void {
  setIntended(proceed);
}

/** Proceeds, after a question if any form is filled. */
export function leaveForms(proceed: () => void): void {
  if (filled.size === 0) proceed();
  else askToLeave(proceed);
}

/** Whether the question is shown, and how to answer it. */
export function useLeaving(): readonly [boolean, (leaves: boolean) => void] {
  const isAsked = useSyncExternalStore(subscribe, () => intended !== null);
  return [
    isAsked,
    (leaves) => {
      const proceed = intended;
      setIntended(null);
      if (leaves) proceed?.();
    },
  ];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks a form as filled. The mark is gone when a dialog closes, before a link can be followed. */
export function useFilled(isFilled: boolean): void {
  useUnloadQuestion(isFilled);
  useLayoutEffect(() => {
    if (!isFilled) return undefined;
    const mark = Symbol('filled form');
    filled.add(mark);
    return () => void filled.delete(mark);
  }, [isFilled]);
}

/** Only asks before the tab is closed, for a draft that returns with its page. */
export function useUnloadQuestion(isFilled: boolean): void {
  useEffect(() => {
    if (!isFilled) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isFilled]);
}
