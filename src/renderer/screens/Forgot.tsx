// Screen for a forgotten password: a form that requests an e-mail, then a confirmation.
import { useState } from 'react';
import { useCopy } from '../bridge/loader-context.ts';
import { Sentence } from '../ui/Sentence.tsx';
import { ForgotForm } from './ForgotForm.tsx';
import { MailSent } from './MailSent.tsx';

export interface ForgotProps {
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly close: () => void;
}

export function Forgot({ username, onUsername, close }: ForgotProps) {
  const copy = useCopy().forgot;
  const [email, setEmail] = useState('');
  /** The time of the request in unix milliseconds; null before the request. */
  const [requestedAt, setRequestedAt] = useState<number | null>(null);
  if (requestedAt !== null)
    return (
      <MailSent
        text={<Sentence text={copy.sent} name={username.trim()} />}
        email={email.trim()}
        at={requestedAt}
        label={copy.signIn}
        close={close}
        again={() => setRequestedAt(null)}
      />
    );
  return (
    <ForgotForm
      username={username}
      onUsername={onUsername}
      email={email}
      onEmail={setEmail}
      onSent={() => setRequestedAt(Date.now())}
      close={close}
    />
  );
}
