// The form of an invitation. Asks for a code if the person has a second factor.
import { useState, type SubmitEvent } from 'react';
import type { DeskAnswer } from '@latchkey/protocol/desk-api.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import type { Failure } from '@latchkey/web/failure.ts';
import type { Parameters } from '@latchkey/web/post.ts';
import { useCopy } from '../../copy/language.ts';
import { CodeField } from '../../parts/CodeField.tsx';
import { FailureMessage } from '../../parts/FailureMessage.tsx';
import { PasswordField } from '../sign-in/PasswordField.tsx';

export type Invited = DeskAnswer<'invitation'>;

interface AcceptFormProps {
  readonly invited: Invited;
  readonly pending: boolean;
  readonly failure: Failure | null;
  readonly onSubmit: (answer: Parameters) => void;
}

export function AcceptForm({ invited, pending, failure, onSubmit }: AcceptFormProps) {
  const { invitation, signIn } = useCopy();
  const { needsPassword } = invited;
  const [passwords, setPasswords] = useState({ password: '', again: '' });
  const [code, setCode] = useState('');
  const [differs, setDiffers] = useState(false);
  const wait = useWait(pending);
  const needsCode = failure?.code === 'code-needed' || failure?.code === 'bad-code';
  const change = (changed: Partial<typeof passwords>) => {
    setPasswords({ ...passwords, ...changed });
    setDiffers(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { password, again } = passwords;
    const isDifferent = !needsPassword && again !== password;
    setDiffers(isDifferent);
    if (pending || password === '' || isDifferent) return;
    onSubmit({ password, code: code === '' ? undefined : code });
  };
  return (
    <form className="door-form" onSubmit={submit}>
      <Passwords {...{ needsPassword, differs }} {...passwords} onChange={change} />
      {needsCode && <CodeField label={signIn.code} value={code} onChange={setCode} />}
      <Button kind="filled" submit wait={wait}>
        {needsPassword ? invitation.join : invitation.set}
      </Button>
      {failure !== null && failure.code !== 'code-needed' && <FailureMessage failure={failure} />}
      {needsPassword && <p className="small">{invitation.notYours(invited.name)}</p>}
    </form>
  );
}

interface PasswordsProps {
  readonly needsPassword: boolean;
  readonly differs: boolean;
  readonly password: string;
  readonly again: string;
  readonly onChange: (changed: { readonly password?: string; readonly again?: string }) => void;
}

/** The known password, or a new one twice. */
function Passwords({ needsPassword, differs, password, again, onChange }: PasswordsProps) {
  const { frame, invitation } = useCopy();
  return (
    <>
      <PasswordField
        label={needsPassword ? frame.password : invitation.newPassword}
        hint={needsPassword ? invitation.knownPassword : invitation.choose}
        autoComplete={needsPassword ? 'current-password' : 'new-password'}
        value={password}
        onChange={(typed) => onChange({ password: typed })}
      />
      {!needsPassword && (
        <PasswordField
          label={invitation.again}
          autoComplete="new-password"
          value={again}
          error={differs ? invitation.different : null}
          onChange={(typed) => onChange({ again: typed })}
        />
      )}
    </>
  );
}
