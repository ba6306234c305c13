// `upgrade`: redeems a license for a user by name (contract 1.6). Verifies no password, so it never signs a session in.
import type { RequestOf } from '../../shared/wire/client-spec.ts';
import { protocolTexts } from '../../shared/wire/reasons.ts';
import type { SessionCall } from '../call.ts';
import { emitEvent, emitFailure } from '../events.ts';
import { claimLicense, firstPlanOf, findLicense, refuseSpent } from '../licenses.ts';
import { refuse, type Outcome } from '../outcome.ts';
import { extendSubscription } from '../subscriptions.ts';
import { transact } from '../transact.ts';
import { countWrong, spentUntil } from '../wrong-secrets.ts';

type Request = RequestOf<'upgrade'>;

export async function upgrade(call: SessionCall, request: Request): Promise<Outcome<'upgrade'>> {
  const seen = await lookUp(call, request);
  const outcome = await redeemOrRefuse(call, request, seen);
  const username = seen.userId === null ? undefined : request.username;
  await emitFailure(call, 'redeem-failed', outcome, { username, license: request.key });
  return outcome;
}

async function redeemOrRefuse(
  call: SessionCall,
  request: Request,
  seen: Awaited<ReturnType<typeof lookUp>>,
): Promise<Outcome<'upgrade'>> {
  const account = { name: request.username };
  const retryAfter = (seen.spentUntil ?? 0) - call.now;
  if (retryAfter > 0) return refuse('rate-limited', { retryAfter });
  const { status, level, usedBy, userId, planId, planName } = seen;
  // SECURITY: an unknown key is a guess, and so is a user name that nobody has. A key is too long to be found by guesses
  // that were all looked up before the first of them was counted.
  if (status === null || level === null)
    return (await countWrong(call, account)) ?? refuse('key-unknown');
  if (status !== 'unused') return refuseSpent(call, { status, level, usedBy });
  if (userId === null) return (await countWrong(call, account)) ?? refuse('user-unknown');
  if (planId === null || planName === null) return refuse('no-plan-for-level');
  return redeem(call, request, userId, { id: planId, name: planName, level });
}

/** One read, because redeeming is what many do at the same moment after a sale. */
async function lookUp(call: SessionCall, { key, username }: Request) {
  const { db, application } = call;
  return db
    .selectFrom('applications')
    .leftJoin('licenses', (join) =>
      join.onRef('licenses.applicationId', '=', 'applications.id').on('licenses.key', '=', key),
    )
    .leftJoin('users', (join) =>
      join.onRef('users.applicationId', '=', 'applications.id').on('users.username', '=', username),
    )
    .leftJoin('plans', (join) =>
      join.on((eb) => eb('plans.id', '=', firstPlanOf(db, application, eb.ref('licenses.level')))),
    )
    .select([
      'licenses.status',
      'licenses.level',
      'licenses.usedBy',
      'users.id as userId',
      'plans.id as planId',
      'plans.name as planName',
      spentUntil(call, { name: username }).as('spentUntil'),
    ])
    .where('applications.id', '=', application.id)
    .executeTakeFirstOrThrow();
}

async function redeem(
  call: SessionCall,
  { key, username }: Request,
  userId: string,
  plan: { readonly id: string; readonly name: string; readonly level: string },
): Promise<Outcome<'upgrade'>> {
  const { application, session, now, ip } = call;
  const added = await transact(call.db, async (db) => {
    const seconds = await claimLicense(db, application, key, userId, now);
    if (seconds === null) return null;
    const expiresAt = await extendSubscription(db, userId, plan.id, seconds, now);
    await emitEvent(db, call, 'redeem', { username, ip, license: key, subscription: plan.name });
    return { seconds, expiresAt };
  });
  if (added === null) {
    const spent = await findLicense(call.db, application, key);
    return spent === undefined ? refuse('key-unknown') : refuseSpent(call, spent);
  }
  const { seconds, expiresAt } = added;
  return {
    ok: true,
    answer: {
      message: protocolTexts.upgraded,
      redeemed: { subscription: plan.name, level: plan.level, seconds },
      ...(session.userId === userId && expiresAt !== null && { expiry: String(expiresAt) }),
    },
  };
}
