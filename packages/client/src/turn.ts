// A turn is a unit of work that has a timeout and that the user can cancel. When the turn ends, its
// calls are aborted.
import { type Clock } from './ports.ts';

export interface Turn {
  readonly signal: AbortSignal;
  /** Reason for the end of the turn, or null while the turn is active. */
  readonly ended: () => TurnEnd | null;
}

export type TurnEnd = 'cancelled' | 'timeout';

export interface ControlledTurn extends Turn {
  /** Ends the turn with `timeout` after `limitMs`. Only the first call has an effect. */
  readonly setTimeLimit: (limitMs: number) => void;
  readonly end: (reason: TurnEnd) => void;
  /** Finishes the turn. Clears the timeout and aborts nothing. */
  readonly close: () => void;
}

export function createTurn(clock: Clock): ControlledTurn {
  const controller = new AbortController();
  let ended: TurnEnd | null = null;
  let closed = false;
  let cancelTimer: (() => void) | null = null;
  const end = (reason: TurnEnd): void => {
    if (closed || ended !== null) return;
    ended = reason;
    cancelTimer?.();
    controller.abort();
  };
  return {
    signal: controller.signal,
    ended: () => ended,
    setTimeLimit(limitMs) {
      if (closed || ended !== null) return;
      cancelTimer ??= clock.after(limitMs, () => end('timeout'));
    },
    end,
    close() {
      closed = true;
      cancelTimer?.();
    },
  };
}

/**
 * Settles like `work`, or resolves with the reason when the turn ends, even if an adapter ignores
 * the abort signal.
 */
export function within<T>(turn: Turn, work: Promise<T>): Promise<T | TurnEnd> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(turn.ended() ?? 'cancelled');
    if (turn.signal.aborted) {
      work.catch(() => undefined); // prevents an unhandled rejection
      stop();
      return;
    }
    turn.signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => turn.signal.removeEventListener('abort', stop));
  });
}

export interface BackgroundCalls {
  readonly run: (limitMs: number, work: (turn: Turn) => Promise<unknown>) => void;
  readonly stop: () => void;
}

/** Runs calls in the background, each with its own turn and timeout. `stop` cancels them. */
export function createBackgroundCalls(
  clock: Clock,
  onDefect: (error: unknown) => void,
): BackgroundCalls {
  const turns = new Set<ControlledTurn>();
  return {
    run(limitMs, work) {
      const turn = createTurn(clock);
      turns.add(turn);
      turn.setTimeLimit(limitMs);
      void work(turn)
        .catch(onDefect)
        .finally(() => {
          turn.close();
          turns.delete(turn);
        });
    },
    stop() {
      for (const turn of turns) turn.end('cancelled');
    },
  };
}
