// A setting that is a number, in the unit that people use for it.
import { useFormats, useCopy } from '../../../copy/language.ts';
import { useMay } from '../../../session/application.ts';
import { convert, naturalUnit, numberSettings, type Unit } from '../numbers.ts';
import type { NumberName } from '../setting-names.ts';
import { ChangeButton } from './ChangeButton.tsx';
import { NumberDialog } from './NumberDialog.tsx';
import { SettingRow } from './SettingRow.tsx';

/** Formats a value of a setting, such as "2 days". */
export function useAmountText(unit: Unit | null): (value: number) => string {
  const formats = useFormats();
  return (value) => {
    if (unit === null) return formats.number(value);
    const natural = naturalUnit(value, unit);
    return formats.duration(convert(value, unit, natural), natural);
  };
}

interface NumberRowProps {
  readonly name: NumberName;
  readonly value: number;
}

export function NumberRow({ name, value }: NumberRowProps) {
  const { settings } = useCopy();
  const words = settings.numbers[name];
  const textOf = useAmountText(numberSettings[name].unit);
  const mayChange = useMay('all');
  return (
    <SettingRow
      name={words.name}
      now={words.now(textOf(value), value)}
      tools={
        mayChange && (
          <ChangeButton
            label={settings.change}
            name={settings.changeOf(words.name)}
            dialog={(onLeave) => <NumberDialog name={name} value={value} onLeave={onLeave} />}
          />
        )
      }
    />
  );
}
