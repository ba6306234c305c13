// The time zone of the days that numbers are counted by.
import { ChangeButton } from '../../../changes/ChangeButton.tsx';
import { useCopy } from '../../../copy/language.ts';
import { useMay } from '../../../session/application.ts';
import { chooseTimeZone } from '../changes.tsx';
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
            kind="quiet"
            label={settings.changeOf(words.name)}
            change={chooseTimeZone(value)}
          >
            {settings.change}
          </ChangeButton>
        )
      }
    />
  );
}
