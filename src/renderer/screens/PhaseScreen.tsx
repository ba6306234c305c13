// Selects the screen of a phase. CurrentScreen.tsx has the start and the sign-in.
import type { Phase } from '../../shared/session.ts';
import type { FirstPhase, LocalForm } from '../phase-facts.ts';
import { AppUnavailable } from './AppUnavailable.tsx';
import { Banned } from './Banned.tsx';
import { NoSubscription } from './NoSubscription.tsx';
import { OneTimeCode } from './OneTimeCode.tsx';
import { Ready } from './Ready.tsx';
import { ReplaceComputer } from './ReplaceComputer.tsx';
import { SessionEnded } from './SessionEnded.tsx';
import { Unreachable } from './Unreachable.tsx';
import { UpdateRequired } from './UpdateRequired.tsx';
import { WrongDevice } from './WrongDevice.tsx';

export interface PhaseScreenProps {
  readonly phase: Exclude<Phase, FirstPhase>;
  readonly open: (form: LocalForm) => void;
}

export function PhaseScreen({ phase, open }: PhaseScreenProps) {
  switch (phase.kind) {
    case 'code-needed':
      return <OneTimeCode phase={phase} />;
    case 'ready':
    case 'launching':
    case 'running':
      return <Ready phase={phase} open={open} />;
    case 'no-subscription':
      return <NoSubscription phase={phase} redeem={() => open('redeem')} />;
    case 'update-required':
      return <UpdateRequired phase={phase} />;
    case 'app-paused':
    case 'app-disabled':
      return <AppUnavailable phase={phase} />;
    case 'banned':
      return <Banned phase={phase} />;
    case 'wrong-device':
      return phase.removal !== undefined && phase.removal.left > 0 ? (
        <ReplaceComputer phase={phase} removal={phase.removal} />
      ) : (
        <WrongDevice phase={phase} />
      );
    case 'session-ended':
      return <SessionEnded phase={phase} />;
    case 'unreachable':
      return <Unreachable phase={phase} />;
  }
}
