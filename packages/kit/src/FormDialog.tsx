// Modal dialog with a form. Enter submits it, Escape cancels it, and the first field has the focus.
import { useId, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { useDialog } from './use-dialog.ts';
import { useWait } from './use-wait.ts';

export interface FormDialogProps {
  readonly title: string;
  readonly text?: string;
  /** The fields. */
  readonly children?: ReactNode;
  /** What failed, or null. Errors of a field belong to that field. */
  readonly error?: string | null;
  readonly submitLabel: string;
  readonly busyLabel?: string;
  readonly cancelLabel: string;
  /** Removes something, so the button is red. */
  readonly danger?: boolean;
  /** Hides the page behind the dialog. */
  readonly covers?: boolean;
  /** Something was typed or chosen. */
  readonly onInput?: () => void;
  /** Ignores further submits. */
  readonly pending?: boolean;
  readonly onSubmit: () => void;
  readonly onLeave: () => void;
}

export function FormDialog({ title, text, children, error = null, ...rest }: FormDialogProps) {
  const { submitLabel, busyLabel, cancelLabel, danger = false, pending = false } = rest;
  const dialog = useDialog(rest.onLeave);
  const wait = useWait(pending);
  const id = useId();
  return (
    <dialog
      className={`dialog form-dialog appear${rest.covers === true ? ' covers' : ''}`}
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={text === undefined ? undefined : `${id}-text`}
    >
      <form
        noValidate
        onInput={rest.onInput}
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) rest.onSubmit();
        }}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        {text !== undefined && (
          <p className="lead" id={`${id}-text`}>
            {text}
          </p>
        )}
        <div className="form-fields">{children}</div>
        {error !== null && (
          <p className="form-error" role="alert">
            {error}
          </p>
        )}
        <div className="answers">
          <Button kind="outlined" onClick={rest.onLeave}>
            {cancelLabel}
          </Button>
          <Button
            kind="filled"
            submit
            danger={danger}
            wait={wait}
            {...(busyLabel === undefined ? {} : { busyLabel })}
          >
            {submitLabel}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
