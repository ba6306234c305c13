// Message box for a failure: title, explanation, next step and support code.
import { CircleAlert } from 'lucide';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { wordsFor } from '../../copy/failure-words.ts';
import type { Moment } from '../../copy/words.ts';
import type { Failure } from '../../shared/failure.ts';
import { Message } from '@latchkey/kit/Message.tsx';
import { LinkButton } from './LinkButton.tsx';
import { SellerQuote } from './SellerQuote.tsx';
import { SupportLine } from './SupportLine.tsx';
import { useShownFailure } from './use-shown-failure.ts';

export interface FailureBoxProps {
  readonly failure: Failure;
  readonly moment: Moment;
}

export function FailureBox({ failure, moment }: FailureBoxProps) {
  const { info } = useParts();
  const copy = useCopy();
  useShownFailure(failure);
  const words = wordsFor(copy, failure, { moment, brand: info.brand.name });
  const codeHelps = words.brief === undefined && words.noCode === undefined;
  const tone = moment === 'kept' || failure.code === 'cancelled' ? 'warning' : 'danger';
  return (
    <Message tone={tone} icon={CircleAlert} title={words.title} text={words.text} alert>
      <SellerQuote text={failure.sellerText} />
      <p className="tools">
        {words.offer !== undefined && (
          <LinkButton name={words.offer} kind="quiet" label={copy.links[words.offer]} />
        )}
        {codeHelps && <SupportLine report={failure} what={failure.code} />}
      </p>
    </Message>
  );
}
