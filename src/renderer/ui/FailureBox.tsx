// Message box for a failure: title, explanation, next step and support code.
import { CircleAlert } from 'lucide';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { failureTexts } from '../../copy/failure-texts.ts';
import type { FailedOperation } from '../../copy/failure-text-types.ts';
import { isOfConnection } from '../../shared/connection-check.ts';
import type { Failure } from '../../shared/failure.ts';
import { Message } from '@latchkey/kit/Message.tsx';
import { AcceptFolder } from './AcceptFolder.tsx';
import { CheckConnection } from './CheckConnection.tsx';
import { LinkButton } from './LinkButton.tsx';
import { SellerQuote } from './SellerQuote.tsx';
import { SupportLine } from './SupportLine.tsx';
import { useShownFailure } from './use-shown-failure.ts';

export interface FailureBoxProps {
  readonly failure: Failure;
  readonly operation: FailedOperation;
}

export function FailureBox({ failure, operation }: FailureBoxProps) {
  const { info } = useLoaderContext();
  const copy = useCopy();
  useShownFailure(failure);
  const texts = failureTexts(copy, failure, { operation, brand: info.brand.name });
  const showsCode = texts.brief === undefined && texts.noCode === undefined;
  const tone = operation === 'saved' || failure.code === 'cancelled' ? 'warning' : 'danger';
  return (
    <Message tone={tone} icon={CircleAlert} title={texts.title} text={texts.text} alert>
      <SellerQuote text={failure.sellerText} />
      <p className="tools">
        {texts.offer !== undefined && (
          <LinkButton name={texts.offer} kind="quiet" label={copy.links[texts.offer]} />
        )}
        {isOfConnection(failure.code) && <CheckConnection />}
        {failure.code === 'folder-unsafe' && failure.canAccept && <AcceptFolder />}
        {showsCode && <SupportLine report={failure} situation={failure.code} />}
      </p>
    </Message>
  );
}
