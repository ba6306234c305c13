// Which work may run beside which. In the lane `session` one command is at work at a time; a check that the user asked for
// and quiet work in the background give way to every other command. What an action finds out after its end changes nothing
// any more. Quick commands need no lane; long work has its own, tasks.ts.
import { fail, type Result } from '../../shared/failure.ts';
import { allows, type SessionCommand } from '../../shared/phases.ts';
import { type Notice } from '../../shared/session.ts';
import { type Step } from '../../shared/step.ts';
import { type Failures } from './failures.ts';
import { type Clock } from '@latchkey/client/ports.ts';
import { type Publisher } from './session/publisher.ts';
import { type Event } from './session/session-machine.ts';
import { createTurn, type OwnTurn, type Turn } from '@latchkey/client/turn.ts';

/** One user action, over every call in it. */
export const actionLimitMs = 15_000;

export interface Action extends Turn {
  /** false once it was cancelled: nothing it does reaches the screen. */
  readonly live: () => boolean;
  readonly move: (event: Event) => void;
  readonly step: (step: Step) => void;
  readonly notice: (notice: Notice | null) => void;
  /** Runs as soon as it is cancelled. */
  readonly onCancel: (rollback: () => void) => void;
  /** The time limit begins; work that waits for the user (a key store that asks) comes before. */
  readonly limit: () => void;
  /** From here on it can neither be cancelled nor run out of time. */
  readonly commit: () => void;
}

export interface Lanes {
  /** `busy` while a command is at work that does not give way, `out-of-order` in a phase that does not allow it. */
  readonly session: <T>(
    name: SessionCommand | 'start',
    work: (action: Action) => Promise<Result<T>>,
  ) => Promise<Result<T>>;
  /** Does nothing while a command is at work. Its steps are not shown. */
  readonly background: (work: (action: Action) => Promise<void>) => void;
  /** Ends the command at work, then calls `rollback`. Does nothing when there is none, or when it is too late. */
  readonly cancel: (rollback: () => void) => void;
  readonly idle: () => boolean;
  readonly stop: () => void;
}

/** What nobody has to wait for: it can be asked for again. */
const givesWay: ReadonlySet<SessionCommand | 'start'> = new Set([
  'retry',
  'offerTwoFactor',
  'readOptions',
]);

interface Current {
  /** null: quiet work in the background. */
  readonly name: SessionCommand | 'start' | null;
  /** false: already committed. */
  readonly cancel: () => boolean;
}

export interface LanesParts {
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly failures: Failures;
  /** Called each time before a command begins. */
  readonly onBegin: () => void;
  /** Called each time after an action ended; with its name where that is a command which was not cancelled. */
  readonly onIdle: (ended: Current['name']) => void;
}

export function createLanes({ publisher, clock, failures, onBegin, onIdle }: LanesParts): Lanes {
  let current: Current | null = null;
  let stopped = false;

  const free = (): void => {
    current = null;
    publisher.step(null);
  };
  const finish = (own: Current, turn: OwnTurn): void => {
    turn.close();
    if (current !== own) return;
    free();
    if (!stopped) onIdle(own.name);
  };

  return {
    async session(name, work) {
      if (stopped || !yieldsTo(current, name)) return fail(failures.make({ code: 'busy' }));
      if (!allows(publisher.phase(), name)) return fail(failures.make({ code: 'out-of-order' }));
      current?.cancel();
      publisher.step(null);
      onBegin();
      const { own, turn, action, cancelled } = begin(publisher, clock, name);
      current = own;
      const whenCancelled = cancelled.then(() => fail(failures.make({ code: 'cancelled' })));
      try {
        return await Promise.race([work(action), whenCancelled]);
      } finally {
        finish(own, turn);
      }
    },
    background(work) {
      if (stopped || current !== null) return;
      const { own, turn, action } = begin(publisher, clock, null);
      current = own;
      void work(action)
        .catch((error: unknown) => failures.defect('background work failed', error))
        .finally(() => finish(own, turn));
    },
    cancel(rollback) {
      if (current === null || current.name === null || !current.cancel()) return;
      rollback();
      free(); // at once: the next command may come before the cancelled one has noticed
      onIdle(null);
    },
    idle: () => current === null,
    stop() {
      stopped = true;
      current?.cancel();
    },
  };
}

function yieldsTo(current: Current | null, name: SessionCommand | 'start'): boolean {
  if (current === null || current.name === null) return true;
  return givesWay.has(current.name) && current.name !== name;
}

function begin(publisher: Publisher, clock: Clock, name: Current['name']) {
  const turn = createTurn(clock);
  let rollback: (() => void) | null = null;
  let committed = false;
  let tellCancelled: () => void = () => undefined;
  const cancelled = new Promise<void>((resolve) => (tellCancelled = resolve));
  const live = (): boolean => turn.ended() !== 'cancelled';
  const action: Action = {
    signal: turn.signal,
    ended: turn.ended,
    live,
    move: (event) => (live() ? publisher.move(event) : undefined),
    step: (step) => (live() && name !== null ? publisher.step(step) : undefined),
    notice: (notice) => (live() ? publisher.notice(notice) : undefined),
    onCancel: (given) => void (rollback = given),
    limit: () => turn.limit(actionLimitMs),
    commit() {
      committed = true;
      turn.close();
    },
  };
  const own: Current = {
    name,
    cancel() {
      if (committed) return false;
      turn.end('cancelled');
      rollback?.();
      tellCancelled();
      return true;
    },
  };
  return { own, turn, action, cancelled };
}
