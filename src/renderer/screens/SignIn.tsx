// The sign-in form. SECURITY: submitting clears the password, which is never in React's state.
import { useRef, useState } from 'react';
import { useFirstCopy, useFirstContext } from '../bridge/first-context.ts';
import { retryTimeOf, useLimitedCommand } from '../bridge/use-limited-command.ts';
import { useIsOffered } from '../bridge/use-offered.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import { fill } from '../../copy/sentences.ts';
import type { FailedOperation } from '../../copy/failure-text-types.ts';
import { isValidName, isValidPassword } from '../input/field-rules.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import type { LocalForm } from '../phase-facts.ts';
import { FormScreen } from '../ui/FormScreen.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { useFormErrors, type FieldName, type InputErrors } from '../ui/form-errors.tsx';
import { PasswordField, takePassword } from '../ui/PasswordField.tsx';
import { RememberBox } from '../ui/RememberBox.tsx';
import { KeyLink } from './KeyLink.tsx';
import { isEnvironment, type Failure } from '../../shared/failure.ts';

export interface SignInProps {
  readonly username: string;
  /** The failure of the last sign-in with saved credentials. */
  readonly savedSignInFailure: Failure | null;
  readonly onUsername: (username: string) => void;
  readonly open: (form: LocalForm) => void;
  /** Opens the list of saved sign-ins; null if there are none. */
  readonly toList: (() => void) | null;
}

const fields: readonly FieldName[] = ['username', 'password'];

/** Returns only the first error, so that the user corrects one at a time. */
function validate(username: string, password: string): InputErrors | null {
  if (username.trim() === '') return { username: ({ signIn }) => signIn.usernameMissing };
  if (!isValidName(username)) return { username: (copy) => fieldRule(copy, 'username') };
  if (password === '') return { password: ({ signIn }) => signIn.passwordMissing };
  if (!isValidPassword(password)) return { password: (copy) => fieldRule(copy, 'password') };
  return null;
}

function useSignIn(username: string, savedSignInFailure: Failure | null) {
  const { bridge, session } = useFirstContext();
  const command = useLimitedCommand<null>('sign-in', username);
  const [inputErrors, setInputErrors] = useState<InputErrors | null>(null);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  /** The user name of the last attempt; at first the form's user name. */
  const [refusedName, setRefusedName] = useState(username);
  // Preselect the checkbox if the user was saved with a wrong password.
  const wasSaved = session.savedSignIns.some(
    ({ name, complete }) => !complete && name === username,
  );
  const [remember, setRemember] = useState(wasSaved);
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  const submit = async () => {
    const foundErrors = validate(username, password.current?.value ?? '');
    setInputErrors(foundErrors);
    if (foundErrors !== null) {
      (foundErrors.username === undefined ? password : name).current?.focus();
      return;
    }
    setHasSubmitted(true);
    setRefusedName(username);
    const takenPassword = takePassword(password);
    const answer = await command.run(() =>
      bridge.signIn({ username, password: takenPassword, remember }),
    );
    if (answer?.ok === false) password.current?.focus();
  };
  const failure = hasSubmitted ? command.failure : savedSignInFailure;
  const operation: FailedOperation = hasSubmitted ? 'sign-in' : 'saved';
  const isStale = refusedName !== username && failure !== null && !isEnvironment(failure.code);
  return {
    pending: command.pending,
    errors: useFormErrors(isStale ? null : failure, operation, fields, inputErrors),
    until: command.until ?? (refusedName === username ? retryTimeOf(failure) : null),
    clearInputErrors: () => setInputErrors(null),
    remember,
    setRemember,
    name,
    password,
    submit,
  };
}

export function SignIn({ username, savedSignInFailure, onUsername, open, toList }: SignInProps) {
  const { info, copy } = useFirstContext();
  const { errors, pending, name, password, submit, clearInputErrors, ...form } = useSignIn(
    username,
    savedSignInFailure,
  );
  return (
    <FormScreen
      title={copy.signIn.title}
      lead={fill(copy.signIn.lead, { name: info.brand.name })}
      errors={errors}
      pending={pending}
      label={copy.signIn.submit}
      busyLabel={copy.signIn.busyLabel}
      until={form.until}
      submit={() => void submit()}
      links={<Links open={open} toList={toList} />}
      {...(toList === null ? {} : { leave: toList })}
    >
      <Field
        label={copy.signIn.username}
        ref={name}
        name="username"
        autoComplete="username"
        dir="auto"
        value={username}
        readOnly={pending}
        {...errors.of('username')}
        onChange={(event) => {
          clearInputErrors();
          onUsername(event.currentTarget.value);
        }}
      />
      <PasswordField
        input={password}
        inFlight={pending}
        {...errors.of('password')}
        onEdit={clearInputErrors}
      />
      <RememberBox
        checked={form.remember}
        onChange={form.setRemember}
        username={username}
        end={<ForgotLink open={() => open('forgot')} />}
      />
    </FormScreen>
  );
}

function Links({ open, toList }: Pick<SignInProps, 'open' | 'toList'>) {
  const copy = useFirstCopy().signIn;
  return (
    <>
      <KeyLink open={() => open('key')} />
      {toList !== null && (
        <Button kind="quiet" onClick={toList}>
          {copy.toList}
        </Button>
      )}
    </>
  );
}

/** Opens the brand's page if there is one, otherwise the local form. */
function ForgotLink({ open }: { readonly open: () => void }) {
  const { info } = useFirstContext();
  const copy = useFirstCopy().links;
  const isOffered = useIsOffered();
  if (info.links.forgot !== undefined)
    return <LinkButton name="forgot" kind="quiet" label={copy.forgot} />;
  if (!isOffered('forgot')) return null;
  return (
    <Button kind="quiet" onClick={open}>
      {copy.forgot}
    </Button>
  );
}
