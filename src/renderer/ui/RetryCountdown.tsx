// Countdown to the next automatic retry. Screen readers do not announce it.
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { formatCountdown } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import { useNow } from '@latchkey/kit/use-now.ts';

export function RetryCountdown() {
  const { nextRetryAt } = useLoaderContext().session;
  return nextRetryAt === null ? null : <Countdown to={nextRetryAt} />;
}

function Countdown({ to }: { readonly to: number }) {
  const copy = useCopy();
  const { nextRetry, retryingNow } = copy.waiting;
  const leftMs = to - useNow(1000);
  return (
    <p className="small next-try">
      {leftMs > 0 ? fill(nextRetry, { time: formatCountdown(copy, leftMs) }) : retryingNow}
    </p>
  );
}
