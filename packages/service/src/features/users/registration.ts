// `register`: creates a user from an unused license and signs in (docs/protocol.md#registration).
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SessionCall } from '../../api/call.ts';
import type { ApplicationRow, Database } from '../../database/schema.ts';
import { Refused, type InTransaction } from '../../database/transact.ts';
import { refuse, type Outcome } from '../../outcome.ts';
import { refuseBlacklisted } from '../access-lists/blacklist.ts';
import { claimLicense, findLicense, refuseSpent } from '../licenses/licenses.ts';
import { grantTime } from '../licenses/ledger.ts';
import type { SignInCall } from '../sessions/write-sign-in.ts';
import { registerFromRequest, type FindSource } from './new-account.ts';

export async function register(
  call: SessionCall,
  request: RequestOf<'register'>,
): Promise<Outcome<'register'>> {
  return registerFromRequest(call, 'register', request, licenseAsSource(request.key));
}

/** The key may be typed in any spelling. */
export function licenseAsSource(typedKey: string): FindSource {
  return async (call, { hwid }) => {
    const { db, application, ip } = call;
    const license = await findLicense(db, application, typedKey);
    if (license === undefined) return refuse('key-unknown');
    if (license.status !== 'unused') return refuseSpent(call, license);
    const blacklisted = await refuseBlacklisted(db, application, { ip, hwid });
    if (blacklisted !== null) return blacklisted;
    const plans = await plansOf(db, application, license.level);
    if (plans.length === 0) return refuse('no-plan-for-level');
    const { key } = license;
    return {
      grant: (inside, userId) => grantLicense(inside, userId, key),
      facts: { license: key },
      counted: 'redeemed',
    };
  };
}

/** Grants every plan of the license's level, each for the license's duration. */
async function grantLicense(
  call: InTransaction<SignInCall>,
  userId: string,
  key: string,
): Promise<void> {
  const granted = await claimAndGrant(call, userId, key);
  if (granted === 'no-plan') throw new Refused(refuse('no-plan-for-level'));
  if (granted === 'granted') return;
  const license = await findLicense(call.db, call.application, key);
  if (license === undefined) throw new Refused(refuse('key-unknown'));
  throw new Refused(await refuseSpent(call, license));
}

/** The transaction must be rolled back unless it returns 'granted'. */
export async function claimAndGrant(
  { db, application, now }: InTransaction<Pick<SignInCall, 'db' | 'application' | 'now'>>,
  userId: string,
  key: string,
): Promise<'granted' | 'spent' | 'no-plan'> {
  const seconds = await claimLicense(db, application, key, userId, now);
  const license = await findLicense(db, application, key);
  if (seconds === null || license === undefined) return 'spent';
  const plans = await plansOf(db, application, license.level);
  if (plans.length === 0) return 'no-plan';
  const origin = { source: 'key', licenseKey: key } as const;
  for (const { id: planId } of plans) await grantTime(db, { userId, planId }, origin, seconds, now);
  return 'granted';
}

async function plansOf(
  db: Database,
  application: ApplicationRow,
  level: string,
): Promise<readonly { id: string }[]> {
  return db
    .selectFrom('plans')
    .select('id')
    .where('applicationId', '=', application.id)
    .where('level', '=', level)
    .execute();
}
