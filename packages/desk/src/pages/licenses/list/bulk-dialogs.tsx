// Changes of all unused or all redeemed licenses. Each dialog counts them first.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { useAsk } from '../../../client/seller.ts';
import { useCopy, useFormats } from '../../../copy/language.ts';
import { LoadFailed } from '../../../layout/LoadFailed.tsx';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { isDays } from '../days.ts';

interface BulkDialogProps {
  readonly onLeave: () => void;
}

type BulkType = 'addtime' | 'delunused' | 'delused';

/** The number of licenses that the operation changes, or null while they are counted. */
function useCount(operation: BulkType) {
  const query = useAsk('countrows', { operation });
  const { number } = useFormats();
  const count = query.data === undefined ? null : Number(query.data.count);
  return { query, count, text: number(count ?? 0) };
}

interface CountLineProps {
  readonly counted: ReturnType<typeof useCount>;
}

function CountLine({ counted: { query, count } }: CountLineProps) {
  const { bulk } = useCopy().licenses;
  if (query.isError) return <LoadFailed error={query.error} retry={() => void query.refetch()} />;
  if (count === null) return <p role="status">{bulk.counting}</p>;
  return count === 0 ? <p role="status">{bulk.nothing}</p> : null;
}

interface DeleteAllDialogProps extends BulkDialogProps {
  readonly type: 'delunused' | 'delused';
}

export function DeleteAllDialog({ type, onLeave }: DeleteAllDialogProps) {
  const { bulk } = useCopy().licenses;
  const counted = useCount(type);
  const { count, text } = counted;
  const isUnused = type === 'delunused';
  return (
    <ChangeDialog
      type={type}
      parameters={{}}
      title={isUnused ? bulk.unusedTitle : bulk.usedTitle}
      text={isUnused ? bulk.unusedText : bulk.usedText}
      submit={bulk.delete(count ?? 0, text)}
      danger
      ready={count !== null && count > 0}
      done={() => bulk.deleted(count ?? 0, text)}
      onLeave={onLeave}
    >
      <CountLine counted={counted} />
    </ChangeDialog>
  );
}

export function AddDaysDialog({ onLeave }: BulkDialogProps) {
  const { bulk, making } = useCopy().licenses;
  const counted = useCount('addtime');
  const { count, text } = counted;
  const [time, setTime] = useState('');
  const isWrong = time !== '' && !isDays(time);
  return (
    <ChangeDialog
      type="addtime"
      parameters={{ time }}
      title={bulk.daysTitle}
      text={bulk.daysText}
      submit={bulk.addTo(count ?? 0, text)}
      ready={count !== null && count > 0 && isDays(time)}
      done={() => bulk.added(count ?? 0, text)}
      onLeave={onLeave}
    >
      <Field
        label={bulk.days}
        inputMode="decimal"
        value={time}
        wrong={isWrong}
        error={isWrong ? making.daysWrong : null}
        onChange={(event) => setTime(event.target.value)}
      />
      <CountLine counted={counted} />
    </ChangeDialog>
  );
}
