// Writes the log as JSON lines, one object per event. A closed or full target does not affect the
// program.
import type { Log, LogFacts } from '../core/ports.ts';

export interface LogTarget {
  readonly write: (text: string) => unknown;
  readonly on?: (event: 'error', listener: () => void) => unknown;
}

type Level = 'info' | 'warn' | 'error';

/** Each line: `at` (ISO 8601, UTC), `level`, `event`, the facts, and for errors their `stack`. */
export function createLogStream(target: LogTarget, now: () => number = Date.now): Log {
  // Without a listener, a closed stderr (EPIPE) would end the program.
  target.on?.('error', () => undefined);

  const write = (level: Level, event: string, facts: LogFacts, more: LogFacts = {}) => {
    const head = { at: new Date(now()).toISOString(), level, event };
    // `head` is first for the order, and last again so that no fact replaces its fields.
    target.write(`${JSON.stringify({ ...head, ...facts, ...more, ...head })}\n`);
  };

  return {
    info: (event, facts = {}) => write('info', event, facts),
    warn: (event, facts = {}) => write('warn', event, facts),
    error: (event, facts, error) => write('error', event, facts, stackOf(error)),
  };
}

function stackOf(error: unknown): LogFacts {
  if (error === undefined) return {};
  if (error instanceof Error) return { stack: error.stack ?? `${error.name}: ${error.message}` };
  // SECURITY: a thrown value that is not an Error may hold anything, so only its type is logged.
  return { stack: `thrown value of type ${typeof error}` };
}
