// `upgrade`: redeems a license for a user by name (contract 1.6). Verifies no password, so it never signs a session in.
import type { RequestOf } from '../../shared/wire/client-spec.ts';
import { protocolTexts } from '../../shared/wire/reasons.ts';
import type { SessionCall } from '../call.ts';
import { claimLicense, findLicense, firstPlan, refuseSpent } from '../licenses.ts';
import { refuse, type Outcome } from '../outcome.ts';
import { extendSubscription } from '../subscriptions.ts';
import { transact } from '../transact.ts';

export async function upgrade(
  call: SessionCall,
  request: RequestOf<'upgrade'>,
): Promise<Outcome<'upgrade'>> {
  const { db, application, session, now } = call;
  const license = await findLicense(db, application, request.key);
  if (license === undefined) return refuse('key-unknown');
  if (license.status !== 'unused') return refuseSpent(call, license);
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('applicationId', '=', application.id)
    .where('username', '=', request.username)
    .executeTakeFirst();
  if (user === undefined) return refuse('user-unknown');
  const plan = await firstPlan(db, application, license.level);
  if (plan === undefined) return refuse('no-plan-for-level');
  const claimed = await transact(db, async (transaction) => {
    const seconds = await claimLicense(transaction, application, license.key, user.id, now);
    if (seconds === null) return null;
    const expiresAt = await extendSubscription(transaction, user.id, plan.id, seconds, now);
    return { seconds, expiresAt };
  });
  if (claimed === null) {
    const spent = await findLicense(db, application, request.key);
    return spent === undefined ? refuse('key-unknown') : refuseSpent(call, spent);
  }
  const tellExpiry = session.userId === user.id && claimed.expiresAt !== null;
  return {
    ok: true,
    answer: {
      message: protocolTexts.upgraded,
      redeemed: { subscription: plan.name, level: plan.level, seconds: claimed.seconds },
      ...(tellExpiry && { expiry: String(claimed.expiresAt) }),
    },
  };
}
