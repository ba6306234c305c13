// Registers the failure that a form or button shows, so that no background notice repeats it.
import { useLayoutEffect } from 'react';
import type { Failure } from '../../shared/failure.ts';
import { useFirstContext } from '../bridge/first-context.ts';

/** Uses a layout effect, because otherwise the notice would be visible for one frame. */
export function useShownFailure(failure: Failure | null): void {
  const { setShownFailure } = useFirstContext();
  useLayoutEffect(() => {
    setShownFailure(failure);
    return () => setShownFailure(null);
  }, [setShownFailure, failure]);
}
