// A setting with a few values, each with its effect.
import { ChangeButton } from '../../../changes/ChangeButton.tsx';
import { useCopy } from '../../../copy/language.ts';
import { useMay } from '../../../session/application.ts';
import type { ChoiceName, ChoiceWords } from '../setting-names.ts';
import { choose } from '../changes.tsx';
import { SettingRow } from './SettingRow.tsx';

interface ChoiceRowProps {
  readonly name: ChoiceName;
  readonly value: string;
}

export function ChoiceRow({ name, value }: ChoiceRowProps) {
  const { settings } = useCopy();
  const words: ChoiceWords<string> = settings.choices[name];
  const mayChange = useMay('all');
  return (
    <SettingRow
      name={words.name}
      now={words.options[value]?.effect ?? value}
      tools={
        mayChange && (
          <ChangeButton
            kind="quiet"
            label={settings.changeOf(words.name)}
            change={choose(name, value)}
          >
            {settings.change}
          </ChangeButton>
        )
      }
    />
  );
}
