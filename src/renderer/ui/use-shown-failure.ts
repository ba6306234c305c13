// Reports a failure that a form or button shows, so that no background notice repeats its cause.
import { useLayoutEffect } from 'react';
import type { Failure } from '../../shared/failure.ts';
import { useParts } from '../bridge/loader-context.ts';

/** Before paint: otherwise both would be visible for a frame. */
export function useShownFailure(failure: Failure | null): void {
  const { setShownFailure } = useParts();
  useLayoutEffect(() => {
    setShownFailure(failure);
    return () => setShownFailure(null);
  }, [setShownFailure, failure]);
}
