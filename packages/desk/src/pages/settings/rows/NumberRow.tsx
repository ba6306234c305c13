// A setting that is a number, in the unit that people use for it.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { useCopy } from '../../../copy/language.ts';
import { useMay } from '../../../session/application.ts';
import { numberSettings } from '../numbers.ts';
import type { NumberName } from '../setting-names.ts';
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
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingRow
      name={words.name}
      now={words.now(textOf(value), value)}
      tools={
        mayChange && (
          <>
            <Button
              kind="quiet"
              label={settings.changeOf(words.name)}
              onClick={() => setOpen(true)}
            >
              {settings.change}
            </Button>
            {isOpen && <NumberDialog name={name} value={value} onLeave={() => setOpen(false)} />}
          </>
        )
      }
    />
  );
}
