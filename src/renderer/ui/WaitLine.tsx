// The line below a button that waits: from 2 s which step, from 8 s that it is slow, with Cancel. Takes the place of the
// links below the form, so that nothing moves.
import type { ReactNode } from 'react';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { useSpoken } from './use-live-region.ts';
import type { Wait } from '@latchkey/kit/use-wait.ts';

export interface WaitLineProps {
  readonly wait: Wait;
  /** What the button says meanwhile: the line does not say it once more. */
  readonly verb?: string;
  /** Drawn while nothing is under way. */
  readonly children?: ReactNode;
}

export function WaitLine({ wait, verb, children }: WaitLineProps) {
  const { bridge, session } = useParts();
  const { steps, waiting } = useCopy();
  const step = steps[session.step ?? 'waiting'];
  const told = step === verb ? steps.waiting : step;
  const doing = wait === 'step' || wait === 'slow' ? told : null;
  useSpoken(doing);
  useSpoken(wait === 'slow' ? waiting.slow : null);
  return (
    <div className="wait-line">
      {doing !== null && <p className="appear">{doing}</p>}
      {wait === 'slow' && (
        <div className="slow appear">
          <p>{waiting.slow}</p>
          <Button kind="quiet" onClick={() => void bridge.cancel({})}>
            {waiting.cancel}
          </Button>
        </div>
      )}
      {wait === 'none' && children}
    </div>
  );
}
