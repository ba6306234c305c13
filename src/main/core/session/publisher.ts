// Holds the snapshot and publishes each change with the next revision. Makes no decisions.
import { type Preferences } from '../../../shared/preferences.ts';
import { type Feature } from '../../../shared/features.ts';
import type { ConnectionCheck } from '../../../shared/connection-check.ts';
import type { LoaderUpdate } from '../../../shared/loader-update.ts';
import type { Program, Task } from '../../../shared/program.ts';
import type { EndingSubscription } from '../../../shared/ending.ts';
import {
  type SavedSignInSummary,
  type Notice,
  type Phase,
  type Session,
  type PendingDeepLink,
} from '../../../shared/session.ts';
import { type Trust } from '@latchkey/client/facts.ts';
import { type Step } from '../../../shared/step.ts';
import { isInGroup } from '../../../shared/phases.ts';
import { type View } from '../ports.ts';
import { type SessionEvent, nextPhase } from './session-machine.ts';

export interface Publisher {
  readonly session: () => Session;
  readonly phase: () => Phase;
  /** `withNotice`: belongs to the next phase, and is published together with it. */
  readonly move: (event: SessionEvent, withNotice?: Notice) => void;
  /**
   * Sets the trust that the latest exchange established. In the phase `unreachable`, good trust is
   * published only at the end of the action or with the next phase, because until then it would
   * contradict "You are offline".
   */
  readonly setTrust: (trust: Trust | null, clockOffsetMs: number | null) => void;
  /** `at`: the next automatic retry, unix milliseconds; null for none. */
  readonly nextRetry: (at: number | null) => void;
  /** `at`: the automatic launch, unix milliseconds; null for none. */
  readonly launchAt: (at: number | null) => void;
  /** Hides a feature that the service does not support, until the loader quits. */
  readonly hideFeature: (feature: Feature) => void;
  readonly savedSignIns: (summaries: readonly SavedSignInSummary[]) => void;
  /** Null when the work is done. */
  readonly step: (step: Step | null) => void;
  readonly tasks: (tasks: readonly Task[]) => void;
  readonly program: (program: Program) => void;
  readonly loaderUpdate: (update: LoaderUpdate | null) => void;
  readonly endings: (endings: readonly EndingSubscription[]) => void;
  readonly systemNotices: (wanted: boolean | null) => void;
  readonly preferences: (preferences: Preferences) => void;
  readonly trialDays: (days: number) => void;
  readonly connectionCheck: (check: ConnectionCheck | null) => void;
  readonly notice: (notice: Notice | null) => void;
  /** Drops the notice unless it is newer than the revision that the renderer saw. */
  readonly dismissNotice: (seenRevision: number) => void;
  readonly deepLink: (deepLink: PendingDeepLink | null) => void;
  readonly stop: () => void;
}

const initialSession: Session = {
  revision: 0,
  phase: { kind: 'starting' },
  notice: null,
  step: null,
  tasks: [],
  trust: null,
  clockOffsetMs: null,
  nextRetryAt: null,
  launchAt: null,
  unsupported: [],
  deepLink: null,
  savedSignIns: [],
  program: null,
  loaderUpdate: null,
  endings: [],
  systemNotices: null,
  preferences: {
    theme: null,
    textSize: null,
    launchWhenSignedIn: null,
    startWithSystem: null,
    opensLinks: null,
  },
  connectionCheck: null,
  trialDays: 0,
};

/** `onOutside`: called after each move to a phase that is not in the group `inside`. */
export function createPublisher(view: Pick<View, 'publish'>, onOutside: () => void): Publisher {
  let session = initialSession;
  let trust: Trust | null = null;
  let [noticeRevision, stopped] = [0, false];

  const change = (to: Partial<Omit<Session, 'revision'>>): void => {
    const changed = { ...session, ...to };
    // Most background checks change nothing.
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
    move(event, withNotice) {
      const phase = nextPhase(session.phase, event);
      change({ phase, trust, ...resetParts(event, session.phase, phase, withNotice) });
      if (withNotice !== undefined) noticeRevision = session.revision;
      if (!isInGroup(phase, 'inside')) onOutside();
    },
    setTrust(given, offsetMs) {
      trust = given;
      const isHeldBack = isGood(given) && session.phase.kind === 'unreachable';
      const clockOffsetMs = stabilizeOffset(session.clockOffsetMs, offsetMs);
      change(isHeldBack ? { clockOffsetMs } : { clockOffsetMs, trust });
    },
    nextRetry: (nextRetryAt) => change({ nextRetryAt }),
    launchAt: (launchAt) => change({ launchAt }),
    hideFeature: (one) => change({ unsupported: [...new Set([...session.unsupported, one])] }),
    savedSignIns: (savedSignIns) => change({ savedSignIns }),
    step: (step) => change(step === null ? { step, trust } : { step }),
    tasks: (tasks) => change({ tasks }),
    program: (program) => change({ program }),
    loaderUpdate: (loaderUpdate) => change({ loaderUpdate }),
    endings: (endings) => change({ endings }),
    systemNotices: (systemNotices) => change({ systemNotices }),
    preferences: (preferences) => change({ preferences }),
    connectionCheck: (connectionCheck) => change({ connectionCheck }),
    trialDays: (trialDays) => change({ trialDays }),
    notice,
    dismissNotice(seenRevision) {
      if (session.notice !== null && noticeRevision <= seenRevision) notice(null);
    },
    deepLink: (deepLink) => change({ deepLink }),
    stop: () => void (stopped = true),
  };
}

/** The parts that a change of the phase resets. */
function resetParts(
  event: SessionEvent,
  from: Phase,
  to: Phase,
  notice: Notice | null = null,
): Partial<Session> {
  return {
    // A notice refers to the screen on which it appeared.
    ...(notice === null && keepsNotice(from, to) ? {} : { notice }),
    ...(isInGroup(to, 'inside') ? {} : { tasks: [], endings: [] }),
    // A deep link must not reach the next user of this computer.
    ...(event.kind === 'signed-out' ? { deepLink: null } : {}),
  };
}

function isGood(trust: Trust | null): boolean {
  return trust?.kind === 'verified' || trust?.kind === 'unverified';
}

/** Latency and rounding to seconds make the offset vary between answers. */
const steadyWithinMs = 3000;

function stabilizeOffset(published: number | null, offsetMs: number | null): number | null {
  const isNew = published === null || offsetMs === null;
  return isNew || Math.abs(offsetMs - published) > steadyWithinMs ? offsetMs : published;
}

function keepsNotice(from: Phase, to: Phase): boolean {
  return from.kind === to.kind || (isInGroup(from, 'inside') && isInGroup(to, 'inside'));
}
