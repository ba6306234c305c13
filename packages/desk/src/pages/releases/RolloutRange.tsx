// The slider of a rollout.
import { useId } from 'react';
import type { DrawnField } from '../../changes/fields.ts';
import { useFormats } from '../../copy/language.ts';

const steps = [0, 1, 5, 10, 25, 50, 100] as const;

export function RolloutRange({ label, value, onChange }: DrawnField) {
  const { percent } = useFormats();
  const id = useId();
  const shown = percent(Number(value) / 100);
  return (
    <div className="range">
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{shown}</output>
      <input
        type="range"
        id={id}
        min={0}
        max={100}
        step={1}
        list={`${id}-steps`}
        value={value}
        aria-valuetext={shown}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-steps`}>
        {steps.map((step) => (
          <option key={step} value={step} />
        ))}
      </datalist>
    </div>
  );
}
