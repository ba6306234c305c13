// Explains why an action is disabled while the protected app starts or runs.
import { fill } from '../../copy/sentences.ts';
import { factsOf } from '../../shared/phases.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';

export function useBusyReason(): string {
  const { info, session } = useLoaderContext();
  const { notWhileRunning, notWhileStarting } = useCopy().account;
  const reason = factsOf(session.phase).app === 'running' ? notWhileRunning : notWhileStarting;
  return fill(reason, { brand: info.brand.name });
}
