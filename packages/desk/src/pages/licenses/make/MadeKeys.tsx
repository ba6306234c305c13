// The keys that were made, to copy or save.
import { CircleCheck, Info, TriangleAlert } from 'lucide';
import { useEffect, useId, useRef } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { CopyButton } from '@latchkey/kit/CopyButton.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { useCopy, useFormats } from '../../../copy/language.ts';
import { CsvDownload } from '../../../parts/CsvDownload.tsx';
import { hrefOf } from '../../../router/location.ts';
import { useApplication } from '../../../session/application.ts';
import { useWords } from '../use-plans.ts';
import { daysOf } from './choice.ts';
import type { Running } from './use-making.ts';

interface MadeKeysProps extends Running {
  readonly onAgain: () => void;
}

export function MadeKeys({ batch, progress, onAgain }: MadeKeysProps) {
  const { making } = useCopy().licenses;
  const { number } = useFormats();
  const words = useWords();
  const { keys } = progress;
  // The form that had the focus is gone.
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => result.current?.focus(), []);
  const plan = words.plan(batch.choice.level);
  const duration = words.duration(Number(daysOf(batch.choice)) * 86_400);
  return (
    <div className="make-result" tabIndex={-1} ref={result}>
      <Result {...{ batch, progress }} />
      <Actions {...{ batch, progress, onAgain }} plan={plan} />
      <KeyList keys={keys} />
      <p className="small">
        {making.summary(number(keys.length), keys.length, plan, duration)}
        {' · '}
        <bdi>{making.ofOrder(batch.order)}</bdi>
      </p>
    </div>
  );
}

function Actions({ batch, progress, plan, onAgain }: MadeKeysProps & { readonly plan: string }) {
  const { licenses, frame } = useCopy();
  const { making, columns } = licenses;
  const { name } = useApplication();
  const { keys } = progress;
  const { order, choice } = batch;
  return (
    <div className="make-actions">
      <CopyButton
        kind="filled"
        text={keys.join('\n')}
        label={making.copyAll}
        copiedLabel={frame.copied}
        byHandLabel={making.keys}
      />
      <CsvDownload
        label={licenses.csv.label}
        fileName={`${licenses.csv.file}-${name}`}
        columns={[
          { header: columns.key, value: (key: string) => key },
          { header: columns.plan, value: () => plan },
          { header: columns.days, value: () => daysOf(choice) },
          { header: columns.order, value: () => order },
          { header: columns.note, value: () => choice.note },
        ]}
        read={() => Promise.resolve(keys)}
        progress={licenses.csv.reading}
      />
      <Button kind="outlined" onClick={onAgain}>
        {making.again}
      </Button>
      <ButtonLink kind="quiet" href={hrefOf(name, 'licenses')}>
        {making.toList}
      </ButtonLink>
    </div>
  );
}

function Result({ progress: { keys, repeated, isRefunded } }: Running) {
  const { making } = useCopy().licenses;
  const { number } = useFormats();
  if (isRefunded)
    return (
      <Message
        tone="warning"
        icon={TriangleAlert}
        alert
        title={making.refunded}
        text={making.refundedText}
      />
    );
  if (repeated === keys.length)
    return (
      <Message
        tone="neutral"
        icon={Info}
        alert
        title={making.repeated}
        text={making.repeatedText}
      />
    );
  return (
    <Message
      tone="good"
      icon={CircleCheck}
      alert
      title={making.done(number(keys.length), keys.length)}
      text={repeated === 0 ? null : making.partlyRepeated(number(repeated), repeated)}
    />
  );
}

export function KeyList({ keys }: { readonly keys: readonly string[] }) {
  const { making } = useCopy().licenses;
  const id = useId();
  return (
    <div className="made-keys">
      <label htmlFor={id} className="unseen">
        {making.keys}
      </label>
      <textarea
        id={id}
        className="mono"
        readOnly
        rows={Math.min(12, keys.length)}
        spellCheck={false}
        value={keys.join('\n')}
      />
    </div>
  );
}
