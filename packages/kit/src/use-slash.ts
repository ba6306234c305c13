// Hook that focuses a field when / is pressed outside of fields and dialogs, unless it is turned off.
import { useLayoutEffect, type RefObject } from 'react';

const elsewhere = 'input, textarea, select, [contenteditable], dialog[open], [role=menu]';

/** WCAG 2.1.4: users of speech input must be able to turn off a shortcut of one character. */
export function isSlashOn(): boolean {
  return document.documentElement.dataset['slash'] !== 'off';
}

export function useSlash(field: RefObject<HTMLInputElement | null>): void {
  // A layout effect, as in use-escape.ts: a key pressed after the paint is never lost.
  useLayoutEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const other = document.activeElement?.closest(elsewhere) ?? null;
      if (event.defaultPrevented || other !== null || !isSlashOn()) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [field]);
}
