// A setting that is a text or a link.
import { ChangeButton } from '../../../changes/ChangeButton.tsx';
import { useCopy } from '../../../copy/language.ts';
import { useMay } from '../../../session/application.ts';
import type { PlainName } from '../setting-names.ts';
import { write } from '../changes.tsx';
import { SettingRow } from './SettingRow.tsx';

interface TextRowProps {
  readonly name: PlainName;
  readonly kind: 'text' | 'link';
  readonly value: string;
}

export function TextRow({ name, kind, value }: TextRowProps) {
  const { settings } = useCopy();
  const words = settings.plain[name];
  const mayChange = useMay('all');
  return (
    <SettingRow
      name={words.name}
      now={value === '' ? words.unset : <bdi>{words.set(value)}</bdi>}
      tools={
        mayChange && (
          <ChangeButton
            kind="quiet"
            label={settings.changeOf(words.name)}
            change={write(name, kind, value)}
          >
            {settings.change}
          </ChangeButton>
        )
      }
    />
  );
}
