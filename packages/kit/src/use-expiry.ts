// Hook for texts that disappear after a time. The time starts again after the pointer and the focus
// have left the element.
import { useEffect, useEffectEvent, useState, type SyntheticEvent } from 'react';

/** `shownMs`: null if the element stays. Returns the handlers of the element. */
export function useExpiry(shownMs: number | null, expire: () => void) {
  const [held, setHeld] = useState(false);
  const end = useEffectEvent(expire);
  useEffect(() => {
    if (held || shownMs === null) return;
    const timer = setTimeout(() => end(), shownMs);
    return () => clearTimeout(timer);
  }, [held, shownMs]);
  const update = ({ currentTarget }: SyntheticEvent) =>
    setHeld(currentTarget.matches(':hover, :focus-within'));
  return { onPointerEnter: update, onPointerLeave: update, onFocus: update, onBlur: update };
}
