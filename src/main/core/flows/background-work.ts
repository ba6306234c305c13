// Schedules background work: checks while a user is signed in, retries while the service is
// unavailable, and the sign-in after a redeem. This work yields to every command.
import { retryAtOf } from '../../../shared/failure.ts';
import { type Phase } from '../../../shared/session.ts';
import {
  hasAutomaticWork,
  factsOf,
  isAppActive,
  offlineIn,
  suspendedIn,
} from '../../../shared/phases.ts';
import { earliestExpiry } from '../session/account.ts';
import { type Action } from '../command-runner.ts';
import { readAnnouncement } from './announcement.ts';
import {
  type BackgroundCheck,
  createBackgroundCheck,
  type BackgroundCheckParts,
} from './background-check.ts';
import { checkSuspended } from './checks.ts';
import { comeBack, showComeBack } from './come-back.ts';
import { checkRenewal, resume, signInAfterRedeem } from './resume.ts';
import { showUpdateWarning, type UpdateWarningParts } from './update-warning.ts';
import { createWaking, type Waking, type WakeReason } from './waking.ts';
import { type CoreParts } from '../parts.ts';

export type BackgroundWorkParts = BackgroundCheckParts &
  UpdateWarningParts &
  Pick<CoreParts, 'delivery' | 'jitter' | 'commandRunner' | 'renewal'>;

export const unreachableRetryMs = 30_000;
export const pausedRetryMs = 60_000;
/** The delay of a check after an expiry, because the service's clock may be behind. */
const pastExpiryMs = 2_000;

export interface BackgroundWork {
  /** Schedules the next work for the phase; called after each action. */
  readonly schedule: () => void;
  /** Makes a check or a sign-in due, after a redeem or when the app has exited. */
  readonly scheduleFollowUp: () => void;
  /** Runs a planned check or retry immediately. */
  readonly wake: (reason: WakeReason) => void;
  readonly stop: () => void;
}

interface Plan {
  readonly inMs: number;
  /** Shown as the next retry on the screen. */
  readonly isShown?: true;
  readonly work: (action: Action) => Promise<void>;
}

export function createBackgroundWork(core: BackgroundWorkParts): BackgroundWork {
  const check = createBackgroundCheck(core);
  const alarm = createAlarm(core);
  let followUpDue = false;
  const announcement = createAnnouncementReading(core);
  const releaseCheck = createReleaseCheck(core);
  const waking = createWaking(core, check);

  const checkNow = async (action: Action): Promise<void> => {
    if (!(await check.run(action))) return;
    followUpDue = false;
    await releaseCheck.refresh(action);
  };
  const signInNow = async (action: Action): Promise<void> => {
    if (await signInAfterRedeem(core, action)) followUpDue = false;
  };

  const plan = (phase: Phase): Plan | null => {
    if (core.signedInJustNow.value) for (const one of [announcement, releaseCheck]) one.forget();
    if (factsOf(phase).app === 'running') return null; // the app owns the session
    if (offlineIn(phase) !== null) return planComeBack(core, phase, waking, check);
    if (hasAutomaticWork(phase, 'check')) {
      waking.done();
      if (releaseCheck.due()) return { inMs: 0, work: releaseCheck.refresh };
      if (announcement.due()) return { inMs: 0, work: announcement.read };
      return { inMs: followUpDue ? 0 : msUntilCheck(core, check, phase), work: checkNow };
    }
    if (!isAppActive(phase)) releaseCheck.forget();
    announcement.forget();
    check.reset();
    if (hasAutomaticWork(phase, 'follow') && followUpDue) return { inMs: 0, work: signInNow };
    followUpDue = false;
    return waking.due() ? planImmediate(core, phase, waking.done) : planRetry(core, phase);
  };

  const schedule = (): void => {
    core.delivery?.wake();
    announceNews(core);
    alarm.set(plan(core.publisher.phase()));
  };
  return {
    schedule,
    scheduleFollowUp() {
      // Offline, the next try is the check.
      followUpDue = offlineIn(core.publisher.phase()) === null;
      if (core.commandRunner.isIdle()) schedule();
    },
    wake(reason) {
      if (waking.accept(reason) && core.commandRunner.isIdle()) schedule();
    },
    stop: alarm.stop,
  };
}

/** Announces a renewal, and warns of an outdated version. */
function announceNews(core: BackgroundWorkParts): void {
  const renewed = core.renewal.takeNotice(core.publisher.phase());
  if (renewed !== null) core.publisher.notice(renewed);
  showUpdateWarning(core);
}

function createAlarm({ clock, commandRunner, publisher }: BackgroundWorkParts) {
  let cancelTimer: (() => void) | null = null;
  return {
    set(next: Plan | null): void {
      cancelTimer?.();
      cancelTimer = null;
      publisher.nextRetry(next?.isShown === true ? clock.now() + next.inMs : null);
      if (next !== null)
        cancelTimer = clock.after(next.inMs, () => commandRunner.runInBackground(next.work));
    },
    stop: () => cancelTimer?.(),
  };
}

/** Reads the announcement after each sign-in, even if the phase was ready before and after it. */
function createAnnouncementReading(core: BackgroundWorkParts) {
  let due = true;
  return {
    due: () => due,
    read: async (action: Action): Promise<void> => {
      due = !(await readAnnouncement(core, action));
    },
    forget() {
      due = true;
    },
  };
}

/** Checks for an offered release after a sign-in, and then with each session check. */
function createReleaseCheck({ delivery }: Pick<BackgroundWorkParts, 'delivery'>) {
  let due = true;
  return {
    due: () => delivery !== null && due,
    refresh: async (action: Action): Promise<void> => {
      await delivery?.refresh(action);
      due = !action.isLive();
    },
    forget() {
      due = true;
      delivery?.forget();
    },
  };
}

/**
 * Plans the next try for a user who is offline, within a minute and at the end of the pass. Each
 * try changes nothing if the service does not answer.
 */
function planComeBack(
  core: BackgroundWorkParts,
  phase: Phase,
  waking: Waking,
  check: BackgroundCheck,
): Plan {
  check.reset(); // coming back is a check
  const { until, needsCode } = offlineIn(phase) ?? { until: 0 };
  const msLeft = Math.max(until - core.offline.time.nowMs(), 0);
  const isWoken = waking.due();
  const nextMs = needsCode === true ? Infinity : isWoken ? 0 : jittered(core, unreachableRetryMs);
  return {
    inMs: Math.min(nextMs, msLeft),
    work: async (action) => {
      waking.done();
      if ((await comeBack(core, action, 'automatic')) === 'online') showComeBack(core, action);
    },
  };
}

/** Plans an automatic retry, whose success replaces the screen. */
function planRetry(core: BackgroundWorkParts, phase: Phase): Plan | null {
  const work = async (action: Action): Promise<void> => {
    if (suspendedIn(phase) === null) await resume(core, action, 'automatic');
    else await checkSuspended(core, action);
  };
  if (!hasAutomaticWork(phase, 'try-again')) return null;
  if (!('failure' in phase)) return { inMs: jittered(core, pausedRetryMs), isShown: true, work };
  const extraPauseMs = msUntilRetry(core, phase) - unreachableRetryMs;
  return { inMs: extraPauseMs + jittered(core, unreachableRetryMs), isShown: true, work };
}

/** Adds up to a half, so that clients do not overload a service that comes back. */
function jittered({ jitter }: BackgroundWorkParts, ms: number): number {
  return Math.round(ms * (1 + jitter() / 2));
}

/** Plans an immediate retry, or an immediate check of the result of Renew. */
function planImmediate(core: BackgroundWorkParts, phase: Phase, onBegin: () => void): Plan | null {
  const retry: Plan | null = hasAutomaticWork(phase, 'follow')
    ? { inMs: 0, work: (action) => checkRenewal(core, action) }
    : planRetry(core, phase);
  if (retry === null) return null;
  const work: Plan['work'] = (action) => {
    onBegin();
    return retry.work(action);
  };
  return { ...retry, inMs: 0, work };
}

/** Milliseconds to the next check, at most until just after a subscription's expiry. */
function msUntilCheck(
  core: BackgroundWorkParts,
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
function msUntilRetry(
  core: BackgroundWorkParts,
  { failure }: Extract<Phase, { kind: 'unreachable' }>,
): number {
  return Math.max((retryAtOf(failure) ?? 0) - core.clock.now(), unreachableRetryMs);
}
