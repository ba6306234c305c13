// Screen for an ended session, with a button to sign in again.
import { LogIn } from 'lucide';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { fill } from '../../copy/sentences.ts';
import { RetryButton } from '../ui/RetryButton.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import type { Phase } from '../../shared/session.ts';

export interface SessionEndedProps {
  readonly phase: Extract<Phase, { readonly kind: 'session-ended' }>;
}

export function SessionEnded({ phase }: SessionEndedProps) {
  const { checkResults, sessionEnded, state } = useCopy();
  const brand = useLoaderContext().info.brand.name;
  return (
    <StateScreen
      icon={LogIn}
      tone="accent"
      title={sessionEnded.title}
      text={fill(sessionEnded.text, { brand })}
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
