// The sentence about a failed request, announced by screen readers.
import { CircleAlert } from 'lucide';
import { Message } from '@latchkey/kit/Message.tsx';
import type { Failure } from '@latchkey/web/failure.ts';
import { failureText } from '../client/failure-text.ts';
import { useLanguage } from '../copy/language.ts';

export function FailureMessage({ failure }: { readonly failure: Failure }) {
  const language = useLanguage();
  return <Message tone="danger" icon={CircleAlert} alert title={failureText(language, failure)} />;
}
