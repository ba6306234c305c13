// While the loader starts: nothing for 0.3 s, then a quiet line; it says the step, and after 8 s that it is slow.
import { fill } from '../copy/fill.ts';
import { useParts } from '../bridge/loader-context.ts';
import { startingCopy as copy, slowWords, stepWords, waitingCopy } from '../copy/steps.ts';
import { Button } from '../ui/Button.tsx';
import { useEscape } from '../ui/use-escape.ts';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import { useSpoken } from '../ui/use-live-region.ts';
import { useTitle } from '../ui/use-title.ts';
import { spins, useWait } from '../ui/use-wait.ts';

const quietMs = 300;

export function Starting() {
  const { bridge, info, session } = useParts();
  const wait = useWait(true, quietMs);
  const cancel = () => void bridge.cancel({});
  useEscape(true, cancel);
  const title = fill(copy.title, { name: info.brand.name });
  const doing = wait === 'step' || wait === 'slow' ? `${stepWords(session.step)}…` : null;
  const heading = useArrivalFocus<HTMLHeadingElement>();
  useTitle(title);
  useSpoken(doing);
  useSpoken(wait === 'slow' ? slowWords : null);
  return (
    <div className="column starting" aria-busy="true">
      <h1 className="unseen" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {spins(wait) && (
        <div className="starting-line appear">
          <span className="spinner big" aria-hidden="true" />
          <p>{doing ?? title}</p>
        </div>
      )}
      {wait === 'slow' && (
        <div className="starting-line appear">
          <p>{slowWords}</p>
          <Button kind="outlined" onClick={cancel}>
            {waitingCopy.cancel}
          </Button>
        </div>
      )}
    </div>
  );
}
