// Checkbox. `disabled` sets only aria-disabled, so that Tab still reaches the checkbox.
export interface CheckBoxProps {
  readonly label: string;
  /** Shows no label, because the text beside the box says the same. */
  readonly hidesLabel?: boolean;
  readonly checked: boolean;
  /** Drawn as a dash, for a box that stands for several others in different states. */
  readonly mixed?: boolean;
  readonly disabled?: boolean;
  readonly describedBy?: string;
  readonly onChange: (checked: boolean) => void;
}

export function CheckBox({
  label,
  hidesLabel = false,
  checked,
  mixed = false,
  disabled = false,
  describedBy,
  onChange,
}: CheckBoxProps) {
  return (
    <label className={disabled ? 'check off' : 'check'}>
      <input
        type="checkbox"
        checked={checked && !disabled}
        ref={(box) => {
          if (box !== null) box.indeterminate = mixed;
        }}
        aria-disabled={disabled || undefined}
        aria-describedby={describedBy}
        onChange={(event) => {
          if (!disabled) onChange(event.currentTarget.checked);
        }}
      />
      {hidesLabel ? <span className="unseen">{label}</span> : label}
    </label>
  );
}
