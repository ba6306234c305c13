// Countdown to the next automatic retry. Screen readers do not announce it.
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { formatCountdown } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import { useNow } from '@latchkey/kit/use-now.ts';

export function RetryCountdown() {
  const { nextTryAt } = useLoaderContext().session;
  return nextTryAt === null ? null : <Countdown to={nextTryAt} />;
}

function Countdown({ to }: { readonly to: number }) {
  const copy = useCopy();
  const { byItself, byItselfNow } = copy.waiting;
  const leftMs = to - useNow(1000);
  return (
    <p className="small next-try">
      {leftMs > 0 ? fill(byItself, { time: formatCountdown(copy, leftMs) }) : byItselfNow}
    </p>
  );
}
