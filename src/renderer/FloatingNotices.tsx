// Place of the notices above the foot. It publishes their height to the style sheets, which give
// as much room to the end of the part that scrolls.
import { useLayoutEffect, type ReactNode } from 'react';

export interface FloatingNoticesProps {
  /** The element that contains the notices; null before the first rendering. */
  readonly place: HTMLElement | null;
  readonly setPlace: (place: HTMLElement | null) => void;
  readonly children: ReactNode;
}

export function FloatingNotices({ place, setPlace, children }: FloatingNoticesProps) {
  useLayoutEffect(() => {
    if (place === null) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() =>
      root.setProperty('--notices-height', `${place.offsetHeight}px`),
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [place]);
  return (
    <div className="notices">
      <div ref={setPlace}>{children}</div>
    </div>
  );
}
