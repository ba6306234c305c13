// Polls the service while the page shows the result. The page requests each reading, which resolves
// when it is due. Polling yields to commands and ends with the session.
import { fail, retryAtOf, type Failure, type Result } from '../../../shared/failure.ts';
import { isInGroup, isCheckable } from '../../../shared/phases.ts';
import { actionLimitMs } from '../command-runner.ts';
import { blockedPhaseOf, unknownDevice } from '../session/blocked-phase.ts';
import { createTurn, within, type ControlledTurn, type Turn } from '@latchkey/client/turn.ts';
import { handleFailure, type ChecksParts } from './checks.ts';
import { type CoreParts } from '../parts.ts';
import { requiresSignIn } from '@latchkey/client/refusal.ts';

export type PollingParts = ChecksParts & Pick<CoreParts, 'jitter' | 'commandRunner'>;

export interface Polling<T> {
  /** The first call reads immediately. Fails with `cancelled` after `stop` or a newer call. */
  readonly next: () => Promise<Result<T>>;
  readonly stop: () => void;
  /** Interrupts a reading. Called when a command begins. */
  readonly interrupt: () => void;
}

export interface PollingOptions<T> {
  /** The mean interval. Each interval varies by up to 10%. */
  readonly intervalMs: number;
  readonly read: (turn: Turn) => Promise<Result<T>>;
}

const retryAfterMs = 30_000;
const sessionFailurePauseMs = 1000;
const commandPauseMs = 1000;

export function createPolling<T>(core: PollingParts, options: PollingOptions<T>): Polling<T> {
  const { clock, failures, commandRunner, publisher } = core;
  const schedule = createSchedule(core);
  let pending: ControlledTurn | null = null;
  let reading: ControlledTurn | null = null;

  const stop = (): void => {
    pending?.end('cancelled');
    reading?.end('cancelled');
    schedule.cancelWait();
  };
  /** Resolves to false if polling has stopped. */
  const whenDue = async (turn: Turn): Promise<boolean> => {
    for (;;) {
      if (turn.ended() !== null || !isInGroup(publisher.phase(), 'inside')) return false;
      const inMs = Math.max(schedule.leftMs(), commandRunner.isIdle() ? 0 : commandPauseMs);
      if (inMs === 0) return true;
      await schedule.pause(turn, inMs);
    }
  };
  /** Resolves to null if the reading was interrupted. */
  const readOnce = (): Promise<Result<T> | null> => {
    reading = createTurn(clock);
    return readIn(core, reading, options.read);
  };
  return {
    async next() {
      pending?.end('cancelled');
      reading?.end('cancelled');
      const turn = createTurn(clock);
      pending = turn;
      let sessionFailureHandled = false;
      while (await whenDue(turn)) {
        const result = await readOnce();
        if (result === null) continue;
        if (turn.ended() !== null || !isInGroup(publisher.phase(), 'inside')) break;
        // The service reports the end of a session only once, so the first receiver must handle it.
        if (result.ok || sessionFailureHandled || !handleSessionFailure(core, result.failure)) {
          schedule.after(result, options.intervalMs);
          return result;
        }
        sessionFailureHandled = true;
        schedule.waitAbout(sessionFailurePauseMs);
      }
      return fail(failures.make({ code: 'cancelled' }));
    },
    stop,
    interrupt: () => reading?.end('cancelled'),
  };
}

/** Resolves to null if a command or a session change interrupted the reading. */
async function readIn<T>(
  { serviceSession }: PollingParts,
  own: ControlledTurn,
  read: PollingOptions<T>['read'],
): Promise<Result<T> | null> {
  own.setTimeLimit(actionLimitMs);
  const before = serviceSession.id();
  const result = await read(own);
  own.close();
  return own.ended() === 'cancelled' || serviceSession.id() !== before ? null : result;
}

/** Shows the failure's screen or renews the session. Returns false if neither applies now. */
function handleSessionFailure(core: PollingParts, failure: Failure): boolean {
  const changesScreen = requiresSignIn(failure) || blockedPhaseOf(failure, unknownUser) !== null;
  // While the app runs, it owns the session.
  if (!changesScreen || !isCheckable(core.publisher.phase())) return false;
  core.commandRunner.runInBackground(async (action) => {
    action.limit();
    await handleFailure(core, action, failure, null);
  });
  return true;
}

const unknownUser = { username: '', ...unknownDevice, lapsed: null } as const;

function createSchedule({ clock, jitter }: Pick<PollingParts, 'clock' | 'jitter'>) {
  let waitStartedAt = 0;
  let waitMs = 0;
  let wakeUp = (): void => undefined;
  /** Adds jitter, to spread the clients. */
  const waitAbout = (ms: number, atLeastMs = 0): void => {
    waitStartedAt = clock.now();
    waitMs = Math.max(Math.round(Math.max(ms, atLeastMs) * (0.9 + jitter() / 5)), atLeastMs);
  };
  return {
    waitAbout,
    after(result: Result<unknown>, intervalMs: number): void {
      if (result.ok) waitAbout(intervalMs);
      else waitAbout(retryAfterMs, (retryAtOf(result.failure) ?? 0) - clock.now());
    },
    cancelWait(): void {
      waitMs = 0;
      wakeUp();
    },
    /** 0 if the clock was set back. */
    leftMs(): number {
      const passed = clock.now() - waitStartedAt;
      return passed < 0 ? 0 : Math.max(0, waitMs - passed);
    },
    async pause(turn: Turn, ms: number): Promise<void> {
      let cancelTimer = (): void => undefined;
      const elapsed = new Promise<void>((resolve) => {
        cancelTimer = clock.after(ms, resolve);
        wakeUp = resolve;
      });
      await within(turn, elapsed);
      cancelTimer();
    },
  };
}
