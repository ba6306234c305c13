// The phase is the route: one screen for each, nothing else decides what is drawn.
import { isFirst } from '../../shared/phases.ts';
import type { Phase } from '../../shared/session.ts';
import type { LocalForm } from '../phase-facts.ts';
import { laterParts } from './later-parts.ts';
import { SignedOut } from './SignedOut.tsx';
import { Starting } from './Starting.tsx';

export interface PhaseScreenProps {
  readonly phase: Phase;
  /** What the sign-in form begins with. */
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly open: (form: LocalForm) => void;
}

export function PhaseScreen({ phase, username, onUsername, open }: PhaseScreenProps) {
  if (!isFirst(phase)) return laterParts().drawPhase(phase, open);
  if (phase.kind === 'starting') return <Starting />;
  return <SignedOut phase={phase} username={username} onUsername={onUsername} open={open} />;
}
