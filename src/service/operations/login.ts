// `login`: makes a session signed in (contract 0.6). What follows a right password is sign-in.ts.
import type { RequestOf } from '../../shared/wire/client-spec.ts';
import type { SessionCall } from '../call.ts';
import { refuseDeviceForm } from '../users/devices.ts';
import { emitFailure } from '../outbound/events.ts';
import { findUser, isKnown, type FoundUser } from '../secrets/known-addresses.ts';
import { refuse, type Outcome, type Success } from '../outcome.ts';
import { signInUser } from '../users/sign-in.ts';
import type { Place } from '../secrets/throttles.ts';
import { withBudget, type Tried } from '../secrets/wrong-secrets.ts';

type LoginRequest = RequestOf<'login'>;

export async function login(call: SessionCall, request: LoginRequest): Promise<Outcome<'login'>> {
  const { username } = request;
  const formRefusal = refuseDeviceForm(call.application, request.hwid);
  if (formRefusal !== null) return formRefusal;
  const found = await findUser(call, username);
  const account = { name: username, isKnown: isKnown(call, found) };
  const outcome = await withBudget<Success<'login'>>(
    call,
    account,
    async (places) =>
      (await tryPassword(call, request, found, places)) ??
      (await tryPassword(call, request, await findUser(call, username), places)) ?? {
        outcome: refuse('bad-credentials'),
        proved: true,
      },
  );
  await emitFailure(call, 'login-failed', outcome, { username: found?.user.username });
  return outcome;
}

/** null: the user was changed meanwhile. */
async function tryPassword(
  call: SessionCall,
  { pass: password, hwid, code }: LoginRequest,
  found: FoundUser | null,
  places: readonly Place[],
): Promise<Tried<Outcome<'login'>> | null> {
  const legacy = call.application.legacyHashes === 1;
  const stored = found?.user.passwordHash ?? null;
  const right = await call.passwords.verify(stored, password, legacy);
  if (found === null || !right) return { outcome: refuse('bad-credentials'), proved: false };
  return signInUser(call, { password, hwid, code }, found, places);
}
