// The line below a waiting button. It shows the current step and a Cancel button after 2 s, and a
// note after 8 s. It replaces the links below the form, so that nothing moves.
import type { ReactNode } from 'react';
import { useFirstCopy, useFirstContext } from '../bridge/first-context.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { useAnnouncement } from './use-live-region.ts';
import type { WaitStage } from '@latchkey/kit/use-wait.ts';

export interface WaitLineProps {
  readonly wait: WaitStage;
  /** The label of the waiting button, which the line does not repeat. */
  readonly busyLabel?: string;
  /** Shown while nothing is in flight. */
  readonly children?: ReactNode;
}

export function WaitLine({ wait, busyLabel, children }: WaitLineProps) {
  const { bridge, session } = useFirstContext();
  const { steps, waiting } = useFirstCopy();
  const step = steps[session.step ?? 'waiting'];
  const text = step === busyLabel ? steps.waiting : step;
  const doing = wait === 'step' || wait === 'slow' ? text : null;
  useAnnouncement(doing);
  useAnnouncement(wait === 'slow' ? waiting.slow : null);
  return (
    <div className="wait-line">
      {doing !== null && <p className="appear">{doing}</p>}
      {doing !== null && (
        <div className="slow appear">
          {wait === 'slow' && <p>{waiting.slow}</p>}
          <Button kind="quiet" onClick={() => void bridge.cancel({})}>
            {waiting.cancel}
          </Button>
        </div>
      )}
      {wait === 'none' && children}
    </div>
  );
}
