// A box that is ticked. One that cannot be is not `disabled`: why is said beside it, and Tab still gets there.
export interface CheckBoxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly off?: boolean;
  /** Id of what is to be read after the label. */
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
