// `license`: signs in with a license key as both user name and password
// (docs/protocol.md#sign-in-by-license-key). An unused key first registers its user.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { bareKey, compactKey } from '@latchkey/protocol/typed-text.ts';
import type { SessionCall } from '../../api/call.ts';
import { refuseDeviceForm, type Computer } from '../devices/devices.ts';
import type { Transaction } from '../../database/schema.ts';
import { recordRefusal, type Attempt } from '../history/history.ts';
import { emitFailure } from '../../outbound/events.ts';
import { findUser, isKnown, type FoundUser } from './known-addresses.ts';
import { findLicense, refuseSpent } from '../licenses/licenses.ts';
import { refuse, type Outcome, type Refusal, type Success } from '../../outcome.ts';
import { registerUser } from '../users/new-account.ts';
import { licenseAsSource } from '../users/registration.ts';
import { signInUser } from './sign-in.ts';
import type { Slot } from '../../secrets/throttles.ts';
import { refuseUserName } from '../users/users.ts';
import { withBudget, type CheckResult } from '../../secrets/wrong-secrets.ts';

type LicenseRequest = RequestOf<'license'>;

export async function license(
  call: SessionCall,
  request: LicenseRequest,
): Promise<Outcome<'license'>> {
  const { key } = request;
  const formRefusal =
    call.browser === null ? refuseDeviceForm(call.application, request.hwid) : null;
  if (formRefusal !== null) return formRefusal;
  const foundUser = await findKeyUser(call, key);
  // SECURITY: cleaned, because otherwise every spelling of a key would have its own budget.
  const name = foundUser?.user.username ?? bareKey(key);
  const account = { name, isKnown: isKnown(call, foundUser) };
  const outcome = await withBudget<Success<'license'>>(
    call,
    account,
    async (slots) =>
      (await tryKey(call, request, foundUser, slots)) ??
      (await tryKey(call, request, await findKeyUser(call, key), slots)) ?? {
        outcome: refuse('key-used'),
        proved: true,
      },
    call.passwords.imitateVerify,
  );
  await emitFailure(call, 'login-failed', outcome, { license: key });
  return outcome;
}

/**
 * Finds the user whose name is this key. The typed text may differ from the key, whose stored
 * spelling is the name. Deleted keys stay names.
 */
async function findKeyUser(call: SessionCall, key: string): Promise<FoundUser | null> {
  const foundUser = await findUser(call, key);
  if (foundUser !== null) return foundUser;
  const stored = await findLicense(call.db, call.application, key);
  const name = stored?.key ?? compactKey(key);
  return name === key ? null : findUser(call, name);
}

/** Returns null if the user was changed meanwhile. */
async function tryKey(
  call: SessionCall,
  { key, hwid, code, computer, system, offline }: LicenseRequest,
  foundUser: FoundUser | null,
  slots: readonly Slot[],
): Promise<CheckResult<Outcome<'license'>> | null> {
  // A spent key that is not a user name is refused without hashing, because the answer reveals the
  // reason anyway.
  const spent = foundUser === null ? await refuseIfSpent(call, key) : null;
  const attempt = { operation: 'license', hwid, computer, system };
  if (spent !== null)
    return { ...withRecord(call, { foundUser, key }, attempt, spent), proved: 'refused' };
  const legacy = call.application.legacyHashes === 1;
  // The password is the key's registered spelling, not the typed one.
  const password = foundUser?.user.username ?? key;
  // SECURITY: a wrong password gets the answer of an unknown user; otherwise names could be probed.
  const isPasswordCorrect = await call.passwords.verify(
    foundUser?.user.passwordHash ?? null,
    password,
    legacy,
  );
  if (foundUser !== null && isPasswordCorrect)
    return signInUser(call, { ...attempt, password, code, offline }, foundUser, slots);
  const outcome = await registerKey(call, { ...attempt, key, offline });
  if (outcome.ok) return { outcome, proved: true };
  const proved = outcome.reason !== 'key-unknown';
  return { ...withRecord(call, { foundUser, key }, attempt, outcome), proved };
}

/** Adds the record of a refusal. The key of a user does not prove to be that user. */
function withRecord(
  call: SessionCall,
  { foundUser, key }: { readonly foundUser: FoundUser | null; readonly key: string },
  attempt: Attempt,
  outcome: Refusal,
) {
  const name = compactKey(key);
  const account = { userId: foundUser?.user.id ?? null, name, isProved: false };
  const record = (db: Transaction) => recordRefusal({ ...call, db }, account, attempt, outcome);
  return { outcome, record };
}

async function refuseIfSpent(call: SessionCall, typedKey: string): Promise<Refusal | null> {
  const known = await findLicense(call.db, call.application, typedKey);
  return known === undefined || known.status === 'unused' ? null : refuseSpent(call, known);
}

/** Checks the key first, so that only the holder of a license learns whether its name is taken. */
async function registerKey(
  call: SessionCall,
  { key: typedKey, ...computer }: Computer & Attempt & Pick<LicenseRequest, 'key' | 'offline'>,
): Promise<Outcome<'license'>> {
  const known = await findLicense(call.db, call.application, typedKey);
  if (known === undefined) return refuse('key-unknown');
  if (known.status !== 'unused') return refuseSpent(call, known);
  // On the page, a typed key must not become a second account by mistake.
  if (call.browser !== null) return refuse('user-unknown');
  const { key } = known;
  return (
    refuseUserName(call.application, key) ??
    registerUser(call, { username: key, password: key, ...computer }, licenseAsSource(key))
  );
}
