// Says in the log that connections were ended because there were too many: at once, and then once a minute with their number.
import type { Logger } from 'pino';
import type { ConnectionLimits } from './connection-limits.ts';
import type { CrowdedLimit } from './open-connections.ts';

const everyMs = 60_000;

const sentences: Readonly<Record<CrowdedLimit, string>> = {
  connections: 'All connections are in use: closed the slowest ones',
  connectionsOfOne:
    'A network reached its connection limit: closed its slowest connections. If this is your web server, set --trust-proxy',
};

interface Told {
  untilMs: number;
  ended: number;
}

/** `elapsedMs`: of a clock that nobody sets. */
export function tellCrowded(
  limits: Pick<ConnectionLimits, CrowdedLimit>,
  log: Pick<Logger, 'warn'>,
  elapsedMs: () => number = () => performance.now(),
): (limit: CrowdedLimit) => void {
  const told: Record<CrowdedLimit, Told> = {
    connections: { untilMs: -Infinity, ended: 0 },
    connectionsOfOne: { untilMs: -Infinity, ended: 0 },
  };
  return (limit) => {
    const one = told[limit];
    one.ended += 1;
    if (elapsedMs() < one.untilMs) return;
    log.warn({ most: limits[limit], ended: one.ended }, sentences[limit]);
    one.untilMs = elapsedMs() + everyMs;
    one.ended = 0;
  };
}
