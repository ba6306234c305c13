// Line below the subscriptions that shows a check in progress or its result. Its height is fixed.
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { holdsApp } from '../../shared/phases.ts';
import { Checked } from './Checked.tsx';
import { useAnnouncement } from './use-live-region.ts';
import { spins, useWait } from '@latchkey/kit/use-wait.ts';

export function CheckLine() {
  const { phase, step, notice } = useParts().session;
  const { found, steps } = useCopy();
  const wait = useWait(!holdsApp(phase) && step === 'checking-subscription');
  const doing = spins(wait) ? steps[step ?? 'waiting'] : null;
  useAnnouncement(doing);
  return (
    <div className="check-line">
      {doing !== null ? (
        <p className="small appear">{doing}</p>
      ) : (
        notice?.kind === 'checked' && (
          <Checked key={notice.at} at={notice.at} found={found[foundBy(notice.changed)]} />
        )
      )}
    </div>
  );
}

function foundBy(changed: boolean | null): 'changed' | 'unchanged' | 'session' {
  if (changed === null) return 'session';
  return changed ? 'changed' : 'unchanged';
}
