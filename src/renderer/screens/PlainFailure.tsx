// The window after the main process failed to answer the page's first requests.
import type { Copy } from '../../copy/copy.ts';
import { failureTexts } from '../../copy/failure-texts.ts';
import { fill } from '../../copy/sentences.ts';
import type { Failure } from '../../shared/failure.ts';
import { supportCode } from '../../shared/support-code.ts';
import { PlainMessage } from './PlainMessage.tsx';

export interface PlainFailureProps {
  readonly copy: Copy;
  readonly failure: Failure;
}

export function PlainFailure({ copy, failure }: PlainFailureProps) {
  const { plain } = copy;
  const texts = failureTexts(copy, failure, { operation: 'screen', brand: plain.maker });
  const facts = { text: texts.text, code: supportCode(failure) };
  return <PlainMessage title={texts.title} text={fill(plain.failed, facts)} />;
}
