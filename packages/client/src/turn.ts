// One stretch of work with an end of its own: cancelled by the user, or out of time. Calls that belong to it stop with it.
import { type Clock } from './ports.ts';

export interface Turn {
  readonly signal: AbortSignal;
  /** Why it is over; null while it goes on. */
  readonly ended: () => TurnEnd | null;
}

export type TurnEnd = 'cancelled' | 'timeout';

export interface OwnTurn extends Turn {
  /** Ends it with `timeout` after that time; a second call does nothing. */
  readonly limit: (limitMs: number) => void;
  readonly end: (why: TurnEnd) => void;
  /** The work is done: no limit any more, and nothing is aborted. */
  readonly close: () => void;
}

export function createTurn(clock: Clock): OwnTurn {
  const controller = new AbortController();
  let ended: TurnEnd | null = null;
  let closed = false;
  let callOff: (() => void) | null = null;
  const end = (why: TurnEnd): void => {
    if (closed || ended !== null) return;
    ended = why;
    callOff?.();
    controller.abort();
  };
  return {
    signal: controller.signal,
    ended: () => ended,
    limit(limitMs) {
      if (closed || ended !== null) return;
      callOff ??= clock.after(limitMs, () => end('timeout'));
    },
    end,
    close() {
      closed = true;
      callOff?.();
    },
  };
}

/**
 * What `work` gives, or how the turn ended when that came first: nobody waits for an adapter that ignores the signal.
 */
export function within<T>(turn: Turn, work: Promise<T>): Promise<T | TurnEnd> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(turn.ended() ?? 'cancelled');
    if (turn.signal.aborted) {
      work.catch(() => undefined); // nobody is left to hear of it
      stop();
      return;
    }
    turn.signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => turn.signal.removeEventListener('abort', stop));
  });
}

export interface Errands {
  readonly run: (limitMs: number, work: (turn: Turn) => Promise<unknown>) => void;
  readonly stop: () => void;
}

/** Work that nobody waits for and no command overtakes; it ends by itself, or with the program. */
export function createErrands(clock: Clock, onDefect: (error: unknown) => void): Errands {
  const turns = new Set<OwnTurn>();
  return {
    run(limitMs, work) {
      const turn = createTurn(clock);
      turns.add(turn);
      turn.limit(limitMs);
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
