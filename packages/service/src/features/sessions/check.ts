// `check`: reports whether the session is signed in, and its user
// (docs/protocol.md#checks-and-bans, docs/protocol.md#additional-fields).
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { protocolTexts } from '@latchkey/protocol/reasons.ts';
import type { CallEntitlements, SignedInCall } from '../../api/call.ts';
import { recordUse } from '../devices/devices.ts';
import { accountFacts } from '../users/account-facts.ts';
import { computerFacts } from '../devices/seats.ts';
import type { Outcome } from '../../outcome.ts';
import { offlineAnswerOfCheck } from '../offline/check-pass.ts';
import { updateOf } from './program-versions.ts';
import { recordSessionUse } from './sessions.ts';
import { featureFacts } from '../subscriptions/features.ts';
import { infoAnswer } from '../subscriptions/subscriptions.ts';

/**
 * Programs check often, so the user's data was read with the session. Only removals of computers
 * are read here, where they are on, and the use of the computer is written at most hourly.
 */
export async function check(
  call: SignedInCall,
  { check_paid: isRoleRequested, offline }: RequestOf<'check'>,
): Promise<Outcome<'check'>> {
  const { application, session, user, entitlements, now, ip } = call;
  if (entitlements === null) throw new Error('A check was not given what the user has');
  const { subscriptions, hwid, used, ownFeatures, ...more } = entitlements;
  await recordUses(call, entitlements);
  const info = {
    ...infoAnswer(user, subscriptions, { now, ip, hwid, lastLoginAt: user.lastLoginAt }),
    ...(await computerFacts(call, user.id, used, subscriptions)),
    ...accountFacts(call, { ...more, totpSecret: user.totpSecret }),
    ...featureFacts(subscriptions, ownFeatures, now),
  };
  const role = isRoleRequested === 1 && ({ role: 'customer' } as const);
  const update = updateOf(application, session.version, now);
  const updateAnswer = update === null ? {} : { update };
  const pass = await offlineAnswerOfCheck(call, { offline });
  const answer = { message: protocolTexts.sessionValid, info, ...role, ...updateAnswer, ...pass };
  return { ok: true, answer };
}

/** A check succeeds even if the database takes no writes, for example on a full disk. */
async function recordUses(
  { db, application, session, user, now, log }: SignedInCall,
  { seat, seenAt }: CallEntitlements,
): Promise<void> {
  try {
    if (seat !== null && application.hwidLock === 1) await recordUse(db, user.id, seat, now);
    if (application.ownSessions === 1) await recordSessionUse(db, session, seenAt, now);
  } catch (error) {
    log.warn({ err: error }, 'Could not record the use of a computer or session');
  }
}
