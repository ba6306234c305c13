// A labelled text field with its hint and its error. It cuts nothing off: what is too long is said to be so.
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly label: string;
  readonly error?: string | null;
  readonly hint?: ReactNode;
  /** Marked as wrong by something said elsewhere. */
  readonly wrong?: boolean;
  /** Stands at the end inside the field. */
  readonly end?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

export function Field({ label, error = null, hint, wrong, end, ref, ...input }: FieldProps) {
  const id = useId();
  const told = [hint === undefined ? '' : `${id}-hint`, error === null ? '' : `${id}-error`];
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
          aria-invalid={wrong === true || error !== null ? true : undefined}
          aria-describedby={told.join(' ').trim() || undefined}
        />
        {end}
      </div>
      {error !== null && (
        <p className="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}
