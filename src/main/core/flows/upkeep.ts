// Quiet work by the clock: checks while somebody is signed in, tries again while the service cannot be reached or the
// application is paused, and what follows a redeem. It gives way to every command and shows no steps.
import { retryAtOf } from '../../../shared/failure.ts';
import { type Phase } from '../../../shared/session.ts';
import { doesByItself, factsOf, holdsApp } from '../../../shared/phases.ts';
import { earliestExpiry } from '../session/account.ts';
import { type Action } from '../lanes.ts';
import { readAnnouncement } from './announcement.ts';
import {
  type BackgroundCheck,
  createBackgroundCheck,
  type BackgroundCheckParts,
} from './background-check.ts';
import { lookAfterRenewal, resume, signInAfterRedeem } from './resume.ts';
import { tellUpdate, type UpdateSoonParts } from './update-soon.ts';
import { createWaking, type WakeReason } from './waking.ts';
import { type CoreParts } from '../parts.ts';

export type UpkeepParts = BackgroundCheckParts &
  UpdateSoonParts &
  Pick<CoreParts, 'delivery' | 'jitter' | 'lanes' | 'renewal'>;

export const unreachableAgainMs = 30_000;
export const pausedAgainMs = 60_000;
/** After an expiry, so that the service's clock is past it too. */
const pastExpiryMs = 2_000;

export interface Upkeep {
  /** Looks at the phase and sets the time of the next work; called whenever an action has ended. */
  readonly arm: () => void;
  /** A check or a sign-in is due as soon as nothing else is at work: after a redeem, or when the app has exited. */
  readonly follow: () => void;
  /** What is due anyway, a check or a try, comes at once. */
  readonly wake: (why: WakeReason) => void;
  readonly stop: () => void;
}

interface Plan {
  readonly inMs: number;
  /** Shown on the screen that it is to lead away from. */
  readonly announced?: true;
  readonly work: (action: Action) => Promise<void>;
}

export function createUpkeep(core: UpkeepParts): Upkeep {
  const check = createBackgroundCheck(core);
  const alarm = createAlarm(core);
  let following = false;
  let announcementDue = true;
  const program = createFirstLook(core);
  const waking = createWaking(core, check);

  const checkNow = async (action: Action): Promise<void> => {
    if (!(await check.run(action))) return;
    following = false;
    await program.look(action);
  };
  const announce = async (action: Action): Promise<void> => {
    announcementDue = !(await readAnnouncement(core, action));
  };
  const signInNow = async (action: Action): Promise<void> => {
    if (await signInAfterRedeem(core, action)) following = false;
  };

  const plan = (phase: Phase): Plan | null => {
    if (factsOf(phase).app === 'running') return null; // the session is the app's
    if (doesByItself(phase, 'check')) {
      waking.done();
      if (program.due()) return { inMs: 0, work: program.look };
      if (announcementDue) return { inMs: 0, work: announce };
      return { inMs: following ? 0 : untilCheck(core, check, phase), work: checkNow };
    }
    if (!holdsApp(phase)) program.forget();
    announcementDue = true;
    check.reset();
    if (doesByItself(phase, 'follow') && following) return { inMs: 0, work: signInNow };
    following = false;
    return waking.due() ? planAwake(core, phase, waking.done) : planAgain(core, phase);
  };

  const arm = (): void => {
    core.delivery?.wake();
    tellNews(core);
    alarm.set(plan(core.publisher.phase()));
  };
  return {
    arm,
    follow() {
      following = true;
      if (core.lanes.idle()) arm();
    },
    wake(why) {
      if (waking.take(why) && core.lanes.idle()) arm();
    },
    stop: alarm.stop,
  };
}

/** What Renew has brought, and that this version is soon too old. */
function tellNews(core: UpkeepParts): void {
  const renewed = core.renewal.found(core.publisher.phase());
  if (renewed !== null) core.publisher.notice(renewed);
  tellUpdate(core);
}

/** The one time at which the next quiet work begins. */
function createAlarm({ clock, lanes, publisher }: UpkeepParts) {
  let callOff: (() => void) | null = null;
  return {
    set(next: Plan | null): void {
      callOff?.();
      callOff = null;
      publisher.nextTry(next?.announced === true ? clock.now() + next.inMs : null);
      if (next !== null) callOff = clock.after(next.inMs, () => lanes.background(next.work));
    },
    stop: () => callOff?.(),
  };
}

/** What is offered is looked for once somebody is signed in, and then with each check. */
function createFirstLook({ delivery }: Pick<UpkeepParts, 'delivery'>) {
  let due = true;
  return {
    due: () => delivery !== null && due,
    look: async (action: Action): Promise<void> => {
      await delivery?.look(action);
      due = !action.live();
    },
    forget() {
      due = true;
      delivery?.forget();
    },
  };
}

/** Tries that need nobody: when one works, the screen goes away by itself. */
function planAgain(core: UpkeepParts, phase: Phase): Plan | null {
  const work = async (action: Action): Promise<void> => {
    await resume(core, action, 'itself');
  };
  // Not everybody in the same moment: a service that comes back would be run over.
  const spread = (ms: number): number => Math.round(ms * (1 + core.jitter() / 2));
  if (!doesByItself(phase, 'try-again')) return null;
  if (!('failure' in phase)) return { inMs: spread(pausedAgainMs), announced: true, work };
  const atLeastMs = untilRetry(core, phase) - unreachableAgainMs;
  return { inMs: atLeastMs + spread(unreachableAgainMs), announced: true, work };
}

/** What is tried again by itself anyway, at once; and whether Renew has brought something. */
function planAwake(core: UpkeepParts, phase: Phase, begun: () => void): Plan | null {
  const again: Plan | null = doesByItself(phase, 'follow')
    ? { inMs: 0, work: (action) => lookAfterRenewal(core, action) }
    : planAgain(core, phase);
  if (again === null) return null;
  const work: Plan['work'] = (action) => {
    begun();
    return again.work(action);
  };
  return { ...again, inMs: 0, work };
}

/** Milliseconds to the next check: every few minutes, and right after a subscription has ended. */
function untilCheck(
  core: UpkeepParts,
  check: BackgroundCheck,
  { account }: Extract<Phase, { kind: 'ready' }>,
): number {
  const serverNowMs = core.serviceTime.nowMs() ?? core.clock.now();
  const expiresAt = earliestExpiry(account);
  const untilExpiry =
    expiresAt === null || expiresAt <= serverNowMs ? Infinity : expiresAt - serverNowMs;
  return Math.min(check.dueInMs(), untilExpiry + pastExpiryMs);
}

/** A service that said it is down, or busy, is left alone for as long as it asked. */
function untilRetry(
  core: UpkeepParts,
  { failure }: Extract<Phase, { kind: 'unreachable' }>,
): number {
  return Math.max((retryAtOf(failure) ?? 0) - core.clock.now(), unreachableAgainMs);
}
