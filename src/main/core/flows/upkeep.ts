// Schedules background work: checks while a user is signed in, retries while the service is
// unavailable, and the sign-in after a redeem. This work yields to every command.
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
/** The delay of a check after an expiry, because the service's clock may be behind. */
const pastExpiryMs = 2_000;

export interface Upkeep {
  /** Schedules the next work for the phase; called after each action. */
  readonly arm: () => void;
  /** Makes a check or a sign-in due, after a redeem or when the app has exited. */
  readonly follow: () => void;
  /** Runs a planned check or retry immediately. */
  readonly wake: (why: WakeReason) => void;
  readonly stop: () => void;
}

interface Plan {
  readonly inMs: number;
  /** Shown as the next retry on the screen. */
  readonly announced?: true;
  readonly work: (action: Action) => Promise<void>;
}

export function createUpkeep(core: UpkeepParts): Upkeep {
  const check = createBackgroundCheck(core);
  const alarm = createAlarm(core);
  let following = false;
  let announcementDue = true;
  const releaseCheck = createReleaseCheck(core);
  const waking = createWaking(core, check);

  const checkNow = async (action: Action): Promise<void> => {
    if (!(await check.run(action))) return;
    following = false;
    await releaseCheck.look(action);
  };
  const announce = async (action: Action): Promise<void> => {
    announcementDue = !(await readAnnouncement(core, action));
  };
  const signInNow = async (action: Action): Promise<void> => {
    if (await signInAfterRedeem(core, action)) following = false;
  };

  const plan = (phase: Phase): Plan | null => {
    if (factsOf(phase).app === 'running') return null; // the app owns the session
    if (doesByItself(phase, 'check')) {
      waking.done();
      if (releaseCheck.due()) return { inMs: 0, work: releaseCheck.look };
      if (announcementDue) return { inMs: 0, work: announce };
      return { inMs: following ? 0 : untilCheck(core, check, phase), work: checkNow };
    }
    if (!holdsApp(phase)) releaseCheck.forget();
    announcementDue = true;
    check.reset();
    if (doesByItself(phase, 'follow') && following) return { inMs: 0, work: signInNow };
    following = false;
    return waking.due() ? planImmediate(core, phase, waking.done) : planRetry(core, phase);
  };

  const arm = (): void => {
    core.delivery?.wake();
    announceNews(core);
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

/** Announces a renewal, and warns of an outdated version. */
function announceNews(core: UpkeepParts): void {
  const renewed = core.renewal.found(core.publisher.phase());
  if (renewed !== null) core.publisher.notice(renewed);
  tellUpdate(core);
}

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

/** Checks for an offered release after a sign-in, and then with each session check. */
function createReleaseCheck({ delivery }: Pick<UpkeepParts, 'delivery'>) {
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

/** Automatic retries; a success replaces the screen. */
function planRetry(core: UpkeepParts, phase: Phase): Plan | null {
  const work = async (action: Action): Promise<void> => {
    await resume(core, action, 'itself');
  };
  // Jitter, so that clients do not overload a service that comes back.
  const jittered = (ms: number): number => Math.round(ms * (1 + core.jitter() / 2));
  if (!doesByItself(phase, 'try-again')) return null;
  if (!('failure' in phase)) return { inMs: jittered(pausedAgainMs), announced: true, work };
  const atLeastMs = untilRetry(core, phase) - unreachableAgainMs;
  return { inMs: atLeastMs + jittered(unreachableAgainMs), announced: true, work };
}

/** Plans an immediate retry, or an immediate check of the result of Renew. */
function planImmediate(core: UpkeepParts, phase: Phase, begun: () => void): Plan | null {
  const again: Plan | null = doesByItself(phase, 'follow')
    ? { inMs: 0, work: (action) => lookAfterRenewal(core, action) }
    : planRetry(core, phase);
  if (again === null) return null;
  const work: Plan['work'] = (action) => {
    begun();
    return again.work(action);
  };
  return { ...again, inMs: 0, work };
}

/** Milliseconds to the next check, at most until just after a subscription's expiry. */
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

/** Respects the pause that the service requested. */
function untilRetry(
  core: UpkeepParts,
  { failure }: Extract<Phase, { kind: 'unreachable' }>,
): number {
  return Math.max((retryAtOf(failure) ?? 0) - core.clock.now(), unreachableAgainMs);
}
