// Screen for a forgotten password: a form that requests an e-mail, then a confirmation.
import { Mail } from 'lucide';
import { useState } from 'react';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { formatDateTime } from '../../copy/dates.ts';
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
  /** The time of the request in unix milliseconds; null before the request. */
  const [requestedAt, setRequestedAt] = useState<number | null>(null);
  if (requestedAt !== null)
    return (
      <Confirmation
        username={username.trim()}
        email={email.trim()}
        at={requestedAt}
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

interface ConfirmationProps {
  readonly username: string;
  readonly email: string;
  readonly at: number;
  readonly close: () => void;
  readonly again: () => void;
}

function Confirmation({ username, email, at, close, again }: ConfirmationProps) {
  const { brand } = useLoaderContext().info;
  const copy = useCopy();
  const texts = copy.forgot;
  return (
    <StateScreen
      icon={Mail}
      tone="accent"
      title={texts.sentTitle}
      text={<Sentence text={texts.sent} name={username} />}
      report={null}
      situation="mail-asked-for"
      facts={[
        { name: texts.sentTo, value: <bdi>{email}</bdi> },
        { name: texts.sentAt, value: formatDateTime(copy, at) },
      ]}
      actions={
        <Button kind="filled" onClick={close}>
          {texts.signIn}
        </Button>
      }
      links={
        <>
          <Button kind="quiet" onClick={again}>
            {texts.again}
          </Button>
          <LinkButton name="contact" kind="quiet" label={copy.links.contact} />
        </>
      }
    >
      <p className="small">{fill(texts.nothingReceived, { brand: brand.name })}</p>
    </StateScreen>
  );
}
