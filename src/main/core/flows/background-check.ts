// Runs and schedules the automatic session check, and decides which of its failures the user sees.
import { type CoreParts } from '../parts.ts';
import {
  isEnvironment,
  retryAtOf,
  type Failure,
  type FailureCode,
} from '../../../shared/failure.ts';
import { accountIn } from '../../../shared/phases.ts';
import { msOf } from '@latchkey/protocol/units.ts';
import { type Action } from '../command-runner.ts';
import { readAnnouncement } from './announcement.ts';
import { checkSession, applyAccount, type ChecksParts } from './checks.ts';
import { mergeAccounts } from '../session/account.ts';
import { accountFromInfo } from '../session/last-user.ts';
import { goOfflineAfter } from './offline.ts';
import { readDatesBySignIn } from './resume.ts';

export type BackgroundCheckParts = ChecksParts & Pick<CoreParts, 'jitter'>;

/** The delay after a failed check. */
export const checkAgainMs = 30_000;

/** The longest pause that a service can ask for (docs/protocol.md#rate-limits). */
const maxPauseMs = 3_600_000;

/** The user does not see these failures, because the next check retries. */
const hiddenCodes: ReadonlySet<FailureCode> = new Set(['rate-limited', 'overloaded']);

export interface BackgroundCheck {
  /** Returns false if a command interrupted the check. */
  readonly run: (action: Action) => Promise<boolean>;
  readonly dueInMs: () => number;
  /** Makes a check due now, but not before the end of a pause that the service requested. */
  readonly makeDue: () => void;
  /** Milliseconds since the last successful answer; Infinity if none. */
  readonly ageMs: () => number;
  readonly reset: () => void;
}

export function createBackgroundCheck(core: BackgroundCheckParts): BackgroundCheck {
  const { clock } = core;
  let dueAt: number | null = null;
  const notices = createFailureNotices(core);
  let pausedUntil = 0;
  let answeredAt: number | null = null;
  /** Hides one network failure, because a network that just came back may still be unstable. */
  let hideNext = false;

  return {
    async run(action) {
      action.limit();
      const result = await checkSession(core, action);
      if (result.kind === 'cancelled') return false;
      const hideThis = hideNext;
      hideNext = false;
      if (result.kind === 'failed') {
        const { failure } = result;
        pausedUntil = retryAtOf(failure) ?? 0;
        dueAt = Math.max(pausedUntil - checkAgainMs, clock.now()) + retryMs(core);
        if (!(await goOfflineAfter(core, action, failure))) notices.show(action, failure, hideThis);
        return true;
      }
      dueAt = clock.now() + nextCheckMs(core);
      answeredAt = clock.now();
      notices.clear(action);
      if (result.kind === 'valid') await readDetails(core, action);
      return true;
    },
    dueInMs() {
      dueAt ??= clock.now() + nextCheckMs(core);
      answeredAt ??= clock.now(); // the sign-in counts as an answer
      // A clock that was set back must not stop the checks.
      return Math.min(Math.max(dueAt - clock.now(), 0), maxPauseMs);
    },
    makeDue() {
      dueAt = Math.max(clock.now(), Math.min(pausedUntil, clock.now() + maxPauseMs));
      hideNext = true;
    },
    ageMs: () => (answeredAt === null ? Infinity : Math.abs(clock.now() - answeredAt)),
    reset() {
      dueAt = null;
      notices.reset();
      answeredAt = null;
      hideNext = false;
    },
  };
}

/** Shows each failure once, until a check succeeds. */
function createFailureNotices({ publisher }: BackgroundCheckParts) {
  let reportedCode: FailureCode | null = null;
  return {
    /** `hidesNetwork`: the user does not see a fault of the network. */
    show(action: Action, failure: Failure, hidesNetwork: boolean): void {
      const { code } = failure;
      const isHidden = hiddenCodes.has(code) || (hidesNetwork && isEnvironment(code));
      if (code === reportedCode || isHidden) return;
      reportedCode = code;
      action.notice({ kind: 'failure', failure });
    },
    /** Clears the notice of a resolved failure or of an earlier check. */
    clear(action: Action): void {
      const { notice } = publisher.session();
      const isResolved = notice?.kind === 'failure' && notice.failure.code === reportedCode;
      if (isResolved || notice?.kind === 'checked') action.notice(null);
      reportedCode = null;
    },
    reset(): void {
      reportedCode = null;
    },
  };
}

/** Subtracts up to a tenth, so that changes show within the interval and clients spread out. */
function nextCheckMs({ config, jitter }: BackgroundCheckParts): number {
  return Math.round(msOf(config.checkSeconds) * (1 - jitter() / 10));
}

/** Adds up to a half, so that clients do not overload a service that just came back. */
function retryMs({ jitter }: BackgroundCheckParts): number {
  return Math.round(checkAgainMs * (1 + jitter() / 2));
}

async function readDetails(core: BackgroundCheckParts, action: Action): Promise<void> {
  await readDates(core, action);
  await readAnnouncement(core, action);
}

/** If a check after a redeem has no dates, reads them by a sign-in or marks them outdated. */
async function readDates(core: BackgroundCheckParts, action: Action): Promise<void> {
  const account = accountIn(core.publisher.phase());
  if (account?.dates !== 'asking') return;
  const info = await readDatesBySignIn(core, action, account.username);
  if (!action.isLive()) return;
  const nowMs = core.serviceTime.nowMs() ?? core.clock.now();
  if (info !== null)
    applyAccount(
      core,
      action,
      mergeAccounts(accountFromInfo(core.lastUser, info, nowMs), account),
      true,
    );
  else action.move({ kind: 'account-refreshed', account: { ...account, dates: 'outdated' } });
}
