// Line below the subscriptions that shows a check in progress or its result. Its height is fixed.
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { isAppActive } from '../../shared/phases.ts';
import type { Notice } from '../../shared/session.ts';
import { CheckResult } from './CheckResult.tsx';
import { useAnnouncement } from './use-live-region.ts';
import { showsSpinner, useWait } from '@latchkey/kit/use-wait.ts';

export function CheckLine() {
  const { phase, step, notice } = useLoaderContext().session;
  const { checkResults, steps } = useCopy();
  const wait = useWait(!isAppActive(phase) && step === 'checking-subscription');
  const doing = showsSpinner(wait) ? steps[step ?? 'waiting'] : null;
  useAnnouncement(doing);
  return (
    <div className="check-line">
      {doing !== null ? (
        <p className="small appear">{doing}</p>
      ) : (
        notice?.kind === 'checked' && (
          <CheckResult
            key={notice.at}
            at={notice.at}
            resultText={checkResults[resultKeyOf(notice)]}
          />
        )
      )}
    </div>
  );
}

type Checked = Extract<Notice, { readonly kind: 'checked' }>;

function resultKeyOf({ changed, service }: Checked) {
  if (service !== undefined) return service === 'back' ? 'back' : 'offline';
  if (changed === null) return 'session';
  return changed ? 'changed' : 'unchanged';
}
