// Holds the one snapshot and publishes each change of it with the next revision. Decides nothing.
import { type Notice, type Phase, type Session, type Step } from '../../shared/session.ts';
import { type View } from './ports.ts';
import { type Event, next } from './session-machine.ts';

export interface Publisher {
  readonly session: () => Session;
  readonly phase: () => Phase;
  readonly move: (event: Event) => void;
  readonly step: (step: Step | null) => void;
  readonly notice: (notice: Notice | null) => void;
  /** Drops the notice unless it is newer than what the renderer saw. */
  readonly dismissNotice: (seenRevision: number) => void;
  /** Nothing is published from here on. */
  readonly stop: () => void;
}

export function createPublisher(view: Pick<View, 'publish'>): Publisher {
  let session: Session = { revision: 0, phase: { kind: 'starting' }, notice: null, step: null };
  let noticeRevision = 0;
  let stopped = false;

  const change = (to: Partial<Omit<Session, 'revision'>>): void => {
    const changed = { ...session, ...to };
    // Background checks mostly find what is already on the screen.
    if (stopped || JSON.stringify(changed) === JSON.stringify(session)) return;
    session = { ...changed, revision: session.revision + 1 };
    view.publish(session);
  };
  const notice = (given: Notice | null): void => {
    change({ notice: given });
    noticeRevision = session.revision;
  };

  return {
    session: () => session,
    phase: () => session.phase,
    move(event) {
      const phase = next(session.phase, event);
      // A notice speaks of the screen that it came up over.
      change(isSameStay(session.phase, phase) ? { phase } : { phase, notice: null });
    },
    step: (step) => change({ step }),
    notice,
    dismissNotice(seenRevision) {
      if (session.notice !== null && noticeRevision <= seenRevision) notice(null);
    },
    stop() {
      stopped = true;
    },
  };
}

function isSameStay(from: Phase, to: Phase): boolean {
  return from.kind === to.kind || (isInside(from) && isInside(to));
}

function isInside({ kind }: Phase): boolean {
  return kind === 'ready' || kind === 'launching' || kind === 'running';
}
