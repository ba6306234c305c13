// Who loses time by a change, or gets it back, from its dry run.
import type { UseQueryResult } from '@tanstack/react-query';
import { useCopy, useFormats, useLanguage } from '../copy/language.ts';
import { LoadFailed } from '../layout/LoadFailed.tsx';
import { durationText } from '../pages/licenses/license.ts';
import type { TimeChange } from './use-dry-run.ts';

interface TimeEffectProps {
  readonly query: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>;
  /** Undefined until the dry run is done. */
  readonly changes: readonly TimeChange[] | undefined;
  readonly isLoss: boolean;
}

/** A dialog stays readable. */
const shownChanges = 8;

export function TimeEffect({ query, changes, isLoss }: TimeEffectProps) {
  const { one } = useCopy().licenses;
  const { number } = useFormats();
  if (query.isError) return <LoadFailed error={query.error} retry={() => void query.refetch()} />;
  if (changes === undefined) return <p role="status">{one.checking}</p>;
  if (changes.length === 0) return <p role="status">{isLoss ? one.nobodyLoses : one.nobodyGets}</p>;
  return (
    <div role="status">
      <ul className="time-effect">
        {changes.slice(0, shownChanges).map((change, at) => (
          <li key={at}>
            <ChangeLine change={change} isLoss={isLoss} />
          </li>
        ))}
        {changes.length > shownChanges && (
          <li>{one.othersLose(number(changes.length - shownChanges))}</li>
        )}
      </ul>
    </div>
  );
}

interface ChangeLineProps {
  readonly change: TimeChange;
  readonly isLoss: boolean;
}

function ChangeLine({ change: { user, subscription, seconds }, isLoss }: ChangeLineProps) {
  const { copy, formats } = useLanguage();
  const { one } = copy.licenses;
  const time = durationText(copy, formats, Math.abs(seconds));
  return <bdi>{(isLoss ? one.loses : one.gets)(user, time, subscription)}</bdi>;
}
