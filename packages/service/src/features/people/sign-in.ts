// The sign-in of a person who works for a seller, with budgets for wrong passwords and codes.
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import type { PersonRow } from '../../database/schema-people.ts';
import { transact } from '../../database/transact.ts';
import { budgetsOf } from '../../secrets/budgets.ts';
import { returnSlots } from '../../secrets/throttles.ts';
import { refuseWhenSpent, reserveWithin } from '../../secrets/wrong-secrets.ts';
import { auditPerson, findPerson, passwordsOf, type PeopleParts } from './people.ts';
import { createPersonSession, isKnownAddress, type Origin } from './person-sessions.ts';
import { spendPersonCode } from './second-factor.ts';

export interface Credentials {
  readonly ownerid: string;
  readonly name: string;
  readonly password: string;
  /** A one-time code or a recovery code. */
  readonly code?: string | undefined;
}

export type SignInRefusal =
  /** The same for an unknown owner id, an unknown name and a wrong password. */
  | { readonly ok: false; readonly reason: 'wrong-password' | 'code-needed' | 'bad-code' }
  | { readonly ok: false; readonly reason: 'rate-limited'; readonly retryAfter: number };

export type SignedIn = {
  readonly ok: true;
  readonly person: PersonRow;
  /** SECURITY: a new id at every sign-in. */
  readonly sessionId: string;
};

export async function signInPerson(
  parts: PeopleParts,
  credentials: Credentials,
  origin: Origin,
): Promise<SignedIn | SignInRefusal> {
  const checked = await checkCredentials(parts, credentials, origin.ip);
  if (!checked.ok) return checked;
  const { person } = checked;
  const { db, nowMs } = parts;
  return transact(db, async (transaction): Promise<SignedIn | SignInRefusal> => {
    // SECURITY: a reset during the sign-in must not leave a session of the old password.
    const { numUpdatedRows } = await transaction
      .updateTable('people')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('id', '=', person.id)
      .where('passwordHash', '=', person.passwordHash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, reason: 'wrong-password' };
    const now = toUnixSeconds(nowMs());
    const sessionId = await createPersonSession(transaction, person.id, origin, now);
    const change = { type: 'signin', detail: '', ip: origin.ip };
    await auditPerson(transaction, person, change, nowMs());
    return { ok: true, person, sessionId };
  });
}

/** Checks password and code, without signing in. */
export async function checkCredentials(
  parts: PeopleParts,
  { code, ...credentials }: Credentials,
  ip: string,
): Promise<{ readonly ok: true; readonly person: PersonRow } | SignInRefusal> {
  const checked = await reserveAndCheck(parts, credentials, ip);
  if (!checked.ok) return checked;
  const { person, giveBack } = checked;
  const factor = await checkFactor(parts, person, code, toUnixSeconds(parts.nowMs()));
  if (factor.ok || factor.reason === 'code-needed') await giveBack();
  return factor.ok ? { ok: true, person } : factor;
}

/** Checks the password only, before a dangerous change of a person who has signed in. */
export async function checkPassword(
  parts: PeopleParts,
  credentials: Omit<Credentials, 'code'>,
  ip: string,
): Promise<{ readonly ok: true } | SignInRefusal> {
  const checked = await reserveAndCheck(parts, credentials, ip);
  if (!checked.ok) return checked;
  await checked.giveBack();
  return { ok: true };
}

/** SECURITY: a success keeps its slots until `giveBack`, because the code may still be wrong. */
async function reserveAndCheck(
  parts: PeopleParts,
  { ownerid, name, password }: Omit<Credentials, 'code'>,
  ip: string,
): Promise<
  | { readonly ok: true; readonly person: PersonRow; readonly giveBack: () => Promise<void> }
  | SignInRefusal
> {
  const { db, nowMs } = parts;
  const now = toUnixSeconds(nowMs());
  const person = await findPerson(db, ownerid, name);
  const isKnown = person !== undefined && (await isKnownAddress(db, person.id, ip, now));
  const origin = { application: { id: `people of ${ownerid}` }, ip };
  const budgets = budgetsOf(origin, { name, isKnown }).all;
  const reservation = await refuseWhenSpent(() =>
    transact(db, (inside) => reserveWithin(inside, { now }, budgets)),
  );
  if (!reservation.ok) {
    const retryAfter = Number(reservation.facts['retryAfter']);
    return { ok: false, reason: 'rate-limited', retryAfter };
  }
  const giveBack = () => transact(db, (inside) => returnSlots(inside, reservation.slots));
  const passwords = await passwordsOf(parts, ownerid);
  let isRight: boolean;
  try {
    isRight = await passwords.verify(person?.passwordHash ?? null, password, false);
  } catch (error) {
    // An overloaded service verified nothing.
    await giveBack();
    throw error;
  }
  if (!isRight || person === undefined) return { ok: false, reason: 'wrong-password' };
  return { ok: true, person, giveBack };
}

async function checkFactor(
  { db, secret }: PeopleParts,
  person: PersonRow,
  code: string | undefined,
  now: number,
): Promise<{ readonly ok: true } | SignInRefusal> {
  const { totpSecret } = person;
  if (totpSecret === null) return { ok: true };
  if (code === undefined) return { ok: false, reason: 'code-needed' };
  return transact(db, (inside) =>
    spendPersonCode(inside, secret, { ...person, totpSecret }, code, now),
  );
}
