// A group of settings with their controls.
import { Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { useCopy } from '../../copy/language.ts';
import { Hashes } from './application/Hashes.tsx';
import { State } from './application/State.tsx';
import { Versions } from './application/Versions.tsx';
import { ChoiceRow } from './rows/ChoiceRow.tsx';
import { FlagRow } from './rows/FlagRow.tsx';
import { NumberRow } from './rows/NumberRow.tsx';
import { SecretRow } from './rows/SecretRow.tsx';
import { SellerAddress } from './rows/SellerAddress.tsx';
import { TextRow } from './rows/TextRow.tsx';
import { TimeZoneRow } from './rows/TimeZoneRow.tsx';
import type { Settings } from './SettingsPage.tsx';
import { settingGroups, type Entry, type GroupId } from './table.ts';

interface SettingGroupProps {
  readonly id: GroupId;
  readonly values: Settings;
}

export function SettingGroup({ id, values }: SettingGroupProps) {
  const { settings } = useCopy();
  const entries: readonly Entry[] = settingGroups[id].entries;
  return (
    <Sheet title={settings.groups[id]}>
      <Rows>
        {entries.map((entry) => (
          <EntryRow key={entry.name} entry={entry} values={values} />
        ))}
        {id === 'programs' && <Hashes />}
      </Rows>
    </Sheet>
  );
}

interface EntryRowProps {
  readonly entry: Entry;
  readonly values: Settings;
}

function EntryRow({ entry, values }: EntryRowProps) {
  switch (entry.kind) {
    case 'flag':
      return <FlagRow name={entry.name} isOn={values[entry.name]} />;
    case 'number':
      return <NumberRow name={entry.name} value={Number(values[entry.name])} />;
    case 'choice':
      return <ChoiceRow name={entry.name} value={values[entry.name]} />;
    case 'secret':
      return <SecretRow name={entry.name} shown={values[entry.name]} />;
    case 'own':
      return <OwnRow name={entry.name} values={values} />;
    default:
      return <TextRow name={entry.name} kind={entry.kind} value={values[entry.name]} />;
  }
}

interface OwnRowProps {
  readonly name: Entry['name'];
  readonly values: Settings;
}

function OwnRow({ name, values }: OwnRowProps) {
  if (name === 'enabled') return <State values={values} />;
  if (name === 'version') return <Versions text={values.version} />;
  if (name === 'timezone') return <TimeZoneRow value={values.timezone} />;
  if (name === 'selleraddress') return <SellerAddress value={values.selleraddress} />;
  return null;
}
