// The one live region of the window: it is there before it says something, and stays when screens change, so that nothing
// that is said is lost. What is drawn beside it is not a region of its own: nothing is said twice.
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { useParts } from '../bridge/loader-context.ts';

export interface LiveRegion {
  readonly region: RefObject<HTMLParagraphElement | null>;
  readonly say: (text: string) => void;
}

export function useLiveRegion(): LiveRegion {
  const region = useRef<HTMLParagraphElement>(null);
  const say = useCallback((text: string) => {
    const element = region.current;
    if (element === null) return;
    // The same words once more are no change unless something is different.
    element.textContent = element.textContent === text ? `${text}\u00a0` : text;
  }, []);
  return { region, say };
}

/** Says the text whenever it becomes another one; null: nothing. */
export function useSpoken(text: string | null): void {
  const { say } = useParts();
  useEffect(() => {
    if (text !== null) say(text);
  }, [say, text]);
}
