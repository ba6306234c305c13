// The check that runs by itself while somebody is signed in: when it is due, and which of its troubles are told.
import { type FailureCode } from '../../shared/failure.ts';
import { type Action } from './actions.ts';
import { readAnnouncement } from './announcement.ts';
import { checkSession } from './checks.ts';
import { type Workings } from './workings.ts';

export const checkEveryMs = 5 * 60_000;
/** After a check that could not be made. */
export const checkAgainMs = 30_000;

/** The longest that a service can ask for (contract 0.10). */
const longestPauseMs = 3_600_000;

export interface BackgroundCheck {
  /** false: a command overtook it. */
  readonly run: (action: Action) => Promise<boolean>;
  readonly dueInMs: () => number;
  /** For the next sign-in: nothing was checked yet, nothing was told yet. */
  readonly reset: () => void;
}

export function createBackgroundCheck(core: Workings): BackgroundCheck {
  const { clock, publisher } = core;
  let dueAt: number | null = null;
  /** The trouble that was told last; told again only after a check in between that worked. */
  let told: FailureCode | null = null;

  const clearNotice = (action: Action): void => {
    const { notice } = publisher.session();
    if (notice?.kind === 'failure' && notice.failure.code === told) action.notice(null);
    told = null;
  };

  return {
    async run(action) {
      action.limit();
      const end = await checkSession(core, action);
      if (end.kind === 'cancelled') return false;
      if (end.kind === 'failed') {
        const { failure } = end;
        const pauseMs = 'retryAt' in failure ? failure.retryAt - clock.now() : 0;
        dueAt = clock.now() + Math.max(pauseMs, checkAgainMs);
        if (failure.code !== told && failure.code !== 'rate-limited') {
          told = failure.code;
          action.notice({ kind: 'failure', failure });
        }
        return true;
      }
      dueAt = clock.now() + checkEveryMs;
      clearNotice(action);
      if (end.kind === 'valid') await readAnnouncement(core, action);
      return true;
    },
    dueInMs() {
      dueAt ??= clock.now() + checkEveryMs;
      // A clock that was set back must not silence the checks.
      return Math.min(Math.max(dueAt - clock.now(), 0), longestPauseMs);
    },
    reset() {
      dueAt = null;
      told = null;
    },
  };
}
