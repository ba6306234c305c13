// Labelled textarea with an error or hint below. It has no maxLength, which would truncate pastes.
import { useId, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react';

export interface AreaFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> {
  readonly label: string;
  readonly error?: ReactNode;
  /** Hidden while an error is shown. */
  readonly hint?: ReactNode;
  /** Marks the input as invalid. */
  readonly wrong?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

export function AreaField({
  label,
  error = null,
  hint = null,
  wrong = false,
  ref,
  ...area
}: AreaFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="box">
        <textarea
          {...area}
          ref={ref}
          id={id}
          aria-invalid={wrong || undefined}
          aria-describedby={`${id}-below`}
        />
      </div>
      <div className="below-field" id={`${id}-below`}>
        {error !== null ? (
          <p className={wrong ? 'error' : 'error calm'} role="alert">
            {error}
          </p>
        ) : (
          <div className="hint">{hint}</div>
        )}
      </div>
    </div>
  );
}
