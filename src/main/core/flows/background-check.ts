// The check that runs by itself while somebody is signed in: when it is due, and which of its troubles are told.
import { retryAtOf, type FailureCode } from '../../../shared/failure.ts';
import { accountIn } from '../../../shared/phases.ts';
import { type Action } from '../lanes.ts';
import { readAnnouncement } from './announcement.ts';
import { checkSession, stand, type ChecksParts } from './checks.ts';
import { withKnown } from '../session/account.ts';
import { accountOf } from '../session/last-user.ts';
import { readDatesBySignIn } from './signing-in-again.ts';

export type BackgroundCheckParts = ChecksParts;

export const checkEveryMs = 5 * 60_000;
/** After a check that could not be made. */
export const checkAgainMs = 30_000;

/** The longest that a service can ask for (contract 0.10). */
const longestPauseMs = 3_600_000;

/** The next check will do: nothing has changed for the user. */
const quiet: ReadonlySet<FailureCode> = new Set(['rate-limited', 'overloaded']);

export interface BackgroundCheck {
  /** false: a command overtook it. */
  readonly run: (action: Action) => Promise<boolean>;
  readonly dueInMs: () => number;
  /** For the next sign-in: nothing was checked yet, nothing was told yet. */
  readonly reset: () => void;
}

export function createBackgroundCheck(core: BackgroundCheckParts): BackgroundCheck {
  const { clock, publisher } = core;
  let dueAt: number | null = null;
  /** The trouble that was told last; told again only after a check in between that worked. */
  let told: FailureCode | null = null;

  const clearNotice = (action: Action): void => {
    const { notice } = publisher.session();
    const over = notice?.kind === 'failure' && notice.failure.code === told;
    if (over || notice?.kind === 'checked') action.notice(null);
    told = null;
  };

  return {
    async run(action) {
      action.limit();
      const end = await checkSession(core, action);
      if (end.kind === 'cancelled') return false;
      if (end.kind === 'failed') {
        const { failure } = end;
        const pauseMs = (retryAtOf(failure) ?? 0) - clock.now();
        dueAt = clock.now() + Math.max(pauseMs, checkAgainMs);
        if (failure.code !== told && !quiet.has(failure.code)) {
          told = failure.code;
          action.notice({ kind: 'failure', failure });
        }
        return true;
      }
      dueAt = clock.now() + checkEveryMs;
      clearNotice(action);
      if (end.kind === 'valid') await readDates(core, action);
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

/** After a redeem: a service whose check tells no dates may tell them at a sign-in; else it is said that they are outdated. */
async function readDates(core: BackgroundCheckParts, action: Action): Promise<void> {
  const account = accountIn(core.publisher.phase());
  if (account?.dates !== 'asking') return;
  const info = await readDatesBySignIn(core, action, account.username);
  if (!action.live()) return;
  const nowMs = core.serviceTime.nowMs() ?? core.clock.now();
  if (info !== null)
    stand(core, action, withKnown(accountOf(core.lastUser, info, nowMs), account), true);
  else action.move({ kind: 'account-refreshed', account: { ...account, dates: 'outdated' } });
}
