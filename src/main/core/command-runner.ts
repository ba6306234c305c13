// Runs session commands and background work, one at a time. Background work and requested checks
// yield to other commands, and results of a cancelled action are ignored. tasks.ts runs long work.
import { fail, type Result } from '../../shared/failure.ts';
import { allows } from '../../shared/phases.ts';
import { type SessionCommand } from '../../shared/session-commands.ts';
import { type Notice } from '../../shared/session.ts';
import { type Step } from '../../shared/step.ts';
import { type Failures } from './failures.ts';
import { type Clock } from '@latchkey/client/ports.ts';
import { type Publisher } from './session/publisher.ts';
import { createTurn, type ControlledTurn, type Turn } from '@latchkey/client/turn.ts';

/** Time limit for all requests of one action together, in milliseconds. */
export const actionLimitMs = 15_000;

export interface Action extends Turn {
  /** Returns false once the action is cancelled: its results no longer reach the screen. */
  readonly isLive: () => boolean;
  readonly move: Publisher['move'];
  readonly step: (step: Step) => void;
  readonly notice: (notice: Notice | null) => void;
  /** Calls `rollback` when the action is cancelled. */
  readonly onCancel: (rollback: () => void) => void;
  /** Starts the time limit. Call it after work that may wait for the user, such as a key store. */
  readonly limit: () => void;
  /** After this call the action can neither be cancelled nor time out. */
  readonly commit: () => void;
}

export interface Runner {
  /** Fails with `busy` if the running command does not yield, `out-of-order` in a wrong phase. */
  readonly run: <T>(
    name: SessionCommand | 'start',
    work: (action: Action) => Promise<Result<T>>,
  ) => Promise<Result<T>>;
  /** Runs work whose steps are not shown. Does nothing while other work runs. */
  readonly runInBackground: (work: (action: Action) => Promise<void>) => void;
  /** Cancels the running command and calls `rollback`, but not if the command has committed. */
  readonly cancel: (rollback: () => void) => void;
  readonly isIdle: () => boolean;
  readonly stop: () => void;
}

/** Commands that yield to others, because the user can simply repeat them. */
const interruptible: ReadonlySet<SessionCommand | 'start'> = new Set([
  'retry',
  'offerTwoFactor',
  'readComputers',
  'readSessions',
  'readOptions',
]);

interface RunningWork {
  /** Null for background work. */
  readonly name: SessionCommand | 'start' | null;
  /** Returns false if the action has committed. */
  readonly cancel: () => boolean;
}

export interface RunnerParts {
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly failures: Failures;
  readonly onBegin: () => void;
  /** Called after each action. `ended`: the command, or null after background work or a cancel. */
  readonly onIdle: (ended: RunningWork['name']) => void;
}

export function createRunner({ publisher, clock, failures, onBegin, onIdle }: RunnerParts): Runner {
  let current: RunningWork | null = null;
  let stopped = false;

  const release = (): void => {
    current = null;
    publisher.step(null);
  };
  const finish = (own: RunningWork, turn: ControlledTurn): void => {
    turn.close();
    if (current !== own) return;
    release();
    if (!stopped) onIdle(own.name);
  };

  return {
    async run(name, work) {
      if (stopped || !yieldsTo(current, name)) return fail(failures.make({ code: 'busy' }));
      if (!allows(publisher.phase(), name)) return fail(failures.make({ code: 'out-of-order' }));
      current?.cancel();
      publisher.step(null);
      onBegin();
      const { own, turn, action, cancelled } = beginAction(publisher, clock, name);
      current = own;
      const whenCancelled = cancelled.then(() => fail(failures.make({ code: 'cancelled' })));
      try {
        return await Promise.race([work(action), whenCancelled]);
      } finally {
        finish(own, turn);
      }
    },
    runInBackground(work) {
      if (stopped || current !== null) return;
      const { own, turn, action } = beginAction(publisher, clock, null);
      current = own;
      void work(action)
        .catch((error: unknown) => failures.defect('background work failed', error))
        .finally(() => finish(own, turn));
    },
    cancel(rollback) {
      if (current === null || current.name === null || !current.cancel()) return;
      rollback();
      release(); // immediately, because the next command may arrive before the cancelled one ends
      onIdle(null);
    },
    isIdle: () => current === null,
    stop() {
      stopped = true;
      current?.cancel();
    },
  };
}

function yieldsTo(current: RunningWork | null, name: SessionCommand | 'start'): boolean {
  if (current === null || current.name === null) return true;
  return interruptible.has(current.name) && current.name !== name;
}

function beginAction(publisher: Publisher, clock: Clock, name: RunningWork['name']) {
  const turn = createTurn(clock);
  let rollback: (() => void) | null = null;
  let committed = false;
  let resolveCancelled: () => void = () => undefined;
  const cancelled = new Promise<void>((resolve) => (resolveCancelled = resolve));
  const isLive = (): boolean => turn.ended() !== 'cancelled';
  const action: Action = {
    signal: turn.signal,
    ended: turn.ended,
    isLive,
    move: (event, notice) => (isLive() ? publisher.move(event, notice) : undefined),
    step: (step) => (isLive() && name !== null ? publisher.step(step) : undefined),
    notice: (notice) => (isLive() ? publisher.notice(notice) : undefined),
    onCancel: (given) => void (rollback = given),
    limit: () => turn.setTimeLimit(actionLimitMs),
    commit() {
      committed = true;
      turn.close();
    },
  };
  const own: RunningWork = {
    name,
    cancel() {
      if (committed) return false;
      turn.end('cancelled');
      rollback?.();
      resolveCancelled();
      return true;
    },
  };
  return { own, turn, action, cancelled };
}
