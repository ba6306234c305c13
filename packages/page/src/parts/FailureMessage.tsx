// The sentence about a failed request, announced by screen readers.
import { CircleAlert } from 'lucide';
import type { Failure } from '@latchkey/web/failure.ts';
import { Message } from '@latchkey/kit/Message.tsx';
import { failureText } from '../client/failure-text.ts';
import { useLanguage } from '../copy/language.ts';

export function FailureMessage({ failure }: { readonly failure: Failure | null }) {
  const language = useLanguage();
  if (failure === null) return null;
  return <Message tone="danger" icon={CircleAlert} alert title={failureText(language, failure)} />;
}
