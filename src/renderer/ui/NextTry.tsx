// Countdown to the next automatic retry. Screen readers do not announce it.
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { countdown } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import { useNow } from '@latchkey/kit/use-now.ts';

export function NextTry() {
  const { nextTryAt } = useParts().session;
  return nextTryAt === null ? null : <Countdown to={nextTryAt} />;
}

function Countdown({ to }: { readonly to: number }) {
  const copy = useCopy();
  const { byItself, byItselfNow } = copy.waiting;
  const leftMs = to - useNow(1000);
  return (
    <p className="small next-try">
      {leftMs > 0 ? fill(byItself, { time: countdown(copy, leftMs) }) : byItselfNow}
    </p>
  );
}
