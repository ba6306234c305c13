// Reads what a signed-in user owns, for the customers' page.
import { announcementVariable } from '@latchkey/protocol/announcement.ts';
import type { PageAnswer } from '@latchkey/protocol/page-api.ts';
import type { SignedInCall } from '../../api/call.ts';
import { isNamed, typedName } from '../../database/names.ts';
import { holdsSeats, passesOfRemoved, runningPasses } from '../offline/held-seats.ts';
import { boundDevices } from '../devices/devices.ts';
import { allowsRemovals, computersList, resetsOf } from '../devices/removals.ts';
import { allowedComputers } from '../devices/seats.ts';
import { listSessions } from '../sessions/own-sessions.ts';
import { endOf } from '../subscriptions/grace.ts';
import { shownEnd } from '../subscriptions/revoked-ends.ts';
import { isActive, ownedSubscriptions } from '../subscriptions/subscriptions.ts';
import type { OwnedSubscription } from '../../api/call.ts';
import { accountFacts } from '../users/account-facts.ts';
import { canChangeEmail, ownEmail } from '../users/own-email.ts';
import { maskKey } from '../../secrets/key-mask.ts';

const maxKeys = 100;

export async function ownedAnswer(call: SignedInCall): Promise<PageAnswer<'me'>> {
  const { db, application, user, now } = call;
  const owned = await ownedSubscriptions(db, user.id);
  const { nameIsKey, deletesAt, ...account } = await db
    .selectFrom('users')
    .select(['nameIsKey', 'accountEvents', 'recoveryCodes', 'deletesAt'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const keys = await keysOf(call);
  const computers = await computersOf(call, owned);
  return {
    id: user.id,
    name: nameIsKey === 1 ? maskKey(user.username) : user.username,
    isKey: nameIsKey === 1,
    hasSecondFactor: user.totpSecret !== null,
    ...accountFacts(call, { ...account, totpSecret: user.totpSecret }),
    ...(canChangeEmail(call) && { email: await ownEmail(call) }),
    subscriptions: owned.map((one) => subscriptionOf(one, now)),
    keys: keys.map(({ key, status, usedAt }) => ({
      key: maskKey(key),
      state: status === 'banned' ? 'banned' : 'used',
      redeemedAt: usedAt,
    })),
    ...(computers !== null && { computers }),
    ...(application.ownSessions === 1 && { sessions: await listSessions(call) }),
    deletesAt,
    announcement: await announcementOf(call),
    canChangePassword: application.passwordChanges === 1 && nameIsKey === 0,
  };
}

async function announcementOf({ db, application }: SignedInCall): Promise<string> {
  const row = await db
    .selectFrom('variables')
    .select('value')
    .where('applicationId', '=', application.id)
    .where(isNamed('variables', typedName(announcementVariable)))
    .executeTakeFirst();
  return row?.value ?? '';
}

/** Newest first. */
export function keysOf({ db, user }: SignedInCall) {
  return db
    .selectFrom('licenses')
    .select(['key', 'status', 'usedAt'])
    .where('usedBy', '=', user.id)
    .orderBy('usedAt', 'desc')
    .orderBy('key')
    .limit(maxKeys)
    .execute();
}

function subscriptionOf(
  one: OwnedSubscription,
  now: number,
): PageAnswer<'me'>['subscriptions'][number] {
  const { subscription: name, remainingSeconds } = one;
  if (isActive(one, now)) return { name, until: endOf(one, now), state: 'running' };
  if ((remainingSeconds ?? 0) > 0) return { name, until: null, state: 'paused' };
  return { name, until: one.expiresAt === null ? null : shownEnd(one.expiresAt), state: 'ended' };
}

async function computersOf(
  call: SignedInCall,
  owned: readonly OwnedSubscription[],
): Promise<PageAnswer<'me'>['computers'] | null> {
  const { db, application, user, secret, now } = call;
  if (application.hwidLock === 0) return null;
  const bound = await boundDevices(db, user.id);
  const passes = await runningPasses(call, user.id);
  const ends = new Map(passes.map(({ hwid, endsAt }) => [hwid, endsAt]));
  const list = computersList(secret, user.id, bound).map((computer, index) => {
    const until = ends.get(bound[index]?.hwid ?? '');
    return until === undefined ? computer : { ...computer, until };
  });
  const removed = holdsSeats(application) ? passesOfRemoved(passes, undefined) : [];
  return {
    allowed: allowedComputers(owned, now),
    list,
    held: removed.map(({ endsAt }) => endsAt),
    ...(allowsRemovals(application) && { resets: await resetsOf(call, user.id) }),
  };
}
