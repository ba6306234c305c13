// Confirms that a mail was requested, and says what to do if it does not arrive.
import { Mail } from 'lucide';
import type { ReactNode } from 'react';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { formatDateTime } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';

export interface MailSentProps {
  readonly text: ReactNode;
  readonly email: string;
  /** The time of the request in unix milliseconds. */
  readonly at: number;
  /** The label of the main button. */
  readonly label: string;
  readonly close: () => void;
  readonly again: () => void;
}

export function MailSent({ text, email, at, label, close, again }: MailSentProps) {
  const { brand } = useLoaderContext().info;
  const copy = useCopy();
  const texts = copy.forgot;
  return (
    <StateScreen
      icon={Mail}
      tone="accent"
      title={texts.sentTitle}
      text={text}
      report={null}
      situation="mail-asked-for"
      facts={[
        { name: texts.sentTo, value: <bdi>{email}</bdi> },
        { name: texts.sentAt, value: formatDateTime(copy, at) },
      ]}
      actions={
        <Button kind="filled" onClick={close}>
          {label}
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
