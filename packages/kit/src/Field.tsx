// A labelled text field with what is said below it: its error, else its hint. Two lines are kept free for them, so that
// neither moves what follows. It cuts nothing off: what is too long is said to be so.
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly label: string;
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
  /** What is in the field is wrong. */
  readonly wrong?: boolean;
  /** Stands at the end inside the field. */
  readonly end?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

export function Field({
  label,
  error = null,
  hint,
  wrong = false,
  end,
  ref,
  ...input
}: FieldProps) {
  const id = useId();
  const told = [error === null ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="box">
        <input
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          {...input}
          ref={ref}
          id={id}
          aria-invalid={wrong || undefined}
          aria-describedby={told.join(' ').trim() || undefined}
        />
        {end}
      </div>
      <div className="below-field">
        {error !== null && (
          <p className={wrong ? 'error' : 'error calm'} id={`${id}-error`} role="alert">
            {error}
          </p>
        )}
        {hint !== undefined && (
          <div className="hint" id={`${id}-hint`}>
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}
