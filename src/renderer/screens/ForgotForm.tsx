// Form that asks for a user name and an e-mail address, to request a new password by e-mail.
import { useRef, useState } from 'react';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useLimitedCommand } from '../bridge/use-limited-command.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import { isValidName } from '../input/field-rules.ts';
import { Field } from '@latchkey/kit/Field.tsx';
import { BackLink } from '../ui/BackLink.tsx';
import { EmailField, validateEmail } from '../ui/EmailField.tsx';
import {
  useFailureOf,
  useFormErrors,
  type FieldName,
  type InputErrors,
} from '../ui/form-errors.tsx';
import { FormScreen } from '../ui/FormScreen.tsx';

export interface ForgotFormProps {
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onSent: () => void;
  readonly close: () => void;
}

const fields: readonly FieldName[] = ['username', 'email'];

function validate(username: string, email: string): InputErrors | null {
  if (username.trim() === '') return { username: ({ forgot }) => forgot.usernameMissing };
  if (!isValidName(username)) return { username: (copy) => fieldRule(copy, 'username') };
  return validateEmail(email);
}

function useForgot({ username, email, onSent }: ForgotFormProps) {
  const { bridge } = useLoaderContext();
  const command = useLimitedCommand<null>('forgot', username, email);
  const [inputErrors, setInputErrors] = useState<InputErrors | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const submit = async () => {
    const foundErrors = validate(username, email);
    setInputErrors(foundErrors);
    if (foundErrors !== null) {
      (foundErrors.username === undefined ? emailField : nameField).current?.focus();
      return;
    }
    const request = { username, email: email.trim() };
    const answer = await command.run(() => bridge.forgot(request));
    if (answer === null) return;
    if (answer.ok) onSent();
    else if (answer.failure.code === 'forgot-user-unknown') nameField.current?.focus();
    else emailField.current?.focus();
  };
  const failure = useFailureOf(command.failure, username, email);
  const errors = useFormErrors(failure, 'forgot', fields, inputErrors);
  return {
    command,
    errors,
    clearInputErrors: () => setInputErrors(null),
    nameField,
    emailField,
    submit,
  };
}

export function ForgotForm(props: ForgotFormProps) {
  const { username, onUsername, email, onEmail, close } = props;
  const copy = useCopy();
  const { command, errors, clearInputErrors, nameField, emailField, submit } = useForgot(props);
  return (
    <FormScreen
      title={copy.forgot.title}
      lead={copy.forgot.lead}
      errors={errors}
      pending={command.pending}
      label={copy.forgot.submit}
      busyLabel={copy.forgot.busyLabel}
      until={command.until}
      submit={() => void submit()}
      leave={close}
      links={<BackLink back={close} />}
    >
      <Field
        label={copy.signIn.username}
        ref={nameField}
        name="username"
        autoComplete="username"
        dir="auto"
        value={username}
        readOnly={command.pending}
        {...errors.of('username')}
        onChange={(event) => {
          clearInputErrors();
          onUsername(event.currentTarget.value);
        }}
      />
      <EmailField
        field={emailField}
        email={email}
        onEmail={(typed) => {
          clearInputErrors();
          onEmail(typed);
        }}
        readOnly={command.pending}
        fieldError={errors.of('email')}
      />
    </FormScreen>
  );
}
