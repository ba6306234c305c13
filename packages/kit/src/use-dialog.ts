// Hook that opens a <dialog> as a modal one. Escape, or another way to close it, calls `onLeave`.
import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

export function useDialog(onLeave: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useEffectEvent((event: Event) => {
    event.preventDefault();
    onLeave();
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    // preventDefault() makes the page behind the dialog ignore this Escape.
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && leave(event);
    // Fired when the browser or the system closes the dialog in another way.
    const onCancel = (event: Event) => leave(event);
    element.addEventListener('keydown', onKey);
    element.addEventListener('cancel', onCancel);
    element.showModal();
    return () => {
      element.removeEventListener('keydown', onKey);
      element.removeEventListener('cancel', onCancel);
      element.close();
      keepFocus();
    };
  }, []);
  return dialog;
}

/** If the control that opened the dialog is gone, the heading of the page gets the focus. */
function keepFocus(): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('main h1[tabindex]')?.focus();
  }, 0);
}
