// The window's only live region. It exists before its first text and survives changes of screen, so
// that no announcement is lost. Visible text is not a live region; otherwise it would be announced
// twice.
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { useParts } from '../bridge/loader-context.ts';

export interface LiveRegion {
  readonly region: RefObject<HTMLParagraphElement | null>;
  readonly announce: (text: string) => void;
}

export function useLiveRegion(): LiveRegion {
  const region = useRef<HTMLParagraphElement>(null);
  const announce = useCallback((text: string) => {
    const element = region.current;
    if (element === null) return;
    // Screen readers ignore an unchanged text, so a repeated text gets a no-break space.
    element.textContent = element.textContent === text ? `${text}\u00a0` : text;
  }, []);
  return { region, announce };
}

/** Announces the text whenever it changes; null: nothing. */
export function useAnnouncement(text: string | null): void {
  const { announce } = useParts();
  useEffect(() => {
    if (text !== null) announce(text);
  }, [announce, text]);
}
