// Runs one connection check in each outage, and removes its result when the outage changes or ends.
import { isOfConnection } from '../../../shared/connection-check.ts';
import { type Failure, type FailureCode, retryAtOf } from '../../../shared/failure.ts';
import { offlineIn } from '../../../shared/phases.ts';
import { type WireFailure } from '@latchkey/client/failure.ts';
import { type CoreParts } from '../parts.ts';

export type OutageParts = Pick<CoreParts, 'clock' | 'jitter' | 'offline' | 'publisher'>;

/** Many loaders see an outage at the same moment. */
const spreadMs = 10_000;
/** Between two checks of the same failure, because a connection can come and go. */
const sameAgainMs = 600_000;

interface Checks {
  readonly start: () => void;
  /** Whether a check runs that the user requested. */
  readonly isRequested: () => boolean;
  /** Ends a running automatic check. */
  readonly cancel: () => void;
}

export interface OutageChecks {
  /** Plans the check of a new outage; called after each action. */
  readonly refresh: () => void;
  /** Cancels a planned check. */
  readonly stop: () => void;
}

export function createOutageChecks(core: OutageParts, checks: Checks): OutageChecks {
  const { clock, jitter, publisher } = core;
  const checkedAt = new Map<FailureCode, number>();
  let code: FailureCode | null = null;
  let cancelStart = (): void => undefined;
  const plan = (found: FailureCode): void => {
    const at = checkedAt.get(found);
    if (at !== undefined && clock.elapsed() - at < sameAgainMs) return;
    checkedAt.set(found, clock.elapsed());
    cancelStart = clock.after(Math.round(jitter() * spreadMs), checks.start);
  };
  return {
    refresh() {
      const failure = failureOfOutage(core);
      const now = failure?.code ?? null;
      if (now === code) return;
      code = now;
      cancelStart();
      if (checks.isRequested()) return;
      checks.cancel();
      publisher.connectionCheck(null);
      // A service that asks to wait has answered, and gets no other request until then.
      if (failure !== null && retryAtOf(failure) === null) plan(failure.code);
    },
    stop: () => cancelStart(),
  };
}

/** Returns why the service cannot be reached; null while it can, and if it refuses the user. */
export function failureOfOutage({
  offline,
  publisher,
}: Pick<CoreParts, 'offline' | 'publisher'>): Failure | null {
  const phase = publisher.phase();
  if (phase.kind === 'unreachable')
    return isOfConnection(phase.failure.code) ? phase.failure : null;
  const facts = offlineIn(phase);
  return facts === null || facts.needsCode === true ? null : offline.failure;
}

/** Returns the failure if the service asks to wait longer, otherwise null. */
export function requestedWait(failure: Failure | null, nowMs: number): WireFailure | null {
  if (failure?.code !== 'server-down' && failure?.code !== 'overloaded') return null;
  const { code, retryAt } = failure;
  return retryAt > nowMs ? { code, retryAt } : null;
}
