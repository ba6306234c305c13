// Screen for an application that the seller has paused or disabled for everyone.
import { Pause, PowerOff } from 'lucide';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { withBrand } from '../../copy/failure-words.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { NextTry } from '../ui/NextTry.tsx';
import { RetryButton } from '../ui/RetryButton.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import type { Phase } from '../../shared/session.ts';

export interface AppClosedProps {
  readonly phase: Extract<Phase, { readonly kind: 'app-paused' | 'app-disabled' }>;
}

export function AppClosed({ phase }: AppClosedProps) {
  const { info } = useParts();
  const { appDisabled, appPaused, found, links, state } = useCopy();
  const paused = phase.kind === 'app-paused';
  const words = withBrand(paused ? appPaused : appDisabled, info.brand.name);
  return (
    <StateScreen
      icon={paused ? Pause : PowerOff}
      tone="neutral"
      {...words}
      what={phase.kind}
      report={phase.report}
      actions={
        <>
          <RetryButton
            kind="filled"
            label={state.checkAgain}
            found={paused ? found.paused : found.off}
          />
          <LinkButton name="contact" kind="outlined" label={links.contact} />
        </>
      }
    >
      <NextTry />
    </StateScreen>
  );
}
