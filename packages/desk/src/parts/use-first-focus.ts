// Focuses a field when its form appears, so that people can type immediately.
import { useEffect, useRef, type RefObject } from 'react';

export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
