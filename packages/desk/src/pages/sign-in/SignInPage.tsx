// Sign-in: owner id, name and password, then a code if the person has a second factor.
import { CircleAlert } from 'lucide';
import { useRef, useState, type SubmitEvent } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { failureOf } from '../../client/failure.ts';
import { failureText } from '../../client/failure-text.ts';
import { useLanguage } from '../../copy/language.ts';
import { Door } from '../../layout/Door.tsx';
import { useSignIn } from '../../session/me.ts';
import { CodeForm } from './CodeForm.tsx';
import { PasswordField } from './PasswordField.tsx';

const owneridName = 'ownerid';

export function SignInPage() {
  const language = useLanguage();
  const { signIn } = language.copy;
  const [ownerid, setOwnerid] = useState(() => localStorage.getItem(owneridName) ?? '');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const request = useSignIn();
  const wait = useWait(request.isPending);
  const passwordField = useRef<HTMLInputElement>(null);
  const failure = request.error === null ? null : failureOf(request.error);

  const send = async (code?: string) => {
    if (request.isPending) return;
    try {
      await request.mutateAsync({ ownerid: ownerid.trim(), name: name.trim(), password, code });
      localStorage.setItem(owneridName, ownerid.trim());
    } catch (error) {
      const { code: reason } = failureOf(error);
      if (reason === 'code-needed' || reason === 'bad-code') return;
      setPassword('');
      passwordField.current?.focus();
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (ownerid !== '' && name !== '' && password !== '') void send();
  };

  if (failure?.code === 'code-needed' || failure?.code === 'bad-code' || isCodeLimit(request))
    return (
      <Door title={signIn.codeTitle} lead={signIn.codeText(name)}>
        <CodeForm
          error={failure?.code === 'code-needed' ? null : failure}
          wait={wait}
          onSubmit={(code) => void send(code)}
          onBack={() => {
            setPassword('');
            request.reset();
          }}
        />
      </Door>
    );
  return (
    <Door title={signIn.title}>
      <form className="door-form" onSubmit={submit}>
        <Field
          label={signIn.ownerid}
          hint={signIn.owneridHint}
          name="organization"
          autoComplete="organization"
          className="mono"
          autoFocus={ownerid === ''}
          value={ownerid}
          onChange={(event) => setOwnerid(event.target.value)}
        />
        <Field
          label={signIn.name}
          name="username"
          autoComplete="username"
          autoFocus={ownerid !== ''}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <PasswordField
          label={language.copy.frame.password}
          autoComplete="current-password"
          ref={passwordField}
          value={password}
          onChange={setPassword}
        />
        <Button kind="filled" submit wait={wait} busyLabel={signIn.busy}>
          {signIn.submit}
        </Button>
        {failure !== null && (
          <Message tone="danger" icon={CircleAlert} alert title={failureText(language, failure)} />
        )}
      </form>
    </Door>
  );
}

/** Too many wrong codes: the form for the code stays, because the password was right. */
function isCodeLimit({ variables, error }: ReturnType<typeof useSignIn>): boolean {
  return (
    error !== null && failureOf(error).code === 'rate-limited' && variables?.['code'] !== undefined
  );
}
