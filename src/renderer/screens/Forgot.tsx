// Screen for a forgotten password: a form that requests an e-mail, then a confirmation.
import { Mail } from 'lucide';
import { useState } from 'react';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { dateAndTime } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import { ForgotForm } from './ForgotForm.tsx';

export interface ForgotProps {
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly close: () => void;
}

export function Forgot({ username, onUsername, close }: ForgotProps) {
  const [email, setEmail] = useState('');
  /** The time of the request in unix milliseconds; null before it. */
  const [askedAt, setAskedAt] = useState<number | null>(null);
  if (askedAt !== null)
    return (
      <Sent
        username={username.trim()}
        email={email.trim()}
        at={askedAt}
        close={close}
        again={() => setAskedAt(null)}
      />
    );
  return (
    <ForgotForm
      username={username}
      onUsername={onUsername}
      email={email}
      onEmail={setEmail}
      onSent={() => setAskedAt(Date.now())}
      close={close}
    />
  );
}

interface SentProps {
  readonly username: string;
  readonly email: string;
  readonly at: number;
  readonly close: () => void;
  readonly again: () => void;
}

function Sent({ username, email, at, close, again }: SentProps) {
  const { brand } = useParts().info;
  const copy = useCopy();
  const words = copy.forgot;
  return (
    <StateScreen
      icon={Mail}
      tone="accent"
      title={words.sentTitle}
      text={<Sentence text={words.sent} name={username} />}
      report={null}
      what="mail-asked-for"
      facts={[
        { name: words.sentTo, value: <bdi>{email}</bdi> },
        { name: words.sentAt, value: dateAndTime(copy, at) },
      ]}
      actions={
        <Button kind="filled" onClick={close}>
          {words.signIn}
        </Button>
      }
      links={
        <>
          <Button kind="quiet" onClick={again}>
            {words.again}
          </Button>
          <LinkButton name="contact" kind="quiet" label={copy.links.contact} />
        </>
      }
    >
      <p className="small">{fill(words.none, { brand: brand.name })}</p>
    </StateScreen>
  );
}
