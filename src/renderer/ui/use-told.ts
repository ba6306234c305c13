// What is told beside a form or a button already: the notice of the background about the same cause is not drawn as well.
import { useEffect } from 'react';
import type { Failure } from '../../shared/failure.ts';
import { useParts } from '../bridge/loader-context.ts';
import { connectionWords } from '../copy/connection-failures.ts';

export function useTold(failure: Failure | null): void {
  const { tell } = useParts();
  useEffect(() => {
    tell(failure);
    return () => tell(null);
  }, [tell, failure]);
}

/** The same failure, or two of the way to the service, whichever each of them met. */
export function isOneCause(one: Failure, other: Failure): boolean {
  const ofTheWay = ({ code }: Failure) => Object.hasOwn(connectionWords, code);
  return one.code === other.code || (ofTheWay(one) && ofTheWay(other));
}
