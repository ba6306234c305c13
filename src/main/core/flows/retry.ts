// Try again, Check again and Check for updates: asks the service about the session, announcements and
// releases, and says what was found.
import { ok, type Result } from '../../../shared/failure.ts';
import { accountIn, offlineIn, suspendedIn } from '../../../shared/phases.ts';
import { type Action } from '../command-runner.ts';
import { type CoreParts } from '../parts.ts';
import { readAnnouncement } from './announcement.ts';
import { checkSession, checkSuspended } from './checks.ts';
import { comeBack, showComeBack } from './come-back.ts';
import { type LaunchingParts } from './launching.ts';
import { type LoaderUpdates } from './loader-updates.ts';
import { type RedeemParts } from './redeem.ts';
import { resume } from './resume.ts';

type RetryParts = LaunchingParts & RedeemParts & Pick<CoreParts, 'delivery'>;

/** `updates`: null if this host cannot update the loader. */
export async function retry(
  core: RetryParts,
  action: Action,
  updates: Pick<LoaderUpdates, 'check'> | null,
): Promise<Result<null>> {
  const phase = core.publisher.phase();
  if (suspendedIn(phase) !== null) return checkSuspended(core, action);
  if (accountIn(phase) === null) return resume(core, action, 'user');
  if (offlineIn(phase) !== null) return retryOffline(core, action);
  action.limit();
  action.step('checking-subscription');
  const before = shownFacts(core);
  const subscriptions = subscriptionsIn(core);
  const askedLoader = updates?.check() ?? null;
  const end = await checkSession(core, action);
  // No form awaits this Result, so a notice shows the failure.
  if (end.kind === 'failed') action.notice({ kind: 'failure', failure: end.failure });
  else if (end.kind === 'valid') {
    const { notice } = core.publisher.session();
    await readAnnouncement(core, action);
    await core.delivery?.refresh(action);
    const loader = await askedLoader;
    if (!action.isLive()) return ok(null);
    // A notice of the refresh is more urgent than the result.
    if (core.publisher.session().notice !== notice) return ok(null);
    const changed = end.hasDates ? shownFacts(core) !== before : null;
    const found = {
      subscriptions: end.hasDates && subscriptionsIn(core) !== subscriptions,
      program: updateIn(core),
      loader,
    };
    action.notice({ kind: 'checked', at: core.clock.now(), changed, found });
  }
  return ok(null);
}

function subscriptionsIn({ publisher }: RetryParts): string {
  return JSON.stringify(accountIn(publisher.phase())?.subscriptions ?? null);
}

/** The version of an offered update; null if there is none. */
function updateIn({ publisher }: RetryParts): string | null {
  const { program } = publisher.session();
  return program === null || program.installed === null
    ? null
    : (program.available?.version ?? null);
}

/** Everything on the home screen that a check can change. */
function shownFacts({ publisher }: RetryParts): string {
  const { phase, program } = publisher.session();
  // The size of an update is measured later, and is no news.
  return JSON.stringify([phase, program], (key, value: unknown) =>
    key === 'stored' ? undefined : value,
  );
}

/** Shows the result on the line for checks. */
async function retryOffline(core: RetryParts, action: Action): Promise<Result<null>> {
  action.step('checking-subscription');
  const result = await comeBack(core, action, 'user');
  if (result === 'online') showComeBack(core, action);
  else if (result === 'offline') {
    const at = core.clock.now();
    action.notice({ kind: 'checked', at, changed: null, service: 'unreachable' });
  }
  return ok(null);
}
