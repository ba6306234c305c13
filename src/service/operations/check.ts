// `check`: is this session still signed in, and as whom (contract 1.8, 0.9)?
import type { RequestOf } from '../../shared/wire/client-spec.ts';
import { protocolTexts } from '../../shared/wire/reasons.ts';
import type { SignedInCall } from '../call.ts';
import type { Outcome } from '../outcome.ts';
import { updateOf } from '../users/program-versions.ts';
import { firstDevice } from '../users/devices.ts';
import { infoAnswer, ownedSubscriptions } from '../licenses/subscriptions.ts';

export async function check(
  { db, application, session, user, now, ip }: SignedInCall,
  { check_paid: isRoleAsked }: RequestOf<'check'>,
): Promise<Outcome<'check'>> {
  const owned = await ownedSubscriptions(db, user.id);
  const hwid = await firstDevice(db, user.id);
  const info = infoAnswer(user, owned, { now, ip, hwid, lastLoginAt: user.lastLoginAt });
  const role = isRoleAsked === 1 && ({ role: 'customer' } as const);
  const update = updateOf(application, session.version, now);
  const told = update === null ? {} : { update };
  return { ok: true, answer: { message: protocolTexts.sessionValid, info, ...role, ...told } };
}
