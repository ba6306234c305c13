// Shows the open form or the screen of the current phase. Until they have loaded, it shows the
// sign-in form while signed out, and the start screen otherwise.
import type { Phase } from '../../shared/session.ts';
import type { LaterScreens, OpenedScreens } from '../later-screens.ts';
import { isDrawnFirst, isFirstPhase, type LocalForm, screenKeyOf } from '../phase-facts.ts';
import type { OpenForm } from '../use-form.ts';
import { SignedOut } from './SignedOut.tsx';
import { Starting } from './Starting.tsx';

export interface CurrentScreenProps extends Omit<OpenForm, 'forms' | 'openWith' | 'openedLinkId'> {
  readonly form: LocalForm | null;
  readonly phase: Phase;
  readonly later: LaterScreens | null;
  readonly opened: OpenedScreens | null;
}

export function CurrentScreen({ later, form, phase, ...props }: CurrentScreenProps) {
  const { draft, username, onUsername, open } = props;
  if (later !== null && form !== null)
    return <later.LocalFormScreen key={draft.linked?.id} {...{ form, phase, ...props }} />;
  if (later !== null && !isFirstPhase(phase))
    return <later.PhaseScreen key={screenKeyOf(phase)} {...{ phase, open }} />;
  return phase.kind === 'signed-out' && (later !== null || isDrawnFirst(phase)) ? (
    <SignedOut {...{ phase, username, onUsername, open }} />
  ) : (
    <Starting />
  );
}
