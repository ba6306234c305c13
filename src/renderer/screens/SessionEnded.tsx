// The session ended elsewhere: one gentle prompt.
import { LogIn } from 'lucide';
import { foundCopy } from '../copy/steps.ts';
import { endedCopy, stateCopy as copy } from '../copy/states.ts';
import { RetryButton } from '../ui/RetryButton.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import type { Phase } from '../../shared/session.ts';

export interface SessionEndedProps {
  readonly phase: Extract<Phase, { readonly kind: 'session-ended' }>;
}

export function SessionEnded({ phase }: SessionEndedProps) {
  return (
    <StateScreen
      icon={LogIn}
      tone="accent"
      title={endedCopy.title}
      text={endedCopy.text}
      what="session-ended"
      report={phase.report}
      facts={[{ name: copy.userName, value: <bdi>{phase.username}</bdi> }]}
      actions={
        // Where a sign-in is kept it signs in, else the form asks.
        <RetryButton kind="filled" label={copy.signIn} found={foundCopy.unreachable} />
      }
    />
  );
}
