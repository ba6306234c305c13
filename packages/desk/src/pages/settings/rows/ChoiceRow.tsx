// A setting with a few values, each with its effect.
import { useState } from 'react';
import { Select } from '@latchkey/kit/Select.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { useMay } from '../../../session/application.ts';
import type { ChoiceName, ChoiceWords } from '../setting-names.ts';
import { riskyChoices } from '../table.ts';
import { ChangeButton } from './ChangeButton.tsx';
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
            label={settings.change}
            name={settings.changeOf(words.name)}
            dialog={(onLeave) => <ChoiceDialog name={name} value={value} onLeave={onLeave} />}
          />
        )
      }
    />
  );
}

interface ChoiceDialogProps extends ChoiceRowProps {
  readonly onLeave: () => void;
}

function ChoiceDialog({ name, value, onLeave }: ChoiceDialogProps) {
  const { settings } = useCopy();
  const words: ChoiceWords<string> = settings.choices[name];
  const [next, setNext] = useState(value);
  return (
    <ChangeDialog
      type="updatesettings"
      parameters={{ [name]: next }}
      title={settings.changeTitle(words.name)}
      text={words.about}
      submit={settings.change}
      danger={next !== value && riskyChoices[name] === next}
      done={() => settings.saved(words.name)}
      onLeave={onLeave}
    >
      <Select
        label={words.name}
        value={next}
        hint={words.options[next]?.effect}
        onChange={({ target }) => setNext(target.value)}
      >
        {Object.entries(words.options).map(([option, { label }]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </Select>
    </ChangeDialog>
  );
}
