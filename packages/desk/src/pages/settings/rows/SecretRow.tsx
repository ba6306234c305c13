// A setting with a secret, which is never shown.
// SECURITY: the field of a new value starts empty, so that the mask is never sent as a value.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { useMay } from '../../../session/application.ts';
import type { PlainName } from '../setting-names.ts';
import { ChangeButton } from './ChangeButton.tsx';
import { SettingRow } from './SettingRow.tsx';

interface SecretRowProps {
  readonly name: PlainName;
  /** The masked value, or empty. */
  readonly shown: string;
}

export function SecretRow({ name, shown }: SecretRowProps) {
  const { settings } = useCopy();
  const words = settings.plain[name];
  const mayChange = useMay('all');
  return (
    <SettingRow
      name={words.name}
      now={shown === '' ? words.unset : <bdi>{words.set(shown)}</bdi>}
      tools={mayChange && <SecretTools name={name} isSet={shown !== ''} />}
    />
  );
}

interface SecretToolsProps {
  readonly name: PlainName;
  readonly isSet: boolean;
}

function SecretTools({ name, isSet }: SecretToolsProps) {
  const { plain, secret } = useCopy().settings;
  const words = plain[name];
  return (
    <>
      <ChangeButton
        label={isSet ? secret.replace : secret.set}
        name={(isSet ? secret.replaceOf : secret.setOf)(words.name)}
        dialog={(onLeave) => <ReplaceSecret {...{ name, isSet, onLeave }} />}
      />
      {isSet && (
        <ChangeButton
          label={secret.remove}
          name={secret.removeOf(words.name)}
          danger
          dialog={(onLeave) => <RemoveSecret {...{ name, onLeave }} />}
        />
      )}
    </>
  );
}

interface ReplaceSecretProps extends SecretToolsProps {
  readonly onLeave: () => void;
}

function ReplaceSecret({ name, isSet, onLeave }: ReplaceSecretProps) {
  const { settings } = useCopy();
  const { secret } = settings;
  const words = settings.plain[name];
  const [typed, setTyped] = useState('');
  return (
    <ChangeDialog
      type="updatesettings"
      parameters={{ [name]: typed.trim() }}
      title={(isSet ? secret.title : settings.changeTitle)(words.name)}
      text={isSet ? secret.text : words.about}
      submit={isSet ? secret.replace : secret.set}
      ready={typed.trim() !== ''}
      done={() => settings.saved(words.name)}
      onLeave={onLeave}
    >
      <Field
        label={secret.next}
        autoComplete="off"
        className="mono"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ChangeDialog>
  );
}

function RemoveSecret({ name, onLeave }: Omit<ReplaceSecretProps, 'isSet'>) {
  const { settings } = useCopy();
  const words = settings.plain[name];
  return (
    <ChangeDialog
      type="updatesettings"
      parameters={{ [name]: '' }}
      title={settings.secret.removeTitle(words.name)}
      text={words.unset}
      submit={settings.secret.remove}
      danger
      done={() => settings.saved(words.name)}
      onLeave={onLeave}
    />
  );
}
