// Asks before a setting is turned on or off, with the effect.
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import type { FlagName } from '../setting-names.ts';

interface FlagDialogProps {
  readonly name: FlagName;
  readonly to: boolean;
  readonly onLeave: () => void;
}

export function FlagDialog({ name, to, onLeave }: FlagDialogProps) {
  const { settings } = useCopy();
  const words = settings.flags[name];
  const more = to ? words.turnOn : words.turnOff;
  const text = to ? words.on : words.off;
  return (
    <ChangeDialog
      type="updatesettings"
      parameters={{ [name]: to ? '1' : '0' }}
      title={(to ? settings.turnOnTitle : settings.turnOffTitle)(words.name)}
      text={more === undefined ? text : `${text} ${more}`}
      submit={to ? settings.turnOn : settings.turnOff}
      danger
      done={() => (to ? settings.isOn : settings.isOff)(words.name)}
      onLeave={onLeave}
    />
  );
}
