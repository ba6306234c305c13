// A setting that is on or off. A change that refuses users or loosens security asks first.
import { Row } from '@latchkey/kit/Rows.tsx';
import { Switch } from '@latchkey/kit/Switch.tsx';
import { useOpenChange } from '../../../changes/Changes.tsx';
import { failureOf } from '@latchkey/web/failure.ts';
import { useChange } from '../../../client/seller.ts';
import { useCopy } from '../../../copy/language.ts';
import { useAnnounce } from '../../../parts/Announcements.tsx';
import { FailureMessage } from '../../../parts/FailureMessage.tsx';
import { useMay } from '../../../session/application.ts';
import { turn } from '../changes.tsx';
import type { FlagName } from '../setting-names.ts';
import { isFlagRisky } from '../table.ts';
import { SettingRow } from './SettingRow.tsx';

interface FlagRowProps {
  readonly name: FlagName;
  readonly isOn: boolean;
}

export function FlagRow({ name, isOn }: FlagRowProps) {
  const { settings } = useCopy();
  const words = settings.flags[name];
  const announce = useAnnounce();
  const mayChange = useMay('all');
  const change = useChange('updatesettings');
  const open = useOpenChange();
  const failure = change.error === null ? null : failureOf(change.error);
  const flip = (to: boolean) => {
    if (change.isPending) return;
    change.reset();
    if (isFlagRisky(name, to)) open(turn(name, to));
    else
      change.mutate(
        { [name]: to ? '1' : '0' },
        { onSuccess: () => announce((to ? settings.isOn : settings.isOff)(words.name)) },
      );
  };
  const now = isOn ? words.on : words.off;
  if (!mayChange) return <SettingRow name={words.name} now={now} tools={false} />;
  return (
    <Row>
      <Switch
        label={words.name}
        hint={now}
        checked={isOn}
        disabled={change.isPending}
        onChange={flip}
      />
      {failure !== null && failure.code !== 'cancelled' && <FailureMessage failure={failure} />}
    </Row>
  );
}
