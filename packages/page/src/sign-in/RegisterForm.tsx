// Creates an account with an unused key, and signs in.
import { useRef, useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { failureOf } from '@latchkey/web/failure.ts';
import { post, type About } from '../client/page.ts';
import { useAction } from '../client/use-action.ts';
import { isUnanswered } from '../client/use-challenge.ts';
import { useCopy } from '../copy/language.ts';
import { Door } from '../parts/Door.tsx';
import { FailureMessage } from '../parts/FailureMessage.tsx';
import { focusFirst } from '../parts/focus-first.ts';
import { PasswordInput } from '../parts/SecretFields.tsx';

interface RegisterFormProps {
  readonly about: About;
  readonly onSignedIn: () => Promise<void>;
  readonly onBack: () => void;
}

const empty = { key: '', username: '', pass: '', email: '' };
type Account = typeof empty;

export function RegisterForm({ about, onSignedIn, onBack }: RegisterFormProps) {
  const { register, signIn } = useCopy();
  const [account, setAccount] = useState(empty);
  const create = useRegister();
  const { isPending, failure, run } = useAction<Account>(async (typed) => {
    await create(typed);
    await onSignedIn();
  });
  const wait = useWait(isPending);
  return (
    <Door application={about.application} title={register.title} lead={register.lead}>
      <form
        className="door-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const { key, username, pass } = account;
          if (key.trim() !== '' && username.trim() !== '' && pass !== '') void run(account);
        }}
      >
        <Fields hasMail={about.hasMail} account={account} onChange={setAccount} />
        <Button kind="filled" submit wait={wait} busyLabel={register.busy}>
          {register.submit}
        </Button>
        <FailureMessage failure={failure} />
      </form>
      <Button kind="outlined" onClick={onBack}>
        {signIn.toSignIn}
      </Button>
    </Door>
  );
}

interface FieldsProps {
  readonly hasMail: boolean;
  readonly account: Account;
  readonly onChange: (account: Account) => void;
}

function Fields({ hasMail, account, onChange }: FieldsProps) {
  const { register, signIn } = useCopy();
  const field = (name: keyof Account) => ({
    value: account[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ ...account, [name]: event.target.value }),
  });
  return (
    <>
      <Field
        label={signIn.key}
        className="mono"
        autoComplete="off"
        ref={focusFirst}
        {...field('key')}
      />
      <Field label={register.name} autoComplete="username" {...field('username')} />
      <PasswordInput
        label={signIn.password}
        isNew
        value={account.pass}
        onChange={(pass) => onChange({ ...account, pass })}
      />
      {hasMail && (
        <Field
          label={register.email}
          hint={register.emailHint}
          type="email"
          autoComplete="email"
          {...field('email')}
        />
      )}
    </>
  );
}

/** If an answer was lost, the account may exist: its key is used, and the sign-in opens it. */
function useRegister() {
  const isUnsure = useRef(false);
  return async ({ key, username, pass, email }: Account) => {
    const name = { username: username.trim(), pass };
    const given = email.trim() === '' ? {} : { email: email.trim() };
    try {
      await post('register', { ...name, key: key.trim(), ...given });
    } catch (error) {
      const failure = failureOf(error);
      if (isUnanswered(failure)) isUnsure.current = true;
      if (failure.code !== 'key-used' || !isUnsure.current) throw error;
      await post('login', name).catch(() => {
        throw error;
      });
    }
  };
}
