// The session ended elsewhere: one gentle prompt.
import { LogIn } from 'lucide';
import { useParts } from '../bridge/loader-context.ts';
import { endedCopy, stateCopy as copy } from '../copy/states.ts';
import { Button } from '../ui/Button.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import type { Phase } from '../../shared/session.ts';

export interface SessionEndedProps {
  readonly phase: Extract<Phase, { readonly kind: 'session-ended' }>;
}

export function SessionEnded({ phase }: SessionEndedProps) {
  const { bridge } = useParts();
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
        <Button kind="filled" onClick={() => void bridge.goBack({})}>
          {copy.signIn}
        </Button>
      }
    />
  );
}
