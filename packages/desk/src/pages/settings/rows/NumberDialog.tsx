// Dialog that changes a number. It says what the entered number does.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import {
  convert,
  isNumberRisky,
  naturalUnit,
  numberSettings,
  unitsFrom,
  type Unit,
} from '../numbers.ts';
import type { NumberName } from '../setting-names.ts';
import { useAmountText } from './NumberRow.tsx';

interface NumberDialogProps {
  readonly name: NumberName;
  readonly value: number;
  readonly onLeave: () => void;
}

export function NumberDialog({ name, value, onLeave }: NumberDialogProps) {
  const { settings } = useCopy();
  const words = settings.numbers[name];
  const setting = numberSettings[name];
  const { next, fields } = useAmount(name, value);
  const textOf = useAmountText(setting.unit);
  const isRisky = next !== null && isNumberRisky(setting, value, next);
  const loses = isRisky && words.loss !== undefined;
  return (
    <ChangeDialog
      type="updatesettings"
      parameters={{ [name]: String(next ?? value) }}
      title={settings.changeTitle(words.name)}
      text={words.about}
      submit={settings.change}
      danger={isRisky}
      ready={next !== null}
      onNotReady={fields.onNotReady}
      done={() => settings.saved(words.name)}
      onLeave={onLeave}
    >
      <AmountFields {...fields} name={name} />
      <p role="status">
        {next !== null && words.now(textOf(next), next)}
        {loses && ` ${words.loss ?? ''}`}
      </p>
    </ChangeDialog>
  );
}

/** The typed amount. `next` is null if it is no number within the bounds. */
function useAmount(name: NumberName, value: number) {
  const { unit: base, min, max } = numberSettings[name];
  const [unit, setUnit] = useState<Unit | null>(base === null ? null : naturalUnit(value, base));
  const inUnit = (amount: number) =>
    unit === null || base === null ? amount : convert(amount, base, unit);
  const [typed, setTyped] = useState(String(inUnit(value)));
  const [isTried, setTried] = useState(false);
  const amount = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  const entered = unit === null || base === null ? amount : convert(amount, unit, base);
  const next = entered >= min && entered <= max ? entered : null;
  const isWrong = next === null && isTried;
  const onNotReady = () => setTried(true);
  return { next, fields: { typed, setTyped, unit, setUnit, isWrong, onNotReady } };
}

interface AmountFieldsProps extends Omit<ReturnType<typeof useAmount>['fields'], 'onNotReady'> {
  readonly name: NumberName;
}

function AmountFields({ name, typed, setTyped, unit, setUnit, isWrong }: AmountFieldsProps) {
  const { settings } = useCopy();
  const { unit: base, min, max } = numberSettings[name];
  const textOf = useAmountText(base);
  const range = settings.range(textOf(min), textOf(max));
  const units = base === null ? [] : unitsFrom(base);
  const amount = (
    <Field
      label={settings.numbers[name].name}
      inputMode="numeric"
      value={typed}
      wrong={isWrong}
      {...(isWrong ? { error: range } : { hint: range })}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
  if (units.length < 2) return amount;
  return (
    <div className="with-unit">
      {amount}
      <Select
        label={settings.unit}
        value={unit ?? ''}
        onChange={({ target }) => setUnit(units.find((one) => one === target.value) ?? unit)}
      >
        {units.map((one) => (
          <option key={one} value={one}>
            {settings.units[one]}
          </option>
        ))}
      </Select>
    </div>
  );
}
