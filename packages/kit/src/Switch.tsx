// Switch for a setting that applies immediately. `disabled` sets only aria-disabled, so that Tab
// still reaches the switch.
import { useId } from 'react';

export interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Switch({ label, hint, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch">
      <label>
        <span>{label}</span>
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has a state
          role="switch"
          checked={checked}
          aria-disabled={disabled || undefined}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={(event) => {
            if (!disabled) onChange(event.currentTarget.checked);
          }}
        />
      </label>
      {hint !== undefined && (
        <p className="small" id={id}>
          {hint}
        </p>
      )}
    </div>
  );
}
