// Shown in place of content that could not be read, with its reason and a retry.
import { CircleAlert } from 'lucide';
import { Button } from '@latchkey/kit/Button.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { failureOf } from '@latchkey/web/failure.ts';
import { failureText } from '../client/failure-text.ts';
import { useLanguage } from '../copy/language.ts';

interface LoadFailedProps {
  readonly error: unknown;
  readonly retry: () => void;
}

export function LoadFailed({ error, retry }: LoadFailedProps) {
  const language = useLanguage();
  const { frame } = language.copy;
  return (
    <Message
      tone="danger"
      icon={CircleAlert}
      alert
      title={frame.failed}
      text={failureText(language, failureOf(error))}
    >
      <div>
        <Button kind="quiet" onClick={retry}>
          {frame.tryAgain}
        </Button>
      </div>
    </Message>
  );
}
