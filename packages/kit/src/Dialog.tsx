// A question that stands over everything until it is answered: the browser's own dialog, which keeps the focus inside and gives
// it back. Escape is the answer that changes nothing.
import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';

export interface DialogProps {
  readonly title: string;
  readonly text: string;
  /** Between the text and the buttons. */
  readonly more?: ReactNode;
  /** The buttons; the first one has the focus. */
  readonly children: ReactNode;
  /** Escape. */
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
    // What else listens for Escape stands below it.
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && leave(event);
    // The system's own ways to close it are answers too.
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
