// Screen for an ended session, with a button to sign in again.
import { LogIn } from 'lucide';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { withBrand } from '../../copy/failure-texts.ts';
import { RetryButton } from '../ui/RetryButton.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import type { Phase } from '../../shared/session.ts';

export interface SessionEndedProps {
  readonly phase: Extract<Phase, { readonly kind: 'session-ended' }>;
}

export function SessionEnded({ phase }: SessionEndedProps) {
  const { checkResults, sessionEnded, sessionEndCauses, state } = useCopy();
  const brand = useLoaderContext().info.brand.name;
  const { ended } = phase;
  const texts = withBrand(ended === undefined ? sessionEnded : sessionEndCauses[ended], brand);
  return (
    <StateScreen
      icon={LogIn}
      tone="accent"
      title={texts.title}
      text={texts.text}
      situation="session-ended"
      report={phase.report}
      facts={[{ name: state.userName, value: <bdi>{phase.username}</bdi> }]}
      actions={
        // The retry uses a saved sign-in if there is one; otherwise the sign-in form opens.
        <RetryButton kind="filled" label={state.signIn} resultText={checkResults.unreachable} />
      }
    />
  );
}
