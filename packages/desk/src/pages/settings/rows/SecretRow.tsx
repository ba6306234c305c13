// A setting with a secret, which is never shown.
import { ChangeButton } from '../../../changes/ChangeButton.tsx';
import { useCopy } from '../../../copy/language.ts';
import { useMay } from '../../../session/application.ts';
import type { PlainName } from '../setting-names.ts';
import { removeSecret, setSecret } from '../changes.tsx';
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
        kind="quiet"
        label={(isSet ? secret.replaceOf : secret.setOf)(words.name)}
        change={setSecret(name, isSet)}
      >
        {isSet ? secret.replace : secret.set}
      </ChangeButton>
      {isSet && (
        <ChangeButton
          kind="quiet"
          danger
          label={secret.removeOf(words.name)}
          change={removeSecret(name)}
        >
          {secret.remove}
        </ChangeButton>
      )}
    </>
  );
}
