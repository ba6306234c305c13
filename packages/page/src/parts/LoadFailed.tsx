// What the page shows if it cannot start.
import { CircleAlert } from 'lucide';
import { Button } from '@latchkey/kit/Button.tsx';
import type { Failure } from '@latchkey/web/failure.ts';
import { Message } from '@latchkey/kit/Message.tsx';
import { failureText } from '../client/failure-text.ts';
import { useLanguage } from '../copy/language.ts';
import { Door } from './Door.tsx';

interface LoadFailedProps {
  readonly failure: Failure;
  readonly retry: () => void;
}

export function LoadFailed({ failure, retry }: LoadFailedProps) {
  const language = useLanguage();
  const { signIn } = language.copy;
  if (failure.code === 'page-unknown')
    return <Door title={signIn.noPage} lead={signIn.noPageText} />;
  return (
    <Door title={signIn.unreachable}>
      <Message tone="danger" icon={CircleAlert} alert title={failureText(language, failure)} />
      <Button kind="outlined" onClick={retry}>
        {signIn.tryAgain}
      </Button>
    </Door>
  );
}
