// One piece of work at a time: the user's commands, and quiet work in the background that gives way to them. What an
// action finds out after its end changes nothing any more.
import { fail, type Result } from '../../shared/failure.ts';
import { allows, type PhaseCommand } from '../../shared/phases.ts';
import { type Notice, type Step } from '../../shared/session.ts';
import { type Failures } from './failures.ts';
import { type Clock } from './ports.ts';
import { type Publisher } from './publisher.ts';
import { type Event } from './session-machine.ts';
import { createTurn, type OwnTurn, type Turn } from './turn.ts';

/** One user action, over every call in it. */
export const actionLimitMs = 15_000;

export interface Action extends Turn {
  /** false once it was cancelled: nothing it does reaches the screen. */
  readonly live: () => boolean;
  readonly move: (event: Event) => void;
  readonly step: (step: Step) => void;
  readonly notice: (notice: Notice | null) => void;
  /** What to put back, at once, when it is cancelled. */
  readonly onCancel: (undo: () => void) => void;
  /** The time limit begins; work that waits for the user (a key store that asks) comes before. */
  readonly limit: () => void;
  /** From here on it can neither be cancelled nor run out of time. */
  readonly commit: () => void;
}

export interface Actions {
  /** `busy` while another command is at work, `out-of-order` in a phase that does not allow it. */
  readonly command: <T>(
    name: PhaseCommand | 'start',
    work: (action: Action) => Promise<Result<T>>,
  ) => Promise<Result<T>>;
  /** Does nothing while a command is at work. Its steps are not shown. */
  readonly background: (work: (action: Action) => Promise<void>) => void;
  /** Ends the command at work, then calls `putBack`. Does nothing when there is none, or when it is too late. */
  readonly cancel: (putBack: () => void) => void;
  readonly idle: () => boolean;
  readonly stop: () => void;
}

interface Current {
  readonly quiet: boolean;
  /** false: already committed. */
  readonly cancel: () => boolean;
}

export interface ActionsParts {
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly failures: Failures;
  /** Called each time after an action ended. */
  readonly onIdle: () => void;
}

export function createActions({ publisher, clock, failures, onIdle }: ActionsParts): Actions {
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
    if (!stopped) onIdle();
  };

  return {
    async command(name, work) {
      if (stopped || current?.quiet === false) return fail(failures.make({ code: 'busy' }));
      if (!allows(publisher.phase(), name)) return fail(failures.make({ code: 'out-of-order' }));
      current?.cancel();
      const { own, turn, action, cancelled } = begin(publisher, clock, false);
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
      const { own, turn, action } = begin(publisher, clock, true);
      current = own;
      void work(action)
        .catch((error: unknown) => failures.defect('background work failed', error))
        .finally(() => finish(own, turn));
    },
    cancel(putBack) {
      if (current?.quiet !== false || !current.cancel()) return;
      putBack();
      free(); // at once: the next command may come before the cancelled one has noticed
      onIdle();
    },
    idle: () => current === null,
    stop() {
      stopped = true;
      current?.cancel();
    },
  };
}

function begin(publisher: Publisher, clock: Clock, quiet: boolean) {
  const turn = createTurn(clock);
  let undo: (() => void) | null = null;
  let committed = false;
  let tellCancelled: () => void = () => undefined;
  const cancelled = new Promise<void>((resolve) => (tellCancelled = resolve));
  const live = (): boolean => turn.ended() !== 'cancelled';
  const action: Action = {
    signal: turn.signal,
    ended: turn.ended,
    live,
    move: (event) => (live() ? publisher.move(event) : undefined),
    step: (step) => (live() && !quiet ? publisher.step(step) : undefined),
    notice: (notice) => (live() ? publisher.notice(notice) : undefined),
    onCancel: (given) => void (undo = given),
    limit: () => turn.limit(actionLimitMs),
    commit() {
      committed = true;
      turn.close();
    },
  };
  const own: Current = {
    quiet,
    cancel() {
      if (committed) return false;
      turn.end('cancelled');
      undo?.();
      tellCancelled();
      return true;
    },
  };
  return { own, turn, action, cancelled };
}
