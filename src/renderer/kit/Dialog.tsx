// A question that stands over everything until it is answered: the browser's own dialog, which keeps the focus inside and gives
// it back. Escape is the answer that changes nothing.
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

export interface DialogProps {
  readonly title: string;
  readonly text: string;
  /** The buttons; the first one has the focus. */
  readonly children: ReactNode;
  /** Escape. */
  readonly onLeave: () => void;
}

export function Dialog({ title, text, children, onLeave }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      className="dialog appear"
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      // The system's own ways to close it are answers too.
      onCancel={(event) => {
        event.preventDefault();
        onLeave();
      }}
      // What else listens for Escape stands below it.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onLeave();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      <div className="answers">{children}</div>
    </dialog>
  );
}
