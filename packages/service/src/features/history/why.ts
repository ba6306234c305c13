// The seller API operation `why`: predicts the answer to a sign-in with the correct password. It
// uses the checks of the sign-in itself, in their order (docs/protocol.md#sign-in-checks).
import type { historyApi } from '@latchkey/protocol/seller/history.ts';
import type { WhyAnswer } from '@latchkey/protocol/seller/why-answers.ts';
import type { OwnedSubscription } from '../../api/call.ts';
import { done, type SellerCall, type SellerHandlers } from '../../api/seller-call.ts';
import { refuseStopped } from '../../api/client-api.ts';
import { normaliseAddress } from '../../addresses.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { userOfName } from '../../database/names.ts';
import { isBlacklisted } from '../access-lists/blacklist.ts';
import { refuseDevice, refuseDeviceForm } from '../devices/devices.ts';
import { canOfferRemoval } from '../devices/removals.ts';
import { readSeats } from '../devices/seats.ts';
import { computersAnswer } from '../devices/user-computers.ts';
import { ownedSubscriptions } from '../subscriptions/subscriptions.ts';
import { isEmailShared } from '../sessions/known-addresses.ts';
import { codesLockedUntil } from '../two-factor/one-time-codes.ts';
import { refuseBanned } from '../users/bans.ts';
import { assumptionOf, isDeviceBlacklisted, type Assumption } from './assumption.ts';
import { nearestNames } from './nearest-names.ts';
import { historyAnswer, maskAddress, newestAttempt } from './history-rows.ts';
import { spentLimit } from './spent-limit.ts';
import { withheldAnswer } from './withheld-releases.ts';
import { inactiveAnswer } from './inactive-answer.ts';

type WhyUser = Pick<
  UserRow,
  | ('id' | 'username' | 'bannedReason' | 'totpSecret' | 'lastLoginAt' | 'lastIp')
  | ('emailHash' | 'emailConfirmed')
>;

const noComputers = { computers: [], removed: [] };

type Computers = Awaited<ReturnType<typeof computersAnswer>>['computers'];

export const explain: SellerHandlers<typeof historyApi>['why'] = async (
  call: SellerCall,
  { user: name, hwid, ip },
) => {
  const user = await userOfName(call.db, call.application, name)
    .select(['users.id', 'users.username', 'bannedReason', 'totpSecret', 'lastLoginAt', 'lastIp'])
    .select(['emailHash', 'emailConfirmed', 'deletesAt'])
    .executeTakeFirst();
  const newest = user && (await newestAttempt(call, user.id));
  const asked = { hwid, ip: ip === undefined ? undefined : (normaliseAddress(ip) ?? ip) };
  const assumed = await assumptionOf(call, user, newest, asked);
  const { computers, removed } =
    user === undefined ? noComputers : await computersAnswer(call, user.id);
  const obstacles = [
    ...stopAnswer(call),
    ...formAnswer(call, assumed),
    ...(await limitAnswer(call, name, assumed)),
    ...(user === undefined
      ? [{ code: 'user-unknown' as const, nearest: await nearestNames(call, name) }]
      : await userAnswers(call, user, assumed, computers)),
  ];
  const isMasked = call.key.scope === 'read';
  return done({
    code: obstacles[0]?.code ?? ('ok' as const),
    obstacles,
    ip: assumed.ip !== null && isMasked ? maskAddress(assumed.ip) : assumed.ip,
    refused: newest === undefined || newest.outcome === 'ok' ? null : historyAnswer(call, newest),
    sharedemail: user !== undefined && (await isEmailShared(call, user)),
    removed,
    lastlogin: textOf(user?.lastLoginAt ?? null),
    ...(user !== undefined && (await withheldAnswer(call, user.id))),
    deletesat: textOf(user?.deletesAt ?? null),
  });
};

function stopAnswer({ application }: SellerCall): readonly WhyAnswer[] {
  const stopped = refuseStopped(application);
  if (stopped === null) return [];
  return [{ code: stopped.reason === 'app-disabled' ? 'app-disabled' : 'app-paused' }];
}

function formAnswer({ application }: SellerCall, { hwid, isKnown }: Assumption): WhyAnswer[] {
  if (!isKnown || refuseDeviceForm(application, hwid) === null) return [];
  return [{ code: 'device-id-invalid', minhwid: String(application.minHwid) }];
}

async function limitAnswer(
  call: SellerCall,
  name: string,
  { ip }: Assumption,
): Promise<readonly WhyAnswer[]> {
  const spent = ip === null ? null : await spentLimit(call, name, ip);
  return spent === null
    ? []
    : [{ code: 'rate-limited', limit: spent.limit, until: String(spent.until) }];
}

async function userAnswers(
  call: SellerCall,
  user: WhyUser,
  assumed: Assumption,
  computers: Computers,
): Promise<readonly WhyAnswer[]> {
  const { db, application } = call;
  const owned = await ownedSubscriptions(db, user.id);
  const device = await deviceAnswer(call, user, assumed, { owned, computers });
  const isOffer = device[0]?.code === 'wrong-device' && canOfferRemoval(application, assumed);
  return [
    ...(await banAnswer(call, user)),
    ...(await blacklistAnswer(call, assumed)),
    ...(isOffer ? [] : device),
    ...(await inactiveAnswer(call, user.id, owned)),
    ...(await codeAnswers(call, user)),
    ...(isOffer ? device : []),
  ];
}

async function banAnswer({ db }: SellerCall, user: WhyUser): Promise<readonly WhyAnswer[]> {
  if (refuseBanned(user) === null) return [];
  const ban = await db
    .selectFrom('bans')
    .select(['licenseKey', 'bannedAt', 'bannedBy'])
    .where('userId', '=', user.id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return [
    {
      code: 'banned',
      reason: user.bannedReason ?? '',
      since: textOf(ban?.bannedAt ?? null),
      by: ban?.bannedBy ?? null,
      key: ban === undefined || ban.licenseKey === '' ? null : ban.licenseKey,
    },
  ];
}

async function blacklistAnswer(
  call: SellerCall,
  assumed: Assumption,
): Promise<readonly WhyAnswer[]> {
  const { db, application } = call;
  const { ip } = assumed;
  if (ip !== null && (await isBlacklisted(db, application, { ip, hwid: undefined })))
    return [{ code: 'blacklisted', what: 'ip' }];
  return (await isDeviceBlacklisted(call, assumed))
    ? [{ code: 'blacklisted', what: 'computer' }]
    : [];
}

async function deviceAnswer(
  call: SellerCall,
  user: WhyUser,
  assumed: Assumption,
  {
    owned,
    computers,
  }: { readonly owned: readonly OwnedSubscription[]; readonly computers: Computers },
): Promise<readonly WhyAnswer[]> {
  const { application } = call;
  const seats = await readSeats(call, user.id, assumed.hwid, owned);
  const { allowed } = seats;
  const refusal = assumed.isKnown ? refuseDevice(application, seats, assumed.hwid) : null;
  if (refusal === null) return [];
  const { until } = refusal.facts;
  if (typeof until === 'number') return [{ code: 'seat-held', until: String(until) }];
  return [
    {
      code: 'wrong-device',
      device: assumed.device,
      computer: assumed.computer ?? '',
      computers,
      allowed,
    },
  ];
}

async function codeAnswers(
  { db, now }: SellerCall,
  { id, totpSecret }: WhyUser,
): Promise<readonly WhyAnswer[]> {
  if (totpSecret === null) return [];
  const lockedUntil = await codesLockedUntil(db, id, now);
  return lockedUntil === null
    ? [{ code: 'code-needed' }]
    : [{ code: 'codes-locked', until: String(lockedUntil) }, { code: 'code-needed' }];
}

function textOf(at: number | null): string | null {
  return at === null ? null : String(at);
}
