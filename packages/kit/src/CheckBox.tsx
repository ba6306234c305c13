// Checkbox. `disabled` sets only aria-disabled, so that Tab still reaches the checkbox.
export interface CheckBoxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly off?: boolean;
  readonly describedBy?: string;
  readonly onChange: (checked: boolean) => void;
}

export function CheckBox({ label, checked, off = false, describedBy, onChange }: CheckBoxProps) {
  return (
    <label className={off ? 'check off' : 'check'}>
      <input
        type="checkbox"
        checked={checked && !off}
        aria-disabled={off || undefined}
        aria-describedby={describedBy}
        onChange={(event) => {
          if (!off) onChange(event.currentTarget.checked);
        }}
      />
      {label}
    </label>
  );
}
