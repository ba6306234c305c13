// The time zone of the days that numbers are counted by.
import { useState } from 'react';
import { Select } from '@latchkey/kit/Select.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { useMay } from '../../../session/application.ts';
import { ChangeButton } from './ChangeButton.tsx';
import { SettingRow } from './SettingRow.tsx';

interface TimeZoneRowProps {
  readonly value: string;
}

export function TimeZoneRow({ value }: TimeZoneRowProps) {
  const { settings } = useCopy();
  const words = settings.plain.timezone;
  const mayChange = useMay('all');
  return (
    <SettingRow
      name={words.name}
      now={value === '' ? words.unset : words.set(value)}
      tools={
        mayChange && (
          <ChangeButton
            label={settings.change}
            name={settings.changeOf(words.name)}
            dialog={(onLeave) => <TimeZoneDialog value={value} onLeave={onLeave} />}
          />
        )
      }
    />
  );
}

interface TimeZoneDialogProps extends TimeZoneRowProps {
  readonly onLeave: () => void;
}

function TimeZoneDialog({ value, onLeave }: TimeZoneDialogProps) {
  const { settings } = useCopy();
  const words = settings.plain.timezone;
  const [next, setNext] = useState(value === '' ? 'UTC' : value);
  const zones = new Set(['UTC', next, ...Intl.supportedValuesOf('timeZone')]);
  return (
    <ChangeDialog
      type="updatesettings"
      parameters={{ timezone: next }}
      title={settings.changeTitle(words.name)}
      text={words.about}
      submit={settings.change}
      done={() => settings.saved(words.name)}
      onLeave={onLeave}
    >
      <Select
        label={words.name}
        value={next}
        hint={words.set(next)}
        onChange={({ target }) => setNext(target.value)}
      >
        {[...zones].map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </Select>
    </ChangeDialog>
  );
}
