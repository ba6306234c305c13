// A fake log in memory. `text` returns its content, so that tests can search it for secrets.
import type { Log, LogFacts } from '../../src/main/core/ports.ts';

export interface FakeLog extends Log {
  readonly entries: { level: string; event: string; facts: LogFacts; error?: unknown }[];
  readonly text: () => string;
}

export function createFakeLog(): FakeLog {
  const log: FakeLog = {
    entries: [],
    info: (event, facts = {}) => void log.entries.push({ level: 'info', event, facts }),
    warn: (event, facts = {}) => void log.entries.push({ level: 'warn', event, facts }),
    error: (event, facts, error) =>
      void log.entries.push({ level: 'error', event, facts, error: String(error) }),
    text: () => JSON.stringify(log.entries),
  };
  return log;
}
