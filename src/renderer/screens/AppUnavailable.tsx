// Screen for an application that the seller has paused or disabled for everyone.
import { Pause, PowerOff } from 'lucide';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { withBrand } from '../../copy/failure-texts.ts';
import type { Copy } from '../../copy/copy.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { RetryCountdown } from '../ui/RetryCountdown.tsx';
import { RetryButton } from '../ui/RetryButton.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import { suspendedIn } from '../../shared/phases.ts';
import type { Phase } from '../../shared/session.ts';

export interface AppUnavailableProps {
  readonly phase: Extract<Phase, { readonly kind: 'app-paused' | 'app-disabled' }>;
}

export function AppUnavailable({ phase }: AppUnavailableProps) {
  const { info } = useLoaderContext();
  const { appDisabled, appPaused, checkResults, links, state } = useCopy();
  const isPaused = phase.kind === 'app-paused';
  const texts = withBrand(isPaused ? pausedTexts(phase, appPaused) : appDisabled, info.brand.name);
  return (
    <StateScreen
      icon={isPaused ? Pause : PowerOff}
      tone="neutral"
      {...texts}
      situation={phase.kind}
      report={phase.report}
      actions={
        <>
          <RetryButton
            kind="filled"
            label={state.checkAgain}
            resultText={isPaused ? checkResults.paused : checkResults.off}
          />
          <LinkButton name="contact" kind="outlined" label={links.contact} />
        </>
      }
    >
      <RetryCountdown />
    </StateScreen>
  );
}

function pausedTexts(phase: Phase, { title, text, signedIn }: Copy['appPaused']) {
  return { title, text: suspendedIn(phase) === null ? text : signedIn };
}
