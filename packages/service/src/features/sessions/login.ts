// `login` and `loginEmail`: make a session signed in (contract 0.6). What follows a right password is sign-in.ts.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SessionCall } from '../../api/call.ts';
import { refuseDeviceForm } from '../devices/devices.ts';
import { emitFailure } from '../../outbound/events.ts';
import { emailHash } from '../users/emails.ts';
import { findUser, findUserByEmail, isKnown, type FoundUser } from './known-addresses.ts';
import { refuse, type Outcome, type Success } from '../../outcome.ts';
import { signInUser } from './sign-in.ts';
import type { Place } from '../../secrets/throttles.ts';
import { withBudget, type Tried } from '../../secrets/wrong-secrets.ts';

type Given = Omit<RequestOf<'login'>, 'username'>;

export async function login(
  call: SessionCall,
  request: RequestOf<'login'>,
): Promise<Outcome<'login'>> {
  const { username } = request;
  return signIn(call, request, () => findUser(call, username), username);
}

/** SECURITY: counted as the user's own guesses, or an address would be a second budget of them. */
export async function loginByEmail(
  call: SessionCall,
  request: RequestOf<'loginEmail'>,
): Promise<Outcome<'login'>> {
  const hash = emailHash(call.mailKey, request.email) ?? '';
  return signIn(call, request, () => findUserByEmail(call, hash), hash);
}

/** `nobody`: what guesses are counted by where there is no such user. */
async function signIn(
  call: SessionCall,
  request: Given,
  find: () => Promise<FoundUser | null>,
  nobody: string,
): Promise<Outcome<'login'>> {
  const formRefusal = refuseDeviceForm(call.application, request.hwid);
  if (formRefusal !== null) return formRefusal;
  const found = await find();
  const account = { name: found?.user.username ?? nobody, isKnown: isKnown(call, found) };
  const outcome = await withBudget<Success<'login'>>(
    call,
    account,
    async (places) =>
      (await tryPassword(call, request, found, places)) ??
      (await tryPassword(call, request, await find(), places)) ?? {
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
  { pass: password, hwid, code }: Given,
  found: FoundUser | null,
  places: readonly Place[],
): Promise<Tried<Outcome<'login'>> | null> {
  const legacy = call.application.legacyHashes === 1;
  const stored = found?.user.passwordHash ?? null;
  const right = await call.passwords.verify(stored, password, legacy);
  if (found === null || !right) return { outcome: refuse('bad-credentials'), proved: false };
  return signInUser(call, { password, hwid, code }, found, places);
}
