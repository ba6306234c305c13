// Reads the account and its subscriptions from an answer, and derives whether one is active.
import { fold } from '@latchkey/protocol/fold.ts';
import { maxFeatures } from '@latchkey/protocol/limits.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';
import { type LoaderConfig, publicKeysOf } from '../../../shared/config.ts';
import { accountAbilities } from '../../../shared/features.ts';
import { type Account, type Subscription } from '../../../shared/session.ts';
import { readCount, readResets } from '@latchkey/client/computers.ts';
import { type Lapsed } from '@latchkey/client/facts.ts';
import { readAccountEvents } from '@latchkey/client/recovery.ts';
import { type Info } from '@latchkey/protocol/client/common.ts';
import { readLapsed } from '@latchkey/client/lapsed.ts';
import { cleanName } from '@latchkey/client/seller-text.ts';
import { isLifetime, toMs } from '@latchkey/client/wire-time.ts';

export type SubscriptionStatus =
  | { readonly kind: 'active'; readonly account: Account }
  | {
      readonly kind: 'inactive';
      readonly cause: 'expired' | 'never';
      readonly lapsed: readonly Lapsed[];
    };

/**
 * `serverNowMs`: the verified time of the service; null if unknown. Then only the service decides
 * which subscriptions have expired, because a wrong local clock must not lock anyone out.
 */
export function subscriptionStatusOf(
  account: Account,
  serverNowMs: number | null,
  required: LoaderConfig['requiredSubscription'],
): SubscriptionStatus {
  const isActive = ({ expiresAt }: Subscription): boolean =>
    account.dates !== 'current' ||
    serverNowMs === null ||
    expiresAt === null ||
    expiresAt > serverNowMs;
  const wanted = account.subscriptions.filter(
    ({ name }) => required === undefined || name === required,
  );
  if (wanted.some(isActive))
    return {
      kind: 'active',
      account: moveExpired(account, isActive),
    };
  return {
    kind: 'inactive',
    cause: wanted.length > 0 ? 'expired' : 'never',
    lapsed: wanted.map(({ name, expiresAt }) => ({ name, expiresAt, paused: false })),
  };
}

/** Moves ended subscriptions to `lapsed`, even if the service has not reported them yet. */
function moveExpired(account: Account, isActive: (one: Subscription) => boolean): Account {
  const ended = account.subscriptions.filter((subscription) => !isActive(subscription));
  if (ended.length === 0) return account;
  const lapsed = account.lapsed ?? [];
  const known = new Set(lapsed.map(({ name }) => name));
  const added = ended
    .filter(({ name }) => !known.has(name))
    .map(({ name, expiresAt }) => ({ name, expiresAt, paused: false }));
  return {
    ...account,
    subscriptions: account.subscriptions.filter(isActive),
    lapsed: [...lapsed, ...added],
  };
}

/** `nowMs`: the service's time if known, else this computer's. */
export function readAccount(info: Info, nowMs: number): Account {
  const { username, subscriptions, twofactor, lapsed, boundAt } = info;
  const latest = new Map<string, Subscription>();
  for (const { subscription, expiry, since, level, included } of subscriptions) {
    const name = cleanName(subscription);
    const expiresAt = toMs(expiry);
    const before = latest.get(name);
    // Some services list a subscription once per key; the latest end applies.
    if (before !== undefined && (before.expiresAt ?? 0) >= (expiresAt ?? 0)) continue;
    const lifetime = isLifetime(expiresAt, nowMs);
    const cleanLevel = cleanName(level);
    const fields = { name, expiresAt, startedAt: toMs(since), lifetime, ...wordsOf(included) };
    latest.set(name, cleanLevel === '' ? fields : { ...fields, level: cleanLevel });
  }
  return {
    username: cleanName(username),
    subscriptions: [...latest.values()],
    dates: 'current',
    ...(twofactor !== undefined && { twoFactor: twofactor }),
    ...(lapsed !== undefined && { lapsed: lapsed.map(readLapsed) }),
    ...(boundAt !== undefined && { boundAt: toMs(boundAt) }),
    ...computerFactsOf(info),
    ...securityFactsOf(info),
    ...featureFactsOf(info),
  };
}

function wordsOf(included: readonly string[] = []): Pick<Subscription, 'included'> {
  const words = included.slice(0, maxFeatures).map(cleanName);
  return words.length === 0 ? {} : { included: words.filter((one) => one !== '') };
}

function featureFactsOf({ features, extras }: Info): Pick<Account, 'features' | 'extras'> {
  const cleaned = extras
    ?.slice(0, maxFeatures)
    .map(({ words, until }) => ({ words: cleanName(words), until: toMs(until) }))
    .filter(({ words }) => words !== '');
  return { ...(features !== undefined && { features }), ...(cleaned && { extras: cleaned }) };
}

function securityFactsOf({ recovery, events }: Info): Pick<Account, 'recoveryCodes' | 'events'> {
  return {
    ...(recovery !== undefined && { recoveryCodes: readCount(recovery.left) }),
    ...(events !== undefined && { events: readAccountEvents(events) }),
  };
}

function computerFactsOf({
  computers,
  resets,
  can,
}: Info): Pick<Account, 'computers' | 'resets' | 'can'> {
  return {
    ...(computers !== undefined && {
      computers: { used: readCount(computers.used), allowed: readCount(computers.allowed) },
    }),
    ...(resets !== undefined && { resets: readResets(resets) }),
    ...(can !== undefined && { can: accountAbilities.filter((ability) => can.includes(ability)) }),
  };
}

/**
 * Fields that are missing in the newer `account` keep their old values. SECURITY: not features,
 * because a missing one was taken away.
 */
export function mergeAccounts(account: Account, before: Account): Account {
  const { features: _features, extras: _extras, ...rest } = before;
  return { ...rest, ...account };
}

/** The user of a request: by name, or by a license key that is also the name. */
export interface RequestedUser {
  readonly name: string;
  readonly byKey: boolean;
}

/**
 * Whether an answer is about the requested user (docs/protocol.md#client-checks). `bound`: a
 * signed challenge ties the answer to this request. Only then may the spellings differ in case,
 * width and composition, and in the dashes and spaces of a key: services answer with the
 * registered spelling.
 */
export function isSameUser(
  { name, byKey }: RequestedUser,
  answered: string,
  bound: boolean,
): boolean {
  const normalize = (text: string): string => text.trim().normalize('NFC');
  if (normalize(name) === normalize(answered)) return true;
  const toFold = byKey ? foldKey : fold;
  return bound && toFold(name) === toFold(answered);
}

/** Whether a signed challenge ties each answer to its request. */
export function hasBoundAnswers(service: LoaderConfig['service']): boolean {
  return publicKeysOf(service).length > 0 && service.challenge === 'required';
}

/**
 * Returns the account after a redeem. If `added` is null, the answer had no dates, so the known
 * dates are stale. Otherwise the later end applies, because a redeem shortens no subscription.
 */
export function afterRedeem(account: Account, added: Subscription | null): Account {
  if (added === null) return { ...account, dates: 'asking' };
  const others = account.subscriptions.filter(({ name }) => name !== added.name);
  const same = account.subscriptions.find(({ name }) => name === added.name);
  const later = same !== undefined && (same.expiresAt ?? 0) > (added.expiresAt ?? 0) ? same : added;
  const lapsed = account.lapsed?.filter(({ name }) => name !== added.name);
  return {
    ...account,
    subscriptions: [...others, { ...later, startedAt: same?.startedAt ?? null }],
    ...(lapsed !== undefined && { lapsed }),
  };
}

/** The earliest end of a subscription, unix milliseconds; null if none is known. */
export function earliestExpiry({ subscriptions }: Account): number | null {
  const times = subscriptions
    .map(({ expiresAt }) => expiresAt)
    .filter((expiresAt) => expiresAt !== null);
  return times.length === 0 ? null : Math.min(...times);
}
