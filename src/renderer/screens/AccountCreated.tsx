// Screen after an account was created: the user name, the subscriptions' ends and the next step.
import { Check } from 'lucide';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import type { Copy } from '../../copy/copy.ts';
import { formatEnd } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import { isInGroup } from '../../shared/phases.ts';
import type { Phase, Subscription } from '../../shared/session.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { FailureBox } from '../ui/FailureBox.tsx';
import { LaunchButton } from '../ui/LaunchButton.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { StateScreen, type Fact } from '../ui/StateScreen.tsx';
import { useServiceNow } from '../ui/use-service-now.ts';

export interface AccountCreatedProps {
  readonly phase: Phase;
  readonly close: () => void;
}

export function AccountCreated({ phase, close }: AccountCreatedProps) {
  const { bridge, session } = useLoaderContext();
  const copy = useCopy();
  const texts = copy.created;
  const now = useServiceNow();
  const leave = () => {
    void bridge.dismissNotice({ revision: session.revision });
    close();
  };
  useEscape(phase.kind === 'ready', leave);
  if (!isInGroup(phase, 'inside')) return null;
  const { username, subscriptions } = phase.account;
  const next = session.program?.next ?? 'launch';
  const isLastStep = next !== 'launch' && next !== 'install';
  return (
    <StateScreen
      icon={Check}
      tone="good"
      isSuccess
      title={texts.title}
      text={<Sentence text={texts.lead} name={username} />}
      report={null}
      situation="account-created"
      facts={factsOf(copy, subscriptions, now)}
      actions={
        isLastStep ? (
          <Button kind="filled" onClick={leave}>
            {texts.continueButton}
          </Button>
        ) : (
          <NextStep next={next} leave={leave} />
        )
      }
      links={
        !isLastStep && (
          <Button kind="quiet" onClick={leave}>
            {texts.notNow}
          </Button>
        )
      }
    />
  );
}

/** Returns the key's subscriptions with their ends. A service may report neither. */
function factsOf(
  copy: Copy,
  subscriptions: readonly Subscription[],
  now: number | null,
): readonly Fact[] {
  return [
    ...new Map(subscriptions.map((subscription) => [subscription.name, subscription])).values(),
  ].flatMap(({ name, expiresAt, lifetime }): readonly Fact[] => {
    if (lifetime) return [{ name, value: copy.receipt.lifetime }];
    if (expiresAt === null) return [];
    const date = formatEnd(copy, expiresAt, now);
    return [{ name, value: fill(copy.receipt.untilDate, { date }) }];
  });
}

interface NextStepProps {
  readonly next: 'launch' | 'install';
  readonly leave: () => void;
}

function NextStep({ next, leave }: NextStepProps) {
  const { bridge } = useLoaderContext();
  const copy = useCopy().created;
  const command = useCommand<null>();
  const wait = useWait(command.pending);
  if (next === 'launch') return <LaunchButton onLaunched={leave} />;
  const install = async () => {
    const answer = await command.run(() => bridge.installProgram({}));
    if (answer?.ok === true) leave();
  };
  return (
    <>
      <Button kind="filled" wait={wait} busyLabel={copy.install} onClick={() => void install()}>
        {copy.install}
      </Button>
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} operation="launch" />
      )}
    </>
  );
}
