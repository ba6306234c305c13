// Screen for an unreachable service or an invalid answer: the likely cause and a retry button.
import {
  CircleAlert,
  Clock,
  Hourglass,
  ServerCrash,
  ShieldAlert,
  WifiOff,
  type IconNode,
} from 'lucide';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { formatDateTime } from '../../copy/dates.ts';
import { failureTexts } from '../../copy/failure-texts.ts';
import { fill, joinSentences } from '../../copy/sentences.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { CheckConnection } from '../ui/CheckConnection.tsx';
import { CheckFinding } from '../ui/CheckFinding.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { RetryCountdown } from '../ui/RetryCountdown.tsx';
import { RetryButton } from '../ui/RetryButton.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import { retryAtOf, type FailureCode } from '../../shared/failure.ts';
import { hasAutomaticWork } from '../../shared/phases.ts';
import type { Phase } from '../../shared/session.ts';

export interface UnreachableProps {
  readonly phase: Extract<Phase, { readonly kind: 'unreachable' }>;
}

/** Failures of the network connection have the offline icon. */
const icons: Readonly<Partial<Record<FailureCode, IconNode>>> = {
  offline: WifiOff,
  dns: WifiOff,
  'refused-connection': WifiOff,
  timeout: WifiOff,
  interrupted: WifiOff,
  'proxy-auth': WifiOff,
  'captive-portal': WifiOff,
  'bad-signature': ShieldAlert,
  tls: ShieldAlert,
  'clock-skew': Clock,
  overloaded: Hourglass,
  'rate-limited': Hourglass,
  'server-down': ServerCrash,
};

export function Unreachable({ phase }: UnreachableProps) {
  const { failure, offlineEndedAt } = phase;
  const { bridge, info } = useLoaderContext();
  const copy = useCopy();
  const { checkResults, links, state } = copy;
  const texts = failureTexts(copy, failure, { operation: 'screen', brand: info.brand.name });
  const ended =
    offlineEndedAt === undefined
      ? null
      : fill(copy.offline.ended, { date: formatDateTime(copy, offlineEndedAt) });
  const until = retryAtOf(failure) ?? 0;
  return (
    <StateScreen
      icon={icons[failure.code] ?? CircleAlert}
      tone="warning"
      title={texts.title}
      text={joinSentences(texts.text, ended)}
      situation={failure.code}
      report={failure}
      actions={
        <>
          {hasAutomaticWork(phase, 'try-again') && (
            <RetryButton
              kind="filled"
              label={state.again}
              resultText={checkResults.unreachable}
              until={until}
            />
          )}
          <LinkButton name="help" kind="outlined" label={links.helpAt} />
        </>
      }
      links={
        <>
          <CheckConnection />
          <Button kind="quiet" onClick={() => void bridge.goBack({})}>
            {state.back}
          </Button>
        </>
      }
      below={<CheckFinding shown={failure.code} />}
    >
      <RetryCountdown />
    </StateScreen>
  );
}
