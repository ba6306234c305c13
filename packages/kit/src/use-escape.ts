// Hook that calls `onEscape` while `active`, unless a menu or dialog has handled the key.
import { useEffectEvent, useLayoutEffect } from 'react';

export function useEscape(active: boolean, onEscape: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
  });
  // A layout effect: other effects run after the paint, and a key pressed in between would be lost.
  useLayoutEffect(() => {
    if (!active) return;
    const listener = (event: KeyboardEvent) => pressed(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [active]);
}
