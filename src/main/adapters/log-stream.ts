// The log as JSON lines on a stream, one object per event. Writes what the core hands over and nothing more: facts are
// typed so that they hold no secret. A stream that is closed or full never disturbs the program.
import type { Writable } from 'node:stream';
import type { Log, LogFacts } from '../core/ports.ts';

type Level = 'info' | 'warn' | 'error';

/** Each line: `at` (ISO 8601, UTC), `level`, `event`, the facts, and for errors their `stack`. */
export function createLogStream(stream: Writable, now: () => number = Date.now): Log {
  // A closed stderr (EPIPE) would otherwise end the program.
  stream.on('error', () => undefined);

  const write = (level: Level, event: string, facts: LogFacts, more: LogFacts = {}) => {
    if (!stream.writable) return;
    // The first three come last so that a fact of the same name cannot replace them.
    const line = { ...facts, ...more, at: new Date(now()).toISOString(), level, event };
    const { at, level: shown, event: name, ...rest } = line;
    stream.write(`${JSON.stringify({ at, level: shown, event: name, ...rest })}\n`);
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
  // SECURITY: a thrown value that is no Error may be anything, so only its kind is written.
  return { stack: `thrown value of type ${typeof error}` };
}
