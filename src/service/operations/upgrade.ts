// `upgrade`: redeems a license for a user by name (contract 1.6). Verifies no password, so it never signs a session in.
import type { RequestOf } from '../../shared/wire/client-spec.ts';
import { protocolTexts } from '../../shared/wire/reasons.ts';
import type { SessionCall } from '../call.ts';
import { claimLicense, findLicense, firstPlan, refuseSpent } from '../licenses.ts';
import { refuse, type Outcome } from '../outcome.ts';
import { extendSubscription } from '../subscriptions.ts';
import { giveBack } from '../throttles.ts';
import { transact } from '../transact.ts';
import { refuseWhenSpent, takeWithin } from '../wrong-secrets.ts';

export async function upgrade(
  call: SessionCall,
  request: RequestOf<'upgrade'>,
): Promise<Outcome<'upgrade'>> {
  const account = { name: request.username };
  return refuseWhenSpent(() =>
    transact(call.db, async (db) => {
      const places = await takeWithin(db, call, account);
      const outcome = await redeem({ ...call, db }, request);
      if (!countsAsWrong(outcome)) await giveBack(db, places);
      return outcome;
    }),
  );
}

/** SECURITY: an unknown key is a guess, and so is a user name that nobody has. */
function countsAsWrong(outcome: Outcome<'upgrade'>): boolean {
  return !outcome.ok && (outcome.reason === 'key-unknown' || outcome.reason === 'user-unknown');
}

/** Inside a transaction. */
async function redeem(
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
  const seconds = await claimLicense(db, application, license.key, user.id, now);
  if (seconds === null) {
    const spent = await findLicense(db, application, request.key);
    return spent === undefined ? refuse('key-unknown') : refuseSpent(call, spent);
  }
  const expiresAt = await extendSubscription(db, user.id, plan.id, seconds, now);
  return {
    ok: true,
    answer: {
      message: protocolTexts.upgraded,
      redeemed: { subscription: plan.name, level: plan.level, seconds },
      ...(session.userId === user.id && expiresAt !== null && { expiry: String(expiresAt) }),
    },
  };
}
