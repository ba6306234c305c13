// Form to redeem a license key. Signed-out users also enter a user name.
import { useRef, useState } from 'react';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useLimitedCommand } from '../bridge/use-limited-command.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import { isValidName } from '../input/field-rules.ts';
import { Field } from '@latchkey/kit/Field.tsx';
import {
  useFailureOf,
  useFormErrors,
  type FieldName,
  type InputError,
  type InputErrors,
} from '../ui/form-errors.tsx';
import { FormScreen } from '../ui/FormScreen.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { KeyField } from './KeyField.tsx';
import { KeyFormLinks } from './KeyFormLinks.tsx';
import type { KeyText } from './use-key-text.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Receipt } from '../../shared/receipt.ts';

export interface RedeemFormProps {
  readonly keyText: KeyText;
  readonly account: string | null;
  /** Whether the key came from a deep link that should create an account. */
  readonly isRegisterLink: boolean;
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly onRedeemed: (receipt: Receipt) => void;
  /** Called if the same user has already redeemed the key. */
  readonly onOwned: (failure: Failure<'key-used'>) => void;
  readonly openLostKey: () => void;
  readonly close: () => void;
}

const bothFields: readonly FieldName[] = ['username', 'key'];
const keyFieldOnly: readonly FieldName[] = ['key'];

function validate(username: string, key: InputError | null): InputErrors | null {
  const nameError: InputError = (copy) =>
    username.trim() === '' ? copy.redeem.usernameMissing : fieldRule(copy, 'username');
  const inputErrors = {
    ...(isValidName(username) ? {} : { username: nameError }),
    ...(key === null ? {} : { key }),
  };
  return Object.keys(inputErrors).length === 0 ? null : inputErrors;
}

function useRedeem(
  username: string,
  { keyText, onRedeemed, onOwned }: Pick<RedeemFormProps, 'keyText' | 'onRedeemed' | 'onOwned'>,
) {
  const { bridge } = useLoaderContext();
  const command = useLimitedCommand<Receipt>('redeem', username);
  const [inputErrors, setInputErrors] = useState<InputErrors | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const keyField = useRef<HTMLInputElement>(null);

  const submit = async () => {
    const { key, inputError } = keyText.parse();
    const foundErrors = validate(username, inputError);
    setInputErrors(foundErrors);
    if (foundErrors !== null) {
      (foundErrors.username === undefined ? keyField : nameField).current?.focus();
      return;
    }
    const answer = await command.run(() => bridge.redeem({ username, key }));
    if (answer === null) return;
    if (answer.ok) onRedeemed(answer.value);
    else if (answer.failure.code === 'key-used' && answer.failure.usedByYou)
      onOwned(answer.failure);
    else if (answer.failure.code === 'user-unknown') nameField.current?.focus();
    else keyField.current?.focus();
  };
  return { command, inputErrors, setInputErrors, nameField, keyField, submit };
}

export function RedeemForm({ account, username, ...otherProps }: RedeemFormProps) {
  const { redeem: copy, deepLink } = useCopy();
  const form = useRedeem(account ?? username, otherProps);
  const { command, inputErrors, setInputErrors, nameField, keyField, submit } = form;
  const fields = account === null ? bothFields : keyFieldOnly;
  const failure = useFailureOf(command.failure, username, otherProps.keyText.text);
  const errors = useFormErrors(failure, 'redeem', fields, inputErrors);
  return (
    <FormScreen
      title={copy.title}
      lead={account === null ? copy.leadSignedOut : <Sentence text={copy.lead} name={account} />}
      errors={errors}
      pending={command.pending}
      label={copy.submit}
      busyLabel={copy.busyLabel}
      until={command.until}
      submit={() => void submit()}
      leave={otherProps.close}
      links={<KeyFormLinks back={otherProps.close} openLostKey={otherProps.openLostKey} />}
    >
      {account === null && (
        <Field
          label={copy.username}
          ref={nameField}
          name="username"
          autoComplete="username"
          dir="auto"
          value={username}
          readOnly={command.pending}
          {...errors.of('username')}
          onChange={(event) => {
            setInputErrors(null);
            otherProps.onUsername(event.currentTarget.value);
          }}
        />
      )}
      <KeyField
        field={keyField}
        text={otherProps.keyText}
        readOnly={command.pending}
        fieldError={errors.of('key')}
        onInputError={(key) => setInputErrors(key === null ? null : { key })}
      />
      {otherProps.isRegisterLink && <p className="small">{deepLink.notNew}</p>}
    </FormScreen>
  );
}
