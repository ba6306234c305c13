// Moves the focus to where a new screen begins: its first field, or its heading when it has none.
import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/** `within`: finds the element to focus inside the one that carries the ref; without it that one is focused. */
export function useArrivalFocus<Target extends HTMLElement>(
  within?: (target: Target) => HTMLElement | null,
): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const arrive = useEffectEvent(() => {
    const element = target.current;
    if (element !== null) (within === undefined ? element : within(element))?.focus();
  });
  // Before the first paint: the field is never drawn without its focus.
  useLayoutEffect(() => arrive(), []);
  return target;
}
