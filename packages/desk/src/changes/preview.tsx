// What a change does, found before it is made: a count of rows, or a dry run that shows whose time.
import type { ReactNode } from 'react';
import { useAsk } from '../client/seller.ts';
import { useFormats } from '../copy/language.ts';
import { LoadFailed } from '../layout/LoadFailed.tsx';
import type { Change, Count, Typed } from './change.ts';
import { TimeEffect } from './TimeEffect.tsx';
import { useDryRun } from './use-dry-run.ts';

interface Found {
  readonly isReady: boolean;
  readonly count: Count;
  /** Whose time, or why nothing was found. */
  readonly shown: ReactNode;
}

export function usePreview(change: Change, typed: Typed, parameters: object): Found {
  const { number } = useFormats();
  const { operation, timeOf, countOf, allowsNone = false } = change;
  const dryRun = useDryRun(operation, parameters, timeOf !== undefined);
  const name = countOf?.(typed);
  const counted = useAsk(
    'countrows',
    { operation, name },
    { enabled: countOf !== undefined && name !== '' },
  );
  const rows = counted.isPlaceholderData ? undefined : counted.data?.count;
  const found = dryRun.data?.deleted ?? (rows === undefined ? null : Number(rows));
  const count = { text: found === null ? '…' : number(found), number: found };
  const isAllowed = found !== null && (found > 0 || allowsNone);
  if (timeOf !== undefined)
    return {
      isReady: dryRun.isSuccess && found !== 0,
      count,
      shown: (
        <TimeEffect
          query={dryRun}
          changes={dryRun.data?.[timeOf]}
          isLoss={timeOf === 'takenBack'}
        />
      ),
    };
  return {
    isReady: countOf === undefined || isAllowed,
    count,
    shown: counted.isError && (
      <LoadFailed error={counted.error} retry={() => void counted.refetch()} />
    ),
  };
}
