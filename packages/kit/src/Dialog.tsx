// Modal dialog based on <dialog>, which traps and restores the focus. Escape cancels.
import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';

export interface DialogProps {
  readonly title: string;
  readonly text: string;
  /** Shown between the text and the buttons. */
  readonly more?: ReactNode;
  /** The buttons. The first one gets the focus. */
  readonly children: ReactNode;
  readonly onLeave: () => void;
}

export function Dialog({ title, text, more, children, onLeave }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
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
    };
  }, []);
  return (
    <dialog
      className="dialog appear"
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      {more}
      <div className="answers">{children}</div>
    </dialog>
  );
}
