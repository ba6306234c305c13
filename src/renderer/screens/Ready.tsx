// Signed in: the program with Launch, what is owned and until when, the seller's announcement. Also while it starts and runs.
import { Megaphone, Play } from 'lucide';
import { useParts } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { readyCopy as copy } from '../copy/ready.ts';
import { Button } from '../ui/Button.tsx';
import { ExpiryNotices } from '../ui/ExpiryNotices.tsx';
import { FailureBox } from '../ui/FailureBox.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Subscriptions } from '../ui/Subscriptions.tsx';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import { useEscape } from '../ui/use-escape.ts';
import { useServiceNow } from '../ui/use-now.ts';
import { useWait } from '../ui/use-wait.ts';
import { WaitLine } from '../ui/WaitLine.tsx';
import type { Phase } from '../../shared/session.ts';
import { Icon } from '../ui/Icon.tsx';

export type ReadyPhase = Extract<Phase, { readonly kind: 'ready' | 'launching' | 'running' }>;

export interface ReadyProps {
  readonly phase: ReadyPhase;
  readonly redeem: () => void;
}

/** Fine enough for "5 minutes left". */
const redrawEveryMs = 20_000;

export function Ready({ phase, redeem }: ReadyProps) {
  const now = useServiceNow(redrawEveryMs);
  const { subscriptions } = phase.account;
  return (
    <div className="column wide appear">
      <ExpiryNotices subscriptions={subscriptions} now={now} />
      <LaunchCard kind={phase.kind} />
      <Subscriptions subscriptions={subscriptions} now={now} />
      {phase.announcement !== null && <Announcement text={phase.announcement} />}
      {phase.kind === 'ready' && (
        <Button kind="outlined" onClick={redeem}>
          {copy.redeem}
        </Button>
      )}
    </div>
  );
}

const states = { ready: copy.ready, launching: copy.starting, running: copy.running } as const;

function LaunchCard({ kind }: { readonly kind: ReadyPhase['kind'] }) {
  const { bridge, info } = useParts();
  const command = useCommand<null>();
  const pending = command.pending || kind === 'launching';
  const wait = useWait(pending);
  const heading = useArrivalFocus<HTMLHeadingElement>();
  useEscape(pending, () => void bridge.cancel({}));
  return (
    <section className="sheet card">
      <div className="card-head">
        <Mark size="large" />
        <div>
          <h1 ref={heading} tabIndex={-1}>
            <bdi>{info.brand.name}</bdi>
          </h1>
          <p className="small">
            {copy.version.replace('{version}', info.version)} · {states[kind]}
          </p>
        </div>
      </div>
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} moment="launch" />
      )}
      {kind === 'running' ? (
        <div className="running" role="status">
          <span className="dot" aria-hidden="true" />
          <p>
            <span className="headline">{copy.runningTitle}</span>
            <span className="small">{copy.runningText}</span>
          </p>
        </div>
      ) : (
        <Button
          kind="filled"
          icon={Play}
          wait={wait}
          verb={copy.launching}
          onClick={() => void command.run(() => bridge.launch({}))}
        >
          {copy.launch}
        </Button>
      )}
      {pending && <WaitLine wait={wait} />}
    </section>
  );
}

function Announcement({ text }: { readonly text: string }) {
  return (
    <section className="announcement" aria-label={copy.announcement}>
      <Icon icon={Megaphone} size={19} />
      <p dir="auto">{text}</p>
    </section>
  );
}
