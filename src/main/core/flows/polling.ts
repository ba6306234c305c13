// Polls the service while the page shows the result. The page requests each reading, which resolves
// when it is due. Polling yields to commands and ends with the session.
import { fail, retryAtOf, type Failure, type Result } from '../../../shared/failure.ts';
import { isAt, isChecked } from '../../../shared/phases.ts';
import { actionLimitMs } from '../lanes.ts';
import { blockedPhaseOf, unknownDevice } from '../session/blocked-phase.ts';
import { createTurn, within, type OwnTurn, type Turn } from '@latchkey/client/turn.ts';
import { leaveOrFail, type ChecksParts } from './checks.ts';
import { type CoreParts } from '../parts.ts';
import { isSessionOver } from '@latchkey/client/refusal.ts';

export type PollingParts = ChecksParts & Pick<CoreParts, 'jitter' | 'lanes'>;

export interface Polling<T> {
  /** The first call reads immediately. Fails with `cancelled` after `stop` or a newer call. */
  readonly next: () => Promise<Result<T>>;
  readonly stop: () => void;
  /** Interrupts a reading. Called when a command begins. */
  readonly giveWay: () => void;
}

export interface Pace<T> {
  /** The mean interval. Each interval varies by up to 10%. */
  readonly everyMs: number;
  readonly read: (turn: Turn) => Promise<Result<T>>;
}

const failedMs = 30_000;
const afterLeavingMs = 1000;
const giveWayMs = 1000;

export function createPolling<T>(core: PollingParts, pace: Pace<T>): Polling<T> {
  const { clock, failures, lanes, publisher } = core;
  const wait = createWait(core);
  let pending: OwnTurn | null = null;
  let call: OwnTurn | null = null;

  const stop = (): void => {
    pending?.end('cancelled');
    call?.end('cancelled');
    wait.none();
  };
  /** Resolves to false if polling has stopped. */
  const whenDue = async (turn: Turn): Promise<boolean> => {
    for (;;) {
      if (turn.ended() !== null || !isAt(publisher.phase(), 'inside')) return false;
      const inMs = Math.max(wait.leftMs(), lanes.idle() ? 0 : giveWayMs);
      if (inMs === 0) return true;
      await wait.pause(turn, inMs);
    }
  };
  /** Resolves to null if the reading was interrupted. */
  const once = (): Promise<Result<T> | null> => {
    call = createTurn(clock);
    return readIn(core, call, pace.read);
  };
  return {
    async next() {
      pending?.end('cancelled');
      call?.end('cancelled');
      const turn = createTurn(clock);
      pending = turn;
      let left = false;
      while (await whenDue(turn)) {
        const result = await once();
        if (result === null) continue;
        if (turn.ended() !== null || !isAt(publisher.phase(), 'inside')) break;
        // The service reports the end of a session only once, so the first receiver must handle it.
        if (result.ok || left || !leave(core, result.failure)) {
          wait.after(result, pace.everyMs);
          return result;
        }
        left = true;
        wait.about(afterLeavingMs);
      }
      return fail(failures.make({ code: 'cancelled' }));
    },
    stop,
    giveWay: () => call?.end('cancelled'),
  };
}

/** Resolves to null if a command or a session change interrupted the reading. */
async function readIn<T>(
  { serviceSession }: PollingParts,
  own: OwnTurn,
  read: Pace<T>['read'],
): Promise<Result<T> | null> {
  own.limit(actionLimitMs);
  const before = serviceSession.id();
  const result = await read(own);
  own.close();
  return own.ended() === 'cancelled' || serviceSession.id() !== before ? null : result;
}

/** Shows the failure's screen or renews the session. Returns false if neither applies now. */
function leave(core: PollingParts, failure: Failure): boolean {
  const away = isSessionOver(failure) || blockedPhaseOf(failure, nobody) !== null;
  // While the app runs, it owns the session.
  if (!away || !isChecked(core.publisher.phase())) return false;
  core.lanes.background(async (action) => {
    action.limit();
    await leaveOrFail(core, action, failure, null);
  });
  return true;
}

const nobody = { username: '', ...unknownDevice, lapsed: null } as const;

function createWait({ clock, jitter }: Pick<PollingParts, 'clock' | 'jitter'>) {
  let since = 0;
  let forMs = 0;
  let wakeUp = (): void => undefined;
  /** Adds jitter, to spread the clients. */
  const about = (ms: number, atLeastMs = 0): void => {
    since = clock.now();
    forMs = Math.max(Math.round(Math.max(ms, atLeastMs) * (0.9 + jitter() / 5)), atLeastMs);
  };
  return {
    about,
    after(result: Result<unknown>, everyMs: number): void {
      if (result.ok) about(everyMs);
      else about(failedMs, (retryAtOf(result.failure) ?? 0) - clock.now());
    },
    none(): void {
      forMs = 0;
      wakeUp();
    },
    /** 0 if the clock was set back. */
    leftMs(): number {
      const passed = clock.now() - since;
      return passed < 0 ? 0 : Math.max(0, forMs - passed);
    },
    async pause(turn: Turn, ms: number): Promise<void> {
      let callOff = (): void => undefined;
      const over = new Promise<void>((resolve) => {
        callOff = clock.after(ms, resolve);
        wakeUp = resolve;
      });
      await within(turn, over);
      callOff();
    },
  };
}
