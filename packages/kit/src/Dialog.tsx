// Modal dialog based on <dialog>, which traps and restores the focus. Escape cancels.
import { useId, type ReactNode } from 'react';
import { useDialog } from './use-dialog.ts';

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
  const dialog = useDialog(onLeave);
  const id = useId();
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
