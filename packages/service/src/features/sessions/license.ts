// `license`: a license key alone, as user name and as password (contract 1.5): signs in who registered so, or registers.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SessionCall } from '../../api/call.ts';
import { refuseDeviceForm } from '../devices/devices.ts';
import { emitFailure } from '../../outbound/events.ts';
import { findUser, isKnown, type FoundUser } from './known-addresses.ts';
import { findLicense, refuseSpent } from '../licenses/licenses.ts';
import { refuse, type Outcome, type Refusal, type Success } from '../../outcome.ts';
import { registerUser } from '../users/registration.ts';
import { signInUser } from './sign-in.ts';
import type { Slot } from '../../secrets/throttles.ts';
import { refuseUserName } from '../users/users.ts';
import { withBudget, type Tried } from '../../secrets/wrong-secrets.ts';

type LicenseRequest = RequestOf<'license'>;

export async function license(
  call: SessionCall,
  request: LicenseRequest,
): Promise<Outcome<'license'>> {
  const { key } = request;
  const formRefusal = refuseDeviceForm(call.application, request.hwid);
  if (formRefusal !== null) return formRefusal;
  const found = await findUser(call, key);
  const account = { name: key, isKnown: isKnown(call, found) };
  const outcome = await withBudget<Success<'license'>>(
    call,
    account,
    async (slots) =>
      (await tryKey(call, request, found, slots)) ??
      (await tryKey(call, request, await findUser(call, key), slots)) ?? {
        outcome: refuse('key-used'),
        proved: true,
      },
  );
  await emitFailure(call, 'login-failed', outcome, { license: key });
  return outcome;
}

/** null: the user was changed meanwhile. */
async function tryKey(
  call: SessionCall,
  { key, hwid, code }: LicenseRequest,
  found: FoundUser | null,
  slots: readonly Slot[],
): Promise<Tried<Outcome<'license'>> | null> {
  // A spent key that is nobody's name: the answer says what the time would tell, so that nothing has to be computed.
  const spent = found === null ? await refuseIfSpent(call, key) : null;
  if (spent !== null) return { outcome: spent, proved: 'refused' };
  const legacy = call.application.legacyHashes === 1;
  // As it was registered, however it was typed.
  const password = found?.user.username ?? key;
  // SECURITY: a user whose password is another one answers as if there were none, or names could be tried out here.
  const right = await call.passwords.verify(found?.user.passwordHash ?? null, password, legacy);
  if (found !== null && right) return signInUser(call, { password, hwid, code }, found, slots);
  const outcome = await registerKey(call, { key, hwid });
  return { outcome, proved: outcome.ok || outcome.reason !== 'key-unknown' };
}

async function refuseIfSpent(call: SessionCall, typedKey: string): Promise<Refusal | null> {
  const known = await findLicense(call.db, call.application, typedKey);
  return known === undefined || known.status === 'unused' ? null : refuseSpent(call, known);
}

/** The key is looked at before the name: whether somebody has that name is told only to who holds the license. */
async function registerKey(
  call: SessionCall,
  { key: typedKey, hwid }: Pick<LicenseRequest, 'key' | 'hwid'>,
): Promise<Outcome<'license'>> {
  const known = await findLicense(call.db, call.application, typedKey);
  if (known === undefined) return refuse('key-unknown');
  if (known.status !== 'unused') return refuseSpent(call, known);
  const { key } = known;
  return (
    refuseUserName(call.application, key) ??
    registerUser(call, { username: key, password: key, key, hwid })
  );
}
