// A setting that is a text or a link.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { useMay } from '../../../session/application.ts';
import type { PlainName } from '../setting-names.ts';
import { ChangeButton } from './ChangeButton.tsx';
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
            label={settings.change}
            name={settings.changeOf(words.name)}
            dialog={(onLeave) => <TextDialog {...{ name, kind, value, onLeave }} />}
          />
        )
      }
    />
  );
}

interface TextDialogProps extends TextRowProps {
  readonly onLeave: () => void;
}

function TextDialog({ name, kind, value, onLeave }: TextDialogProps) {
  const { settings } = useCopy();
  const words = settings.plain[name];
  const [typed, setTyped] = useState(value);
  const isLink = kind === 'link';
  return (
    <ChangeDialog
      type="updatesettings"
      parameters={{ [name]: typed.trim() }}
      title={settings.changeTitle(words.name)}
      text={words.about}
      submit={settings.change}
      done={() => settings.saved(words.name)}
      onLeave={onLeave}
    >
      <Field
        label={words.name}
        {...(isLink && { type: 'url', placeholder: 'https://' })}
        hint={isLink ? settings.linkHint : settings.emptyHint}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ChangeDialog>
  );
}
