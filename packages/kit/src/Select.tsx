// Labelled native select. Its children are <option> elements.
import { ChevronDown } from 'lucide';
import { useId, type ReactNode, type SelectHTMLAttributes } from 'react';
import { Icon } from './Icon.tsx';

export interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> {
  readonly label: string;
  /** Hides the label visually and reserves no line below, for a select in a toolbar. */
  readonly hidesLabel?: boolean;
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
}

export function Select({ label, hidesLabel = false, error = null, hint, ...select }: SelectProps) {
  const id = useId();
  const describedBy = [error === null ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`];
  return (
    <div className="field">
      <label htmlFor={id} className={hidesLabel ? 'unseen' : undefined}>
        {label}
      </label>
      <div className="box select">
        <select
          {...select}
          id={id}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={describedBy.join(' ').trim() || undefined}
        />
        <Icon icon={ChevronDown} size={16} />
      </div>
      {!hidesLabel && (
        <div className="below-field">
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
      )}
    </div>
  );
}
