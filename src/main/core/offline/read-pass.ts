// Reads a stored offline pass: whether it lets this user start the program on this computer now.
// SECURITY: everything but a valid pass for exactly this case counts as none.
import { type LoaderConfig, publicKeysOf } from '../../../shared/config.ts';
import { type Account } from '../../../shared/session.ts';
import { readOfflinePass } from '@latchkey/client/offline-pass.ts';
import { readPublicKey } from '@latchkey/client/signature.ts';
import { info } from '@latchkey/protocol/client/common.ts';
import { featuresAt, type OfflinePass } from '@latchkey/protocol/offline-pass.ts';
import { hasBoundAnswers, isSameUser, subscriptionStatusOf } from '../session/account.ts';
import { accountFromInfo, type LastUser, usernameForService } from '../session/last-user.ts';

/**
 * Whether this loader uses offline passes. SECURITY: not if an answer could be an old one, and not
 * if a launch requires an answer about newer releases.
 */
export function usesPasses({ offline, service, delivery }: LoaderConfig): boolean {
  return offline && hasBoundAnswers(service) && delivery?.policy !== 'required';
}

/** The user and the computer that a pass must be for. */
export interface PassHolder {
  readonly user: LastUser;
  readonly deviceId: string;
}

/** Returns null if the pass is not valid for this user and computer, at any time. */
export function readPassFor(
  config: LoaderConfig,
  { user, deviceId }: PassHolder,
  text: string,
): OfflinePass | null {
  const { service } = config;
  if (!usesPasses(config)) return null;
  const pass = readOfflinePass(text, publicKeysOf(service).map(readPublicKey), service);
  if (pass === null || pass.hwid !== deviceId) return null;
  const requested = { name: usernameForService(user), byKey: user.key !== null };
  return isSameUser(requested, pass.username, true) ? pass : null;
}

export type PassState =
  /** `until`: unix milliseconds. */
  | { readonly kind: 'usable'; readonly account: Account; readonly until: number }
  | { readonly kind: 'ended'; readonly at: number };

/** `nowMs`: the loader's time (offline-time.ts). */
export function passStateAt(
  { requiredSubscription }: Pick<LoaderConfig, 'requiredSubscription'>,
  user: LastUser,
  pass: OfflinePass,
  nowMs: number,
): PassState {
  const { username, subscriptions } = pass;
  const features = featuresAt(pass, Math.floor(nowMs / 1000));
  const account = accountFromInfo(user, info.parse({ username, subscriptions, features }), nowMs);
  const ends = subscriptions
    .filter(({ subscription }) => (requiredSubscription ?? subscription) === subscription)
    .map(({ expiry }) => expiry);
  const until = Math.min(pass.until, Math.max(0, ...ends)) * 1000;
  const status = subscriptionStatusOf(account, nowMs, requiredSubscription);
  return status.kind === 'active' && nowMs < until
    ? { kind: 'usable', account: status.account, until }
    : { kind: 'ended', at: until };
}
