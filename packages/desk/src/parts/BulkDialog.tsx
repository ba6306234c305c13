// Confirms a bulk change: counts the rows first, and the button repeats the number.
import type { ReactNode } from 'react';
import type { BulkType } from '@latchkey/protocol/seller/bulk.ts';
import { useAsk, type ParametersOf } from '../client/seller.ts';
import type { Copy } from '../copy/copy.ts';
import { useLanguage } from '../copy/language.ts';
import { LoadFailed } from '../layout/LoadFailed.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';

interface BulkDialogProps<Type extends BulkType> {
  readonly type: Type;
  readonly parameters: ParametersOf<Type>;
  /** The subscription, channel or variable that the change is limited to. */
  readonly subject?: string;
  readonly title: string;
  readonly text: string;
  /** What the rows are called; default: entries. */
  readonly words?: Pick<Copy['bulk'], 'delete' | 'deleted'>;
  readonly onLeave: () => void;
  readonly children?: ReactNode;
}

export function BulkDialog<Type extends BulkType>({
  subject,
  words,
  ...change
}: BulkDialogProps<Type>) {
  const { copy, formats } = useLanguage();
  const { bulk } = copy;
  const named = words ?? bulk;
  const counted = useAsk('countrows', { operation: change.type, name: subject });
  const count = counted.data === undefined ? null : Number(counted.data.count);
  const text = formats.number(count ?? 0);
  return (
    <ChangeDialog<Type>
      {...change}
      submit={count === null ? bulk.counting : named.delete(text, count)}
      danger
      ready={count !== null && count > 0}
      done={() => named.deleted(text, count ?? 0)}
    >
      {counted.isError && <LoadFailed error={counted.error} retry={() => void counted.refetch()} />}
      {count === 0 && <p role="status">{bulk.nothing}</p>}
      {change.children}
    </ChangeDialog>
  );
}
