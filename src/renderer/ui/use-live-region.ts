// Announces texts to screen readers in the window's only live region. The region outlives the
// screens, so no announcement is lost. A visible text is never a live region itself, because screen
// readers would announce it twice.
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { useLoaderContext } from '../bridge/loader-context.ts';

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

/** Announces the text whenever it changes. Null announces nothing. */
export function useAnnouncement(text: string | null): void {
  const { announce } = useLoaderContext();
  useEffect(() => {
    if (text !== null) announce(text);
  }, [announce, text]);
}
