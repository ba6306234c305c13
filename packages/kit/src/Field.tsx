// Labelled text field. One line below is reserved for an error or a hint, so the layout does not
// move. It has no maxLength, because the caller reports an input that is too long.
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly label: string;
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
  /** Marks the input as invalid. */
  readonly wrong?: boolean;
  /** Shown inside the field, at its end. */
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
  const describedBy = [error === null ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`];
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
          aria-describedby={describedBy.join(' ').trim() || undefined}
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
