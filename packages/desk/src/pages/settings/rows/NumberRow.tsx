// A setting that is a number, in the unit that people use for it.
import { useCopy } from '../../../copy/language.ts';
import { useMay } from '../../../session/application.ts';
import { numberSettings } from '../numbers.ts';
import type { NumberName } from '../setting-names.ts';
import { ChangeButton } from './ChangeButton.tsx';
import { NumberDialog } from './NumberDialog.tsx';
import { SettingRow } from './SettingRow.tsx';
import { useAmountText } from './use-amount-text.ts';

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
