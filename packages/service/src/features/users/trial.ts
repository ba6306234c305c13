// `trial`: creates a user with the free trial of the application and signs in
// (docs/protocol.md#trials). Each computer gets one, and each network a few in a day.
import { createHmac } from 'node:crypto';
import { deviceIdMissingText } from '@latchkey/protocol/all-reasons.ts';
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { trialMemorySeconds, trialsPerDay } from '@latchkey/protocol/limits.ts';
import { networkOf } from '../../addresses.ts';
import type { SessionCall } from '../../api/call.ts';
import { Refused, type InTransaction } from '../../database/transact.ts';
import { refuse, type Outcome } from '../../outcome.ts';
import { keyObject } from '../../secrets/key-objects.ts';
import { refillTimeOf, reserve, scopeOf, type Budget } from '../../secrets/throttles.ts';
import { refuseBlacklisted } from '../access-lists/blacklist.ts';
import { grantTime } from '../licenses/ledger.ts';
import type { SignInCall } from '../sessions/write-sign-in.ts';
import { registerFromRequest, type FindSource } from './new-account.ts';

const daySeconds = 86_400;

export async function trial(
  call: SessionCall,
  request: RequestOf<'trial'>,
): Promise<Outcome<'trial'>> {
  if (call.application.trialPlanId === null) return refuse('type-unknown');
  if (request.hwid === undefined)
    return { ...refuse('device-id-invalid'), message: deviceIdMissingText };
  return registerFromRequest(call, 'trial', request, trialAsSource(request.hwid));
}

function trialAsSource(hwid: string): FindSource {
  return async (call) => {
    const { db, application, ip, now } = call;
    const blacklisted = await refuseBlacklisted(db, application, { ip, hwid });
    if (blacklisted !== null) return blacklisted;
    const plan = await trialPlanOf(call);
    if (plan === undefined) return refuse('type-unknown');
    const computer = computerHash(call, hwid);
    const known = await db
      .selectFrom('trials')
      .select('expiresAt')
      .where('applicationId', '=', application.id)
      .where('computer', '=', computer)
      .executeTakeFirst();
    if (known !== undefined) return refuse('trial-used');
    if ((await refillTimeOf(db, networkBudget(call), now)) !== null) return refuse('trial-limit');
    const seconds = application.trialDays * daySeconds;
    return {
      async grant(inside, userId) {
        await claimTrial(inside, computer);
        const to = { userId, planId: plan.id };
        await grantTime(inside.db, to, { source: 'trial' }, seconds, now);
      },
      facts: { subscription: plan.name, seconds },
      counted: 'trials',
    };
  };
}

async function trialPlanOf({ db, application }: SignInCall) {
  return db
    .selectFrom('plans')
    .select(['id', 'name'])
    .where('applicationId', '=', application.id)
    .where('id', '=', application.trialPlanId)
    .executeTakeFirst();
}

/**
 * SECURITY: one insert decides, so that only one of several concurrent trials of a computer
 * succeeds. A refusal rolls back, so that only trials that began count for the network.
 */
async function claimTrial(call: InTransaction<SignInCall>, computer: string): Promise<void> {
  const { db, application, now } = call;
  const reservation = await reserve(db, [networkBudget(call)], now);
  if (!reservation.ok) throw new Refused(refuse('trial-limit'));
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('trials')
    .values({ applicationId: application.id, computer, expiresAt: now + trialMemorySeconds })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) throw new Refused(refuse('trial-used'));
}

function networkBudget({ application, ip }: Pick<SignInCall, 'application' | 'ip'>): Budget {
  const scope = scopeOf('trials', application.id, networkOf(ip));
  return { scope, maxAttempts: trialsPerDay, seconds: daySeconds };
}

/**
 * SECURITY: keyed, so that a stolen database does not tell which computers had a trial. The key
 * survives a change of the service's secret.
 */
function computerHash({ mailKey, application }: SignInCall, hwid: string): string {
  return createHmac('sha256', keyObject(mailKey))
    .update(JSON.stringify(['trial', application.id, hwid]))
    .digest('hex');
}
