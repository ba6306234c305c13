// Offers the keys of an order whose page was left before it showed all of them.
import { CirclePause } from 'lucide';
import { Button } from '@latchkey/kit/Button.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { useCopy, useFormats } from '../../../copy/language.ts';
import type { Batch } from './use-making.ts';

interface InterruptedProps {
  readonly batch: Batch;
  readonly onContinue: () => void;
  readonly onLeave: () => void;
}

export function Interrupted({ batch, onContinue, onLeave }: InterruptedProps) {
  const texts = useCopy().licenses.making;
  const { number } = useFormats();
  return (
    <div className="make-result">
      <Message
        tone="neutral"
        icon={CirclePause}
        title={texts.interrupted(batch.order)}
        text={texts.interruptedText(number(batch.total), batch.total)}
      />
      <div className="make-actions">
        <Button kind="filled" onClick={onContinue}>
          {texts.continue}
        </Button>
        <Button kind="outlined" onClick={onLeave}>
          {texts.again}
        </Button>
      </div>
    </div>
  );
}
