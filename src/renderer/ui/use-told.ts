// What is told beside a form or a button already: the notice of the background about the same cause is not drawn as well.
import { useLayoutEffect } from 'react';
import type { Failure } from '../../shared/failure.ts';
import { useParts } from '../bridge/loader-context.ts';

/** Before anything is painted: else both would stand there for a frame. */
export function useTold(failure: Failure | null): void {
  const { tell } = useParts();
  useLayoutEffect(() => {
    tell(failure);
    return () => tell(null);
  }, [tell, failure]);
}
