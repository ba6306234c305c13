// Keys that are being made, and a stop before all of them are made.
import { CircleAlert, CirclePause } from 'lucide';
import { useId } from 'react';
import { maxKeysPerRequest } from '@latchkey/protocol/limits.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { ProgressBar } from '@latchkey/kit/ProgressBar.tsx';
import { failureText } from '../../../client/failure-text.ts';
import { useCopy, useFormats, useLanguage } from '../../../copy/language.ts';
import { isUncertain } from './make-keys.ts';
import { KeyList } from './MadeKeys.tsx';
import type { Making } from './use-making.ts';

interface MakeProgressProps {
  readonly making: Extract<Making, { kind: 'running' | 'stopped' }>;
  readonly onStop: () => void;
  readonly onContinue: () => void;
}

export function MakeProgress({ making, onStop, onContinue }: MakeProgressProps) {
  const texts = useCopy().licenses.making;
  const { number } = useFormats();
  const id = useId();
  if (making.kind === 'stopped') return <Stopped making={making} onContinue={onContinue} />;
  const { batch, progress, isStopping } = making;
  const text = texts.progress(number(progress.keys.length), number(batch.total));
  return (
    <div className="make-running">
      <p id={id} role="status">
        {text}
      </p>
      <ProgressBar
        share={progress.keys.length / batch.total}
        tone="neutral"
        labelledBy={id}
        valueText={text}
      />
      {progress.left.length > 1 && (
        <div>
          <Button kind="outlined" disabled={isStopping} onClick={onStop}>
            {isStopping ? texts.stopping : texts.stop}
          </Button>
        </div>
      )}
    </div>
  );
}

interface StoppedProps {
  readonly making: Extract<Making, { kind: 'running' | 'stopped' }>;
  readonly onContinue: () => void;
}

function Stopped({ making: { batch, progress }, onContinue }: StoppedProps) {
  const language = useLanguage();
  const texts = language.copy.licenses.making;
  const { number } = useFormats();
  const { keys, left, failure } = progress;
  const next = left[0]?.amount ?? maxKeysPerRequest;
  return (
    <div className="make-result">
      <Message
        tone={failure === null ? 'neutral' : 'danger'}
        icon={failure === null ? CirclePause : CircleAlert}
        alert
        title={texts.stopped(number(keys.length), number(batch.total))}
        text={
          failure === null
            ? texts.stoppedText
            : isUncertain(failure)
              ? texts.lostText(failureText(language, failure), number(next))
              : texts.failedText(failureText(language, failure))
        }
      />
      <div className="make-actions">
        <Button kind="filled" onClick={onContinue}>
          {texts.continue}
        </Button>
      </div>
      {keys.length > 0 && <KeyList keys={keys} />}
    </div>
  );
}
