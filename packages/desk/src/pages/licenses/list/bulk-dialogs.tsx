// Changes of all unused or all redeemed licenses. Each dialog counts them first.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { useAsk } from '../../../client/seller.ts';
import { useCopy, useFormats } from '../../../copy/language.ts';
import { LoadFailed } from '../../../layout/LoadFailed.tsx';
import { BulkDialog } from '../../../parts/BulkDialog.tsx';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { daysText, isDays } from '../../../parts/days.ts';

interface DialogProps {
  readonly onLeave: () => void;
}

interface DeleteAllDialogProps extends DialogProps {
  readonly type: 'delunused' | 'delused';
}

export function DeleteAllDialog({ type, onLeave }: DeleteAllDialogProps) {
  const { bulk } = useCopy().licenses;
  const isUnused = type === 'delunused';
  return (
    <BulkDialog
      type={type}
      parameters={{}}
      title={isUnused ? bulk.unusedTitle : bulk.usedTitle}
      text={isUnused ? bulk.unusedText : bulk.usedText}
      words={bulk}
      onLeave={onLeave}
    />
  );
}

export function AddDaysDialog({ onLeave }: DialogProps) {
  const { licenses, bulk: common } = useCopy();
  const { bulk, making } = licenses;
  const { number } = useFormats();
  const counted = useAsk('countrows', { operation: 'addtime' });
  const count = counted.data === undefined ? null : Number(counted.data.count);
  const text = number(count ?? 0);
  const [time, setTime] = useState('');
  const isWrong = time !== '' && !isDays(time);
  return (
    <ChangeDialog
      type="addtime"
      parameters={{ time: daysText(time) }}
      title={bulk.daysTitle}
      text={bulk.daysText}
      submit={count === null ? common.counting : bulk.addTo(text, count)}
      ready={count !== null && count > 0 && isDays(time)}
      done={() => bulk.added(text, count ?? 0)}
      onLeave={onLeave}
    >
      <Field
        label={bulk.days}
        inputMode="decimal"
        autoComplete="off"
        value={time}
        wrong={isWrong}
        error={isWrong ? making.daysWrong : null}
        onChange={(event) => setTime(event.target.value)}
      />
      {counted.isError && <LoadFailed error={counted.error} retry={() => void counted.refetch()} />}
      {count === 0 && <p role="status">{bulk.noUnused}</p>}
    </ChangeDialog>
  );
}
