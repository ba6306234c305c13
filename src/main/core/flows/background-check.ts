// The check that runs by itself while somebody is signed in: when it is due, and which of its troubles are told.
import { type CoreParts } from '../parts.ts';
import { isEnvironment } from '../failures.ts';
import { retryAtOf, type FailureCode } from '../../../shared/failure.ts';
import { accountIn } from '../../../shared/phases.ts';
import { msOf } from '@latchkey/protocol/units.ts';
import { type Action } from '../lanes.ts';
import { readAnnouncement } from './announcement.ts';
import { checkSession, stand, type ChecksParts } from './checks.ts';
import { withKnown } from '../session/account.ts';
import { accountOf } from '../session/last-user.ts';
import { readDatesBySignIn } from './resume.ts';

export type BackgroundCheckParts = ChecksParts & Pick<CoreParts, 'jitter'>;

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
  /** It is due now, unless the service asked for patience: something may have changed while nobody looked. */
  readonly soon: () => void;
  /** How long ago an answer said how things stand, in milliseconds; Infinity: none has. */
  readonly ageMs: () => number;
  /** For the next sign-in: nothing was checked yet, nothing was told yet. */
  readonly reset: () => void;
}

export function createBackgroundCheck(core: BackgroundCheckParts): BackgroundCheck {
  const { clock } = core;
  let dueAt: number | null = null;
  /** The trouble that was told last; told again only after a check in between that worked. */
  let told: FailureCode | null = null;
  let patientUntil = 0;
  let answeredAt: number | null = null;
  /** A network that has just come back may need a moment more: that is no news. */
  let hushed = false;

  return {
    async run(action) {
      action.limit();
      const end = await checkSession(core, action);
      if (end.kind === 'cancelled') return false;
      const wasHushed = hushed;
      hushed = false;
      if (end.kind === 'failed') {
        const { failure } = end;
        patientUntil = retryAtOf(failure) ?? 0;
        dueAt = Math.max(patientUntil - checkAgainMs, clock.now()) + againMs(core);
        const noNews = quiet.has(failure.code) || (wasHushed && isEnvironment(failure.code));
        if (failure.code !== told && !noNews) {
          told = failure.code;
          action.notice({ kind: 'failure', failure });
        }
        return true;
      }
      dueAt = clock.now() + everyMs(core);
      answeredAt = clock.now();
      clearNotice(core, action, told);
      told = null;
      if (end.kind === 'valid') await readMore(core, action);
      return true;
    },
    dueInMs() {
      dueAt ??= clock.now() + everyMs(core);
      answeredAt ??= clock.now(); // of the sign-in
      // A clock that was set back must not silence the checks.
      return Math.min(Math.max(dueAt - clock.now(), 0), longestPauseMs);
    },
    soon() {
      dueAt = Math.max(clock.now(), Math.min(patientUntil, clock.now() + longestPauseMs));
      hushed = true;
    },
    ageMs: () => (answeredAt === null ? Infinity : Math.abs(clock.now() - answeredAt)),
    reset() {
      dueAt = null;
      told = null;
      answeredAt = null;
      hushed = false;
    },
  };
}

/** What the trouble was that is over now; and what an earlier check found. */
function clearNotice(core: BackgroundCheckParts, action: Action, told: FailureCode | null): void {
  const { notice } = core.publisher.session();
  const over = notice?.kind === 'failure' && notice.failure.code === told;
  if (over || notice?.kind === 'checked') action.notice(null);
}

/** Less by up to a tenth, so that what has changed is known within the interval, and not everybody asks at once. */
function everyMs({ config, jitter }: BackgroundCheckParts): number {
  return Math.round(msOf(config.checkSeconds) * (1 - jitter() / 10));
}

/** More by up to a half: a service that comes back would be run over. */
function againMs({ jitter }: BackgroundCheckParts): number {
  return Math.round(checkAgainMs * (1 + jitter() / 2));
}

async function readMore(core: BackgroundCheckParts, action: Action): Promise<void> {
  await readDates(core, action);
  await readAnnouncement(core, action);
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
