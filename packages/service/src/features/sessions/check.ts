// `check`: reports whether the session is signed in, and its user
// (docs/protocol.md#checks-and-bans, docs/protocol.md#additional-fields).
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { protocolTexts } from '@latchkey/protocol/reasons.ts';
import type { SignedInCall } from '../../api/call.ts';
import type { Outcome } from '../../outcome.ts';
import { updateOf } from './program-versions.ts';
import { infoAnswer } from '../subscriptions/subscriptions.ts';

/** Runs no query: the user's data was read with the session, because programs check often. */
export function check(
  { application, session, user, owned, now, ip }: SignedInCall,
  { check_paid: isRoleRequested }: RequestOf<'check'>,
): Promise<Outcome<'check'>> {
  if (owned === null) throw new Error('A check was not given what the user has');
  const { subscriptions, hwid } = owned;
  const info = infoAnswer(user, subscriptions, { now, ip, hwid, lastLoginAt: user.lastLoginAt });
  const role = isRoleRequested === 1 && ({ role: 'customer' } as const);
  const update = updateOf(application, session.version, now);
  const updateAnswer = update === null ? {} : { update };
  const answer = { message: protocolTexts.sessionValid, info, ...role, ...updateAnswer };
  return Promise.resolve({ ok: true, answer });
}
