// Hook that focuses a field when / is pressed outside of fields and dialogs.
import { useLayoutEffect, type RefObject } from 'react';

const elsewhere = 'input, textarea, select, [contenteditable], dialog[open], [role=menu]';

export function useSlash(field: RefObject<HTMLInputElement | null>): void {
  // A layout effect, as in use-escape.ts: a key pressed after the paint is never lost.
  useLayoutEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const other = document.activeElement?.closest(elsewhere) ?? null;
      if (event.defaultPrevented || other !== null) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [field]);
}
