// Countdown to the automatic launch, with a Cancel button. Hidden while no launch is planned.
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { formatCountdown } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { useNow } from '@latchkey/kit/use-now.ts';
import { useAnnouncement } from './use-live-region.ts';

export function LaunchCountdown() {
  const { launchAt } = useLoaderContext().session;
  return launchAt === null ? null : <Countdown to={launchAt} />;
}

/** Short enough to show every second. */
const redrawEveryMs = 250;

function Countdown({ to }: { readonly to: number }) {
  const { bridge } = useLoaderContext();
  const { waiting } = useCopy();
  const copy = useCopy();
  const leftMs = to - useNow(redrawEveryMs);
  const cancel = () => void bridge.cancel({});
  useAnnouncement(copy.ready.autoLaunchSpoken);
  useEscape(true, cancel);
  return (
    <p className="by-itself">
      <span className="small">
        {fill(copy.ready.autoLaunch, { time: formatCountdown(copy, leftMs) })}
      </span>
      <Button kind="quiet" onClick={cancel}>
        {waiting.cancel}
      </Button>
    </p>
  );
}
