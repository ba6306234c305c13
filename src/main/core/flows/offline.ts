// Keeps the offline pass of a saved sign-in, and uses it while the service does not answer
// (docs/helping.md#working-offline).
import { isOfConnection } from '../../../shared/connection-check.ts';
import { type Failure, type FailureCode } from '../../../shared/failure.ts';
import { accountIn } from '../../../shared/phases.ts';
import { createTurn } from '@latchkey/client/turn.ts';
import { type Clock } from '@latchkey/client/ports.ts';
import { type Action } from '../command-runner.ts';
import { passStateAt, type PassState, readPassFor, usesPasses } from '../offline/read-pass.ts';
import { type StoredPass } from '../ports.ts';
import { type LastUser } from '../session/last-user.ts';
import { isSameName } from '../../../shared/same-name.ts';
import { type CoreParts } from '../parts.ts';

export type OfflineParts = Pick<
  CoreParts,
  | 'clock'
  | 'config'
  | 'delivery'
  | 'device'
  | 'failures'
  | 'lastUser'
  | 'offline'
  | 'publisher'
  | 'savedSignIns'
  | 'serviceTime'
>;

/** With a usable pass, the loader waits at most this long for each answer. */
const patienceMs = 4_000;
/** A new pass is requested this often. */
const renewEveryMs = 3_600_000;

/** Codes of verified refusals after which a stored pass is deleted. */
const deletingCodes: ReadonlySet<FailureCode> = new Set([
  'banned',
  'blacklisted',
  'wrong-device',
  'no-subscription',
  'subscription-paused',
  'bad-credentials',
  'key-banned',
  'user-unknown',
  'app-unknown',
  'app-disabled',
]);

/** Whether the failure means that the service did not answer. */
export function isUnanswered(code: FailureCode): boolean {
  return isOfConnection(code);
}

/** Checks a stored pass, and deletes it if it is not valid. Returns null if there is none. */
export async function stateOfStored(
  core: OfflineParts,
  stored: StoredPass | null,
): Promise<PassState | null> {
  const { config, lastUser, offline } = core;
  if (stored === null || !usesPasses(config)) return null;
  const deviceId = await core.device.id();
  if (deviceId === null) return null;
  const user = { ...lastUser };
  const pass = readPassFor(config, { user, deviceId }, stored.pass);
  if (pass === null) {
    await store(core, user, null);
    return null;
  }
  offline.time.raise(stored.seenAt);
  offline.pass = { text: stored.pass, user, deviceId };
  writeMark(core);
  return passStateAt(config, user, pass, offline.time.nowMs());
}

/** Checks the pass of the signed-in user. Returns null if there is none. */
export function currentPassState(
  core: Pick<CoreParts, 'config' | 'lastUser' | 'offline'>,
): PassState | null {
  const { config, lastUser, offline } = core;
  if (offline.pass === null || !isSameUser(offline.pass.user, lastUser)) return null;
  const { text, deviceId } = offline.pass;
  const pass = readPassFor(config, { user: lastUser, deviceId }, text);
  return pass && passStateAt(config, lastUser, pass, offline.time.nowMs());
}

function isSameUser(one: LastUser, other: LastUser): boolean {
  return one.key === other.key && isSameName(one.name, other.name);
}

/** Shows the installed program, with the pass instead of a session. */
export async function goOffline(
  core: OfflineParts,
  action: Action,
  state: Extract<PassState, { kind: 'usable' }>,
  failure: Failure,
): Promise<void> {
  if (!action.isLive()) return;
  const { account, until } = state;
  core.offline.failure = failure;
  const before = accountIn(core.publisher.phase());
  action.move({
    kind: 'went-offline',
    account: before ?? account,
    offline: { until },
  });
  writeMark(core);
  await core.delivery?.goOffline();
}

/** Goes offline if the service did not answer and the current pass allows it. */
export async function goOfflineAfter(
  core: OfflineParts,
  action: Action,
  failure: Failure,
): Promise<boolean> {
  const state = isUnanswered(failure.code) ? currentPassState(core) : null;
  if (state?.kind !== 'usable') return false;
  await goOffline(core, action, state, failure);
  return true;
}

/** Shows that the pass has ended. */
export function endOffline(core: OfflineParts, action: Action, endedAt: number): void {
  const failure = core.offline.failure ?? core.failures.make({ code: 'timeout' });
  const username = core.lastUser.name;
  action.move({ kind: 'lost-service', username, failure, offlineEndedAt: endedAt });
}

/** Saves the time beside the pass, so that a clock that was set back changes nothing. */
export function writeMark(core: OfflineParts): void {
  const { offline } = core;
  if (offline.pass === null) return;
  const { text: pass, user } = offline.pass;
  const stored = { pass, seenAt: offline.time.nowMs() };
  void store(core, user, stored);
}

/** Saves a pass, or deletes it. A key store that fails costs offline use, so it is only logged. */
async function store(
  { failures, savedSignIns }: Pick<CoreParts, 'failures' | 'savedSignIns'>,
  user: LastUser,
  stored: StoredPass | null,
): Promise<void> {
  await savedSignIns.setOffline(user, stored).catch((error: unknown) => {
    failures.defect('saving the offline pass failed', error);
  });
}

/** `pass`: from a verified sign-in; undefined if the service issued none. */
export async function keepPassOfSignIn(
  core: OfflineParts,
  pass: string | undefined,
): Promise<void> {
  core.offline.pass = null;
  if (pass !== undefined) await keepPass(core, pass);
  else await store(core, { ...core.lastUser }, null);
}

/**
 * Saves a new pass, if the user has a saved sign-in. SECURITY: ignores a pass that is not valid or
 * older than the known one.
 */
export async function keepPass(core: OfflineParts, text: string | undefined): Promise<void> {
  const { config, offline, serviceTime } = core;
  const user = { ...core.lastUser };
  const deviceId = await core.device.id();
  if (text === undefined || deviceId === null) return;
  const holder = { user, deviceId };
  const pass = readPassFor(config, holder, text);
  if (pass === null) return;
  const known = offline.pass && readPassFor(config, holder, offline.pass.text);
  if (known !== null && known.sequence >= pass.sequence) return;
  offline.time.verify(serviceTime.newestMs());
  offline.pass = { text, ...holder };
  await store(core, user, { pass: text, seenAt: serviceTime.newestMs() });
}

/** Deletes the stored pass of the last user if the service refused for a lasting reason. */
export async function dropPassAfter(core: DropParts, code: FailureCode): Promise<void> {
  if (deletingCodes.has(code)) await dropPass(core);
}

type DropParts = Pick<CoreParts, 'failures' | 'lastUser' | 'offline' | 'savedSignIns'>;

export async function dropPass(core: DropParts): Promise<void> {
  core.offline.pass = null;
  await store(core, { ...core.lastUser }, null);
}

/** Parameters of a check. At most hourly, it requests a new pass for a saved sign-in. */
export function passParameters(core: OfflineParts): { readonly offline?: '1' } {
  const { clock, config, lastUser, offline, publisher } = core;
  const isSaved = publisher
    .session()
    .savedSignIns.some(
      ({ name, byKey }) => isSameName(name, lastUser.name) && byKey === (lastUser.key !== null),
    );
  const isDue = offline.askedAtMs === null || clock.elapsed() - offline.askedAtMs >= renewEveryMs;
  if (!usesPasses(config) || !isSaved || !isDue) return {};
  offline.askedAtMs = clock.elapsed();
  return { offline: '1' };
}

export interface Attempt {
  /** The given action, which also ends at the time limit of the attempt. */
  readonly action: Action;
  /** Sets the time limit, which counts from the beginning of the attempt. */
  readonly limit: () => void;
  readonly close: () => void;
}

/** Begins to wait for one answer. */
export function beginAttempt(clock: Clock, action: Action): Attempt {
  const turn = createTurn(clock);
  const beganAt = clock.elapsed();
  const end = (): void => turn.end(action.ended() ?? 'cancelled');
  action.signal.addEventListener('abort', end, { once: true });
  if (action.signal.aborted) end();
  return {
    action: { ...action, signal: turn.signal, ended: turn.ended },
    limit: () => turn.setTimeLimit(Math.max(0, patienceMs - (clock.elapsed() - beganAt))),
    close() {
      action.signal.removeEventListener('abort', end);
      turn.close();
    },
  };
}
