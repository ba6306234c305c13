// Announces texts to screen readers in the window's only live region. The region outlives the
// screens, so no announcement is lost. A visible text is never a live region itself, because screen
// readers would announce it twice. SECURITY: announcements never contain a license key.
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useFirstContext } from '../bridge/first-context.ts';

export interface LiveRegion {
  readonly region: RefObject<HTMLParagraphElement | null>;
  readonly announce: (text: string) => void;
  readonly clearAnnouncement: () => void;
}

/** Clears the region when the user or the language changes. Each new screen clears it too. */
export function useLiveRegion(username: string | null, language: string): LiveRegion {
  const region = useRef<HTMLParagraphElement>(null);
  const announce = useCallback((text: string) => {
    const element = region.current;
    if (element === null) return;
    // Screen readers ignore an unchanged text, so a repeated text gets a no-break space.
    element.textContent = element.textContent === text ? `${text}\u00a0` : text;
  }, []);
  const clearAnnouncement = useCallback(() => {
    region.current?.replaceChildren();
  }, []);
  // A layout effect precedes the effects that announce the texts of the same change.
  useLayoutEffect(clearAnnouncement, [clearAnnouncement, username, language]);
  return { region, announce, clearAnnouncement };
}

/** Announces the text whenever it changes. Null announces nothing. */
export function useAnnouncement(text: string | null): void {
  const { announce } = useFirstContext();
  useEffect(() => {
    if (text !== null) announce(text);
  }, [announce, text]);
}
