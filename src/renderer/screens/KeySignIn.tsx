// Form to sign in with only a license key. It warns that an unused key creates an account.
import { useRef, useState } from 'react';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useLimitedCommand } from '../bridge/use-limited-command.ts';
import {
  useFailureOf,
  useFormErrors,
  type FieldName,
  type InputErrors,
} from '../ui/form-errors.tsx';
import { FormScreen } from '../ui/FormScreen.tsx';
import { RememberBox } from '../ui/RememberBox.tsx';
import { KeyField } from './KeyField.tsx';
import { KeyFormLinks } from './KeyFormLinks.tsx';
import type { KeyText } from './use-key-text.ts';

export interface KeySignInProps {
  readonly keyText: KeyText;
  readonly openLostKey: () => void;
  readonly back: () => void;
}

const fields: readonly FieldName[] = ['key'];

export function KeySignIn({ keyText, openLostKey, back }: KeySignInProps) {
  const { bridge } = useLoaderContext();
  const copy = useCopy();
  const texts = copy.keySignIn;
  const command = useLimitedCommand<null>('key-sign-in', keyText.text);
  const [inputErrors, setInputErrors] = useState<InputErrors | null>(null);
  const [remember, setRemember] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const failure = useFailureOf(command.failure, keyText.text);
  const errors = useFormErrors(failure, 'key-sign-in', fields, inputErrors);
  const submit = async () => {
    const { key, inputError } = keyText.parse();
    setInputErrors(inputError === null ? null : { key: inputError });
    const answer =
      inputError === null ? await command.run(() => bridge.signInWithKey({ key, remember })) : null;
    if (answer?.ok !== true) field.current?.focus();
  };
  return (
    <FormScreen
      title={texts.title}
      lead={texts.lead}
      errors={errors}
      pending={command.pending}
      label={texts.submit}
      busyLabel={texts.busyLabel}
      until={command.until}
      submit={() => void submit()}
      leave={back}
      links={<KeyFormLinks back={back} openLostKey={openLostKey} />}
    >
      <KeyField
        field={field}
        text={keyText}
        readOnly={command.pending}
        fieldError={errors.of('key')}
        onInputError={(inputError) =>
          setInputErrors(inputError === null ? null : { key: inputError })
        }
      />
      <p className="small">{texts.newKeyHint}</p>
      <RememberBox
        checked={remember}
        onChange={setRemember}
        username=""
        storageNote={texts.storageHint}
      />
    </FormScreen>
  );
}
