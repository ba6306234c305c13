// Starts the protected app with a session that was just verified, and awaits its exit.
import { publicKeysOf } from '../../../shared/config.ts';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { accountIn, offlineIn } from '../../../shared/phases.ts';
import { type OptionValues } from '../../../shared/options.ts';
import { type Action } from '../command-runner.ts';
import { checkSession, type ChecksParts } from './checks.ts';
import { comeBack } from './come-back.ts';
import { beginAttempt, currentPassState, goOfflineAfter } from './offline.ts';
import { readLaunchOptions } from './options.ts';
import { type AppExit, type LaunchOutcome } from '../ports.ts';
import { type CoreParts } from '../parts.ts';

export type LaunchingParts = ChecksParts & Pick<CoreParts, 'delivery' | 'launcher'>;

/** `onExit`: called when the app has exited and the phase is `ready` again. */
export async function launch(
  core: LaunchingParts,
  action: Action,
  onExit: () => void,
): Promise<Result<null>> {
  action.limit();
  action.notice(null);
  action.move({ kind: 'launch-asked' });
  action.step('checking-subscription');
  try {
    const permission = await verifyUser(core, action);
    if (permission.kind === 'failed') {
      action.move({ kind: 'launch-failed' });
      return fail(permission.failure);
    }
    if (permission.kind === 'left') return ok(null);
    const isOffline = permission.kind === 'offline';
    const allowed = (await core.delivery?.checkLaunch(action, isOffline)) ?? ok(null);
    if (!allowed.ok) {
      action.move({ kind: 'launch-failed' });
      return allowed;
    }
    if (!action.isLive()) return ok(null);
    const options = isOffline ? {} : await readLaunchOptions(core, action);
    if (!action.isLive()) return ok(null);
    // The app may start from here on, so the command can no longer be cancelled.
    action.commit();
    action.step('starting-app');
    const launchable = (await core.delivery?.verifyForLaunch()) ?? ok(null);
    if (!launchable.ok) {
      action.move({ kind: 'launch-failed' });
      return launchable;
    }
    const outcome = await core.launcher.launch(launchLine(core, options), launchable.value);
    if (outcome.ok) {
      action.move({ kind: 'app-started' });
      void awaitExit(core, outcome, onExit);
      return ok(null);
    }
    action.move({ kind: 'launch-failed' });
    return fail(core.failures.make({ code: outcome.fault }));
  } catch (error) {
    action.move({ kind: 'launch-failed' });
    throw error;
  }
}

type Permission =
  | { readonly kind: 'online' | 'offline' }
  /** Another phase or command replaces the launch. */
  | { readonly kind: 'left' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Checks the session. If the service does not answer, the offline pass decides. */
async function verifyUser(core: LaunchingParts, action: Action): Promise<Permission> {
  if (offlineIn(core.publisher.phase()) !== null) {
    const result = await comeBack(core, action, 'automatic');
    return { kind: result === 'cancelled' ? 'left' : result };
  }
  const attempt = beginAttempt(core.clock, action);
  if (currentPassState(core)?.kind === 'usable') attempt.limit();
  const check = await checkSession(core, attempt.action);
  attempt.close();
  if (check.kind === 'valid') return { kind: 'online' };
  if (check.kind !== 'failed') return { kind: 'left' };
  const isOffline = await goOfflineAfter(core, action, check.failure);
  return isOffline ? { kind: 'offline' } : check;
}

/** SECURITY: the only place where the session id leaves the core, on the app's stdin. */
function launchLine(core: LaunchingParts, options: OptionValues): string {
  const { config, offline, publisher, serviceSession } = core;
  const { baseUrl, name, ownerid, challenge, method } = config.service;
  const publicKeys = publicKeysOf(config.service);
  // While offline, some can end before the next sign-in.
  const isOffline = offlineIn(publisher.phase()) !== null;
  const pass = isOffline ? currentPassState(core) : null;
  const usable = pass?.kind === 'usable' ? pass : null;
  // A pass that has ended gives none, although the phase still has those of the last answer.
  const account = isOffline ? usable?.account : accountIn(publisher.phase());
  const features = account?.features;
  return JSON.stringify({
    v: 1,
    baseUrl,
    name,
    ownerid,
    sessionid: serviceSession.id(),
    publicKey: serviceSession.verifiedBy() ?? publicKeys[0] ?? null,
    publicKeys,
    challenge,
    method,
    options,
    ...(features !== undefined && { features }),
    ...(offline.pass !== null && { offline: offline.pass.text }),
  });
}

async function awaitExit(
  core: LaunchingParts,
  { exited }: Extract<LaunchOutcome, { ok: true }>,
  onExit: () => void,
): Promise<void> {
  const { exitCode, signal } = await exited.catch((error: unknown): AppExit => {
    core.failures.defect('waiting for the app failed', error);
    return { exitCode: null, signal: null };
  });
  core.publisher.move({ kind: 'app-exited' });
  // The user who closed the app needs no message about it.
  if (exitCode !== 0) core.publisher.notice({ kind: 'app-exited', exitCode, signal });
  onExit();
}
