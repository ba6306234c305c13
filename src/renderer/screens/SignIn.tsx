// The sign-in form. SECURITY: submitting clears the password, which is never in React's state.
import { useRef, useState } from 'react';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { useOffered } from '../bridge/use-offered.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import { fill } from '../../copy/sentences.ts';
import type { Moment } from '../../copy/words.ts';
import { fitsAsName, fitsAsPassword } from '../input/field-rules.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import type { LocalForm } from '../phase-facts.ts';
import { FormScreen, retryTimeOf } from '../ui/FormScreen.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { useFaults, type FieldName, type Slips } from '../ui/form-faults.tsx';
import { PasswordField, takePassword } from '../ui/PasswordField.tsx';
import { RememberBox } from '../ui/RememberBox.tsx';
import { KeyLink } from './KeyLink.tsx';
import type { Failure } from '../../shared/failure.ts';

export interface SignInProps {
  readonly username: string;
  /** The failure of the last sign-in with saved credentials. */
  readonly kept: Failure | null;
  readonly onUsername: (username: string) => void;
  readonly open: (form: LocalForm) => void;
  /** Opens the list of saved sign-ins; null if there are none. */
  readonly toList: (() => void) | null;
}

const fields: readonly FieldName[] = ['username', 'password'];

/** Returns only the first error, so that the user corrects one at a time. */
function slipsIn(username: string, password: string): Slips | null {
  if (username.trim() === '') return { username: ({ signIn }) => signIn.usernameMissing };
  if (!fitsAsName(username)) return { username: (copy) => fieldRule(copy, 'username') };
  if (password === '') return { password: ({ signIn }) => signIn.passwordMissing };
  if (!fitsAsPassword(password)) return { password: (copy) => fieldRule(copy, 'password') };
  return null;
}

function useSignIn(username: string, kept: Failure | null) {
  const { bridge, session } = useParts();
  const command = useCommand<null>();
  const [slips, setSlips] = useState<Slips | null>(null);
  const [tried, setTried] = useState(false);
  /** The user name of the last attempt; at first the form's user name. */
  const [refusedName, setRefusedName] = useState(username);
  // Preselect the checkbox if the user was saved with a wrong password or by an older version.
  const isKept = session.kept.some(({ name, complete }) => !complete && name === username);
  const [remember, setRemember] = useState(isKept || kept?.code === 'kept-by-older-version');
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  const submit = async () => {
    const found = slipsIn(username, password.current?.value ?? '');
    setSlips(found);
    if (found !== null) {
      (found.username === undefined ? password : name).current?.focus();
      return;
    }
    setTried(true);
    setRefusedName(username);
    const taken = takePassword(password);
    const answer = await command.run(() => bridge.signIn({ username, password: taken, remember }));
    if (answer?.ok === false) password.current?.focus();
  };
  const failure = tried ? command.failure : kept;
  const moment: Moment = tried ? 'sign-in' : 'kept';
  return {
    pending: command.pending,
    faults: useFaults(failure, moment, fields, slips),
    // The service limits attempts for each user name, so another name need not wait.
    until: refusedName === username ? retryTimeOf(failure) : null,
    clearSlips: () => setSlips(null),
    remember,
    setRemember,
    name,
    password,
    submit,
  };
}

export function SignIn({ username, kept, onUsername, open, toList }: SignInProps) {
  const { info, copy } = useParts();
  const { faults, pending, name, password, submit, clearSlips, ...form } = useSignIn(
    username,
    kept,
  );
  return (
    <FormScreen
      title={copy.signIn.title}
      lead={fill(copy.signIn.lead, { name: info.brand.name })}
      faults={faults}
      pending={pending}
      label={copy.signIn.submit}
      verb={copy.signIn.verb}
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
        {...faults.of('username')}
        onChange={(event) => {
          clearSlips();
          onUsername(event.currentTarget.value);
        }}
      />
      <PasswordField
        input={password}
        sent={pending}
        {...faults.of('password')}
        onEdit={clearSlips}
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
  const copy = useCopy().signIn;
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
  const { info } = useParts();
  const copy = useCopy().links;
  const offered = useOffered();
  if (info.links.forgot !== undefined)
    return <LinkButton name="forgot" kind="quiet" label={copy.forgot} />;
  if (!offered('forgot')) return null;
  return (
    <Button kind="quiet" onClick={open}>
      {copy.forgot}
    </Button>
  );
}
