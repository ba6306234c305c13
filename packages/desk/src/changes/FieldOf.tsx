// Draws a field of a change by its kind.
import { AreaField } from '@latchkey/kit/AreaField.tsx';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { Switch } from '@latchkey/kit/Switch.tsx';
import type { FieldOfChange, Option } from './fields.ts';

interface FieldOfProps {
  readonly field: FieldOfChange;
  readonly value: string;
  /** Undefined until they are read. */
  readonly options: readonly Option[] | undefined;
  readonly problem: string | null;
  /** The form was submitted. */
  readonly isTried: boolean;
  readonly onChange: (value: string) => void;
}

export function FieldOf({ field, value, options, problem, isTried, onChange }: FieldOfProps) {
  const { kind = 'text', label, hint, input, none, draw: Drawn } = field;
  const isShown = isTried || (field.eager === true && value.trim() !== '');
  const error = isShown && problem !== '' ? problem : null;
  const wrong = error !== null;
  const onInput = (event: { readonly target: { readonly value: string } }) =>
    onChange(event.target.value);
  const box = {
    label,
    checked: value === '1',
    onChange: (on: boolean) => onChange(on ? '1' : '0'),
  };
  if (Drawn !== undefined) return <Drawn {...{ label, value, error, onChange }} />;
  switch (kind) {
    case 'check':
      return <CheckBox {...box} />;
    case 'switch':
      return <Switch {...box} {...(hint !== undefined && { hint })} />;
    case 'segmented':
      return <Segmented {...{ label, value, onChange }} options={options ?? []} />;
    case 'select':
      if (options?.length === 0 && none !== undefined) return <p role="status">{none}</p>;
      return (
        <Select label={label} hint={hint} value={value} onChange={onInput}>
          {options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      );
    case 'area':
      return <AreaField {...{ label, value, error, wrong, hint }} rows={4} onChange={onInput} />;
    case 'text':
      return (
        <Field
          autoComplete="off"
          {...input}
          {...{ label, value, error, wrong, hint }}
          onChange={onInput}
        />
      );
  }
}
