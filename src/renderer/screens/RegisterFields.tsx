// The fields for a new account. Their rules are visible from the start.
import { type RefObject } from 'react';
import { useCopy } from '../bridge/loader-context.ts';
import { formatNumber } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import type { AccountOptions } from '../../shared/features.ts';
import { maxNameLength } from '@latchkey/protocol/limits.ts';
import { Field } from '@latchkey/kit/Field.tsx';
import type { FieldError, FormErrors } from '../ui/form-errors.tsx';
import { NewPassword } from '../ui/NewPassword.tsx';
import { RememberBox } from '../ui/RememberBox.tsx';
import { withHint } from '../ui/with-hint.ts';

type Input = RefObject<HTMLInputElement | null>;

/** The fields that React's state may hold. The password is not among them. */
export interface NewAccount {
  readonly username: string;
  readonly email: string;
}

export interface RegisterFieldsProps {
  readonly account: NewAccount;
  readonly onAccount: (account: NewAccount) => void;
  readonly emailOption: AccountOptions['email'];
  readonly pending: boolean;
  readonly errors: FormErrors;
  readonly clearInputErrors: () => void;
  readonly remember: boolean;
  readonly setRemember: (remember: boolean) => void;
  readonly nameField: Input;
  readonly passwordField: Input;
  readonly emailField: Input;
}

function Remember(
  props: Pick<RegisterFieldsProps, 'remember' | 'setRemember'> & { username: string },
) {
  const { remember, setRemember, username } = props;
  return <RememberBox checked={remember} onChange={setRemember} username={username} />;
}

export function RegisterFields({
  account,
  emailOption,
  errors,
  clearInputErrors,
  nameField,
  passwordField,
  emailField,
  ...props
}: RegisterFieldsProps) {
  const copy = useCopy();
  const edit = (change: Partial<NewAccount>) => {
    clearInputErrors();
    props.onAccount({ ...account, ...change });
  };
  const rule = fill(copy.register.usernameRule, { most: formatNumber(copy, maxNameLength) });
  return (
    <>
      <Field
        label={copy.signIn.username}
        ref={nameField}
        name="username"
        autoComplete="username"
        dir="auto"
        value={account.username}
        readOnly={props.pending}
        {...withHint(errors.of('username'), rule)}
        onChange={(event) => edit({ username: event.currentTarget.value })}
      />
      <NewPassword
        input={passwordField}
        username={account.username}
        fieldError={errors.of('password')}
        inFlight={props.pending}
        onEdit={clearInputErrors}
      />
      {emailOption !== 'off' && (
        <MailField
          input={emailField}
          required={emailOption === 'required'}
          value={account.email}
          fieldError={errors.of('email')}
          inFlight={props.pending}
          onEdit={(email) => edit({ email })}
        />
      )}
      <Remember {...props} username={account.username} />
    </>
  );
}

interface MailFieldProps {
  readonly input: Input;
  readonly required: boolean;
  readonly value: string;
  readonly fieldError: FieldError;
  readonly inFlight: boolean;
  readonly onEdit: (email: string) => void;
}

function MailField({ input, required, value, fieldError, inFlight, onEdit }: MailFieldProps) {
  const copy = useCopy().register;
  return (
    <Field
      label={required ? copy.email : copy.emailOptional}
      ref={input}
      inputMode="email"
      name="email"
      autoComplete="email"
      dir="ltr"
      aria-required={required}
      value={value}
      readOnly={inFlight}
      {...withHint(fieldError, copy.emailWhy)}
      onChange={(event) => onEdit(event.currentTarget.value)}
    />
  );
}
