// The form of an invitation. Asks for a code if the person has a second factor.
import { CircleAlert } from 'lucide';
import { useState, type SubmitEvent } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import type { Failure } from '../../client/failure.ts';
import { failureText } from '../../client/failure-text.ts';
import type { Parameters } from '../../client/post.ts';
import { useLanguage } from '../../copy/language.ts';
import { PasswordField } from '../sign-in/PasswordField.tsx';

export interface Invited {
  readonly ownerid: string;
  readonly name: string;
  readonly application: string | null;
  /** The person proves the password of another application. */
  readonly needsPassword: boolean;
}

interface AcceptFormProps {
  readonly invited: Invited;
  readonly pending: boolean;
  readonly failure: Failure | null;
  readonly onSubmit: (answer: Parameters) => void;
}

export function AcceptForm({ invited, pending, failure, onSubmit }: AcceptFormProps) {
  const language = useLanguage();
  const { frame, invitation, signIn } = language.copy;
  const { needsPassword } = invited;
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [code, setCode] = useState('');
  const [differs, setDiffers] = useState(false);
  const wait = useWait(pending);
  const needsCode = failure?.code === 'code-needed' || failure?.code === 'bad-code';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setDiffers(!needsPassword && again !== password);
    if (pending || password === '' || (!needsPassword && again !== password)) return;
    onSubmit({ password, code: code === '' ? undefined : code });
  };
  return (
    <form className="door-form" onSubmit={submit}>
      <PasswordField
        label={needsPassword ? frame.password : invitation.newPassword}
        hint={needsPassword ? invitation.knownPassword : invitation.choose}
        autoComplete={needsPassword ? 'current-password' : 'new-password'}
        value={password}
        onChange={setPassword}
      />
      {!needsPassword && (
        <PasswordField
          label={invitation.again}
          autoComplete="new-password"
          value={again}
          error={differs ? invitation.different : null}
          onChange={(value) => {
            setAgain(value);
            setDiffers(false);
          }}
        />
      )}
      {needsCode && (
        <Field
          label={signIn.code}
          autoComplete="one-time-code"
          className="mono"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <Button kind="filled" submit wait={wait}>
        {needsPassword ? invitation.join : invitation.set}
      </Button>
      {failure !== null && failure.code !== 'code-needed' && (
        <Message tone="danger" icon={CircleAlert} alert title={failureText(language, failure)} />
      )}
    </form>
  );
}
