// The sign-in form. SECURITY: the password leaves the page with the submit; it is never kept in React's state.
import { useRef, useState } from 'react';
import { useParts } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { fieldRule } from '../copy/failure-facts.ts';
import { linkCopy } from '../copy/links.ts';
import { signInCopy as copy } from '../copy/sign-in.ts';
import { fitsAsName, fitsAsPassword } from '../input/field-rules.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormScreen, retryTimeOf } from '../ui/FormScreen.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PasswordField, takePassword } from '../ui/PasswordField.tsx';
import { RememberBox } from '../ui/RememberBox.tsx';
import type { Failure } from '../../shared/failure.ts';

export interface SignInProps {
  readonly username: string;
  /** Why an automatic or kept sign-in did not work. */
  readonly kept: Failure | null;
  readonly onUsername: (username: string) => void;
  readonly redeem: () => void;
}

type Slip = { readonly field: 'username' | 'password'; readonly words: string };

function slipIn(username: string, password: string): Slip | null {
  if (username.trim() === '') return { field: 'username', words: copy.usernameMissing };
  if (!fitsAsName(username)) return { field: 'username', words: fieldRule('username') };
  if (password === '') return { field: 'password', words: copy.passwordMissing };
  if (!fitsAsPassword(password)) return { field: 'password', words: fieldRule('password') };
  return null;
}

function useSignIn(username: string) {
  const { bridge } = useParts();
  const command = useCommand<null>();
  const [slip, setSlip] = useState<Slip | null>(null);
  const [tried, setTried] = useState(false);
  /** The user name of the newest refusal: at first the one that the form came with. */
  const [refusedName, setRefusedName] = useState(username);
  const [remember, setRemember] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  const submit = async () => {
    const found = slipIn(username, password.current?.value ?? '');
    setSlip(found);
    if (found !== null) {
      (found.field === 'username' ? name : password).current?.focus();
      return;
    }
    setTried(true);
    setRefusedName(username);
    const taken = takePassword(password);
    const answer = await command.run(() => bridge.signIn({ username, password: taken, remember }));
    if (answer?.ok === false) password.current?.focus();
  };
  return {
    command,
    slip,
    setSlip,
    tried,
    refusedName,
    remember,
    setRemember,
    name,
    password,
    submit,
  };
}

/** What a field shows of a slip of its own, and of what the service said. */
function faultsOf(field: Slip['field'], slip: Slip | null, failure: Failure | null) {
  const refused =
    failure?.code === 'invalid-input'
      ? failure.fields.includes(field)
      : failure?.code === 'bad-credentials' && field === 'password';
  return { error: slip?.field === field ? slip.words : null, wrong: refused };
}

export function SignIn({ username, kept, onUsername, redeem }: SignInProps) {
  const { info } = useParts();
  const { command, slip, setSlip, tried, name, password, submit, ...form } = useSignIn(username);
  const failure = tried ? command.failure : kept;
  return (
    <FormScreen
      title={copy.title}
      lead={copy.lead.replace('{name}', () => info.brand.name)}
      failure={failure}
      moment={tried ? 'sign-in' : 'kept'}
      pending={command.pending}
      label={copy.submit}
      verb={copy.verb}
      // The service counts tries by user name; another one need not wait.
      until={form.refusedName === username ? retryTimeOf(failure) : null}
      submit={() => void submit()}
      links={
        <Button kind="quiet" onClick={redeem}>
          {copy.redeem}
        </Button>
      }
    >
      <Field
        label={copy.username}
        ref={name}
        name="username"
        autoComplete="username"
        dir="auto"
        value={username}
        readOnly={command.pending}
        {...faultsOf('username', slip, command.failure)}
        onChange={(event) => {
          setSlip(null);
          onUsername(event.currentTarget.value);
        }}
      />
      <PasswordField
        input={password}
        sent={command.pending}
        {...faultsOf('password', slip, command.failure)}
        onEdit={() => setSlip(null)}
      />
      <RememberBox
        checked={form.remember}
        onChange={form.setRemember}
        end={<LinkButton name="forgot" kind="quiet" label={linkCopy.forgot} />}
      />
    </FormScreen>
  );
}
