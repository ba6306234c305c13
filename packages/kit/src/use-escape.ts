// Hook that calls `onEscape` while `active`, unless a menu or dialog has handled the key.
import { useEffect, useEffectEvent } from 'react';

export function useEscape(active: boolean, onEscape: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
  });
  useEffect(() => {
    if (!active) return;
    const listener = (event: KeyboardEvent) => pressed(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [active]);
}
