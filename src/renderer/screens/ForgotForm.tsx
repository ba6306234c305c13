// Form that asks for a user name and an e-mail address, to request a new password by e-mail.
import { useRef, useState } from 'react';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import { fitsAsMail, fitsAsName } from '../input/field-rules.ts';
import { Field } from '@latchkey/kit/Field.tsx';
import { BackLink } from '../ui/BackLink.tsx';
import { useFaults, type FieldName, type Slips } from '../ui/form-faults.tsx';
import { FormScreen, retryTimeOf } from '../ui/FormScreen.tsx';

export interface ForgotFormProps {
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onSent: () => void;
  readonly close: () => void;
}

const fields: readonly FieldName[] = ['username', 'email'];

function slipsIn(username: string, email: string): Slips | null {
  if (username.trim() === '') return { username: ({ forgot }) => forgot.usernameMissing };
  if (!fitsAsName(username)) return { username: (copy) => fieldRule(copy, 'username') };
  if (email.trim() === '') return { email: ({ register }) => register.emailMissing };
  return fitsAsMail(email) ? null : { email: ({ register }) => register.emailRule };
}

function useForgot({ username, email, onSent }: ForgotFormProps) {
  const { bridge } = useParts();
  const command = useCommand<null>();
  const [slips, setSlips] = useState<Slips | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const submit = async () => {
    const found = slipsIn(username, email);
    setSlips(found);
    if (found !== null) {
      (found.username === undefined ? emailField : nameField).current?.focus();
      return;
    }
    const wanted = { username, email: email.trim() };
    const answer = await command.run(() => bridge.forgot(wanted));
    if (answer === null) return;
    if (answer.ok) onSent();
    else if (answer.failure.code === 'forgot-user-unknown') nameField.current?.focus();
    else emailField.current?.focus();
  };
  const faults = useFaults(command.failure, 'forgot', fields, slips);
  return { command, faults, clearSlips: () => setSlips(null), nameField, emailField, submit };
}

export function ForgotForm(props: ForgotFormProps) {
  const { username, onUsername, email, onEmail, close } = props;
  const copy = useCopy();
  const { command, faults, clearSlips, nameField, emailField, submit } = useForgot(props);
  return (
    <FormScreen
      title={copy.forgot.title}
      lead={copy.forgot.lead}
      faults={faults}
      pending={command.pending}
      label={copy.forgot.submit}
      verb={copy.forgot.verb}
      until={retryTimeOf(command.failure)}
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
        {...faults.of('username')}
        onChange={(event) => {
          clearSlips();
          onUsername(event.currentTarget.value);
        }}
      />
      <Field
        label={copy.register.email}
        ref={emailField}
        inputMode="email"
        name="email"
        autoComplete="email"
        dir="ltr"
        value={email}
        readOnly={command.pending}
        {...faults.of('email')}
        onChange={(event) => {
          clearSlips();
          onEmail(event.currentTarget.value);
        }}
      />
    </FormScreen>
  );
}
