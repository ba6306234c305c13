// Startup screen. It shows a spinner after 0.3 s, the current step and a Cancel button after 2 s,
// and a note after 8 s.
import { useFirstCopy, useFirstContext } from '../bridge/first-context.ts';
import { fill } from '../../copy/sentences.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import { useAnnouncement } from '../ui/use-live-region.ts';
import { useTitle } from '../ui/use-title.ts';
import { showsSpinner, useWait } from '@latchkey/kit/use-wait.ts';

const quietMs = 300;

export function Starting() {
  const { bridge, info, session } = useFirstContext();
  const { steps, waiting } = useFirstCopy();
  const wait = useWait(true, quietMs);
  const cancel = () => void bridge.cancel({});
  useEscape(true, cancel);
  const title = fill(waiting.starting, { name: info.brand.name });
  const doing = wait === 'step' || wait === 'slow' ? steps[session.step ?? 'waiting'] : null;
  const heading = useArrivalFocus<HTMLHeadingElement>();
  useTitle(title);
  useAnnouncement(doing);
  useAnnouncement(wait === 'slow' ? waiting.slow : null);
  return (
    <div className="column starting" aria-busy="true">
      <h1 className="unseen" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {showsSpinner(wait) && (
        <div className="starting-line appear">
          <span className="spinner big" aria-hidden="true" />
          <p>{doing ?? title}</p>
        </div>
      )}
      {doing !== null && (
        <div className="starting-line appear">
          {wait === 'slow' && <p>{waiting.slow}</p>}
          <Button kind="outlined" onClick={cancel}>
            {waiting.cancel}
          </Button>
        </div>
      )}
    </div>
  );
}
