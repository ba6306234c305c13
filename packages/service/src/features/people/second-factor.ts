// The second factor of a person: one-time codes and recovery codes (docs/desk.md#sign-in).
import { createHmac } from 'node:crypto';
import { compactCode, compactRecoveryCode } from '@latchkey/protocol/typed-text.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import type { Database, Transaction } from '../../database/schema.ts';
import type { PersonRow } from '../../database/schema-people.ts';
import { transact } from '../../database/transact.ts';
import { keyObject } from '../../secrets/key-objects.ts';
import {
  acceptedStep,
  enrolmentUrl,
  makeOffer,
  makeRecoveryCodes,
  openOffer,
  withoutFactor,
} from '../../secrets/second-factor.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import { addToCount, refillTimeOf, scopeOf, type Budget } from '../../secrets/throttles.ts';
import { auditPerson, personOf, type PeopleParts } from './people.ts';

/** Limits wrong codes from all addresses together, because a guesser may know the password. */
function codeBudgetOf(personId: string): Budget {
  return { scope: scopeOf('person-code', personId), maxAttempts: 20, seconds: 86_400 };
}

export type CodeResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'bad-code' }
  | { readonly ok: false; readonly reason: 'rate-limited'; readonly retryAfter: number };

/**
 * Accepts a one-time code or a recovery code once. A refusal is counted, so the transaction must be
 * committed.
 */
export async function spendPersonCode(
  db: Transaction,
  secret: ServiceSecret,
  person: Pick<PersonRow, 'id'> & { readonly totpSecret: string },
  code: string,
  now: number,
): Promise<CodeResult> {
  // SECURITY: locks the person before any read, so that concurrent guesses are counted one by one.
  const { totpStep } = await db
    .updateTable('people')
    .set((eb) => ({ totpStep: eb.ref('totpStep') }))
    .where('id', '=', person.id)
    .returning('totpStep')
    .executeTakeFirstOrThrow();
  const budget = codeBudgetOf(person.id);
  const refillAt = await refillTimeOf(db, budget, now);
  if (refillAt !== null) return { ok: false, reason: 'rate-limited', retryAfter: refillAt - now };
  const isRight = /^[0-9]{6}$/.test(compactCode(code))
    ? await spendStep(db, secret, { ...person, totpStep }, compactCode(code), now)
    : await spendRecoveryCode(db, secret, person.id, code);
  if (isRight) return { ok: true };
  await addToCount(db, budget.scope, 1, now + budget.seconds, now);
  return { ok: false, reason: 'bad-code' };
}

async function spendStep(
  db: Transaction,
  secret: ServiceSecret,
  person: { readonly id: string; readonly totpSecret: string; readonly totpStep: number },
  code: string,
  now: number,
): Promise<boolean> {
  const totpStep = acceptedStep(secret, 'codes of people', person, code, now);
  if (totpStep === null) return false;
  await db.updateTable('people').set({ totpStep }).where('id', '=', person.id).execute();
  return true;
}

async function spendRecoveryCode(
  db: Transaction,
  secret: ServiceSecret,
  personId: string,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCodes')
    .where('personId', '=', personId)
    .where('codeHash', '=', recoveryHash(secret, personId, code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Keyed, because 40 bits could be guessed from a plain hash in a stolen database. */
function recoveryHash(secret: ServiceSecret, personId: string, code: string): string {
  const compact = compactRecoveryCode(code);
  const key = keyObject(secret.deriveKey('recovery codes of people'));
  return createHmac('sha256', key).update(`${personId}/${compact}`).digest('hex');
}

export interface OfferedFactor {
  /** Base32. SECURITY: shown once. */
  readonly secret: string;
  /** The URL that a QR code shows. */
  readonly url: string;
}

/** Offers a new secret, which replaces an earlier offer. Null if the second factor is on. */
export async function offerSecondFactor(
  { db, secret, nowMs }: PeopleParts,
  { id, name, ownerid }: Pick<PersonRow, 'id' | 'name' | 'ownerid'>,
): Promise<OfferedFactor | null> {
  const now = toUnixSeconds(nowMs());
  const { offered, columns } = makeOffer(secret, 'codes of people', id, now);
  const { numUpdatedRows } = await db
    .updateTable('people')
    .set(columns)
    .where('id', '=', id)
    .where('totpSecret', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  const url = enrolmentUrl(`${name} (${ownerid})`, offered, 'Latchkey');
  return { secret: offered, url };
}

export type ConfirmedFactor =
  | { readonly ok: true; readonly recoveryCodes: readonly string[] }
  | { readonly ok: false; readonly reason: 'on' | 'expired' }
  | Exclude<CodeResult, { ok: true }>;

/** Turns the second factor on with a first code. Returns the recovery codes, which it replaces. */
export async function confirmSecondFactor(
  { db, secret, nowMs }: PeopleParts,
  personId: string,
  code: string,
  ip: string,
): Promise<ConfirmedFactor> {
  const now = toUnixSeconds(nowMs());
  return transact(db, async (transaction) => {
    const person = await personOf(transaction, personId);
    if (person.totpSecret !== null) return { ok: false, reason: 'on' } as const;
    const totpSecret = openOffer(person, now);
    if (totpSecret === null) return { ok: false, reason: 'expired' } as const;
    const spent = await spendPersonCode(transaction, secret, { ...person, totpSecret }, code, now);
    if (!spent.ok) return spent;
    await transaction
      .updateTable('people')
      .set({ ...withoutFactor, totpSecret })
      .where('id', '=', personId)
      .execute();
    const codes = await replaceRecoveryCodes(transaction, secret, personId);
    const change = { type: 'secondfactor', detail: 'on=1', ip };
    await auditPerson(transaction, person, change, nowMs());
    return { ok: true, recoveryCodes: codes } as const;
  });
}

/** Turns the second factor off with a code. */
export async function endSecondFactor(
  { db, secret, nowMs }: PeopleParts,
  personId: string,
  code: string,
  ip: string,
): Promise<CodeResult | { readonly ok: false; readonly reason: 'off' }> {
  return transact(db, async (transaction) => {
    const person = await personOf(transaction, personId);
    const { totpSecret } = person;
    if (totpSecret === null) return { ok: false, reason: 'off' } as const;
    const now = toUnixSeconds(nowMs());
    const spent = await spendPersonCode(transaction, secret, { ...person, totpSecret }, code, now);
    if (!spent.ok) return spent;
    await dropSecondFactor(transaction, personId);
    const change = { type: 'secondfactor', detail: 'on=0', ip };
    await auditPerson(transaction, person, change, nowMs());
    return spent;
  });
}

export async function dropSecondFactor(db: Database, personId: string): Promise<void> {
  await db.updateTable('people').set(withoutFactor).where('id', '=', personId).execute();
  await db.deleteFrom('recoveryCodes').where('personId', '=', personId).execute();
}

async function replaceRecoveryCodes(
  db: Transaction,
  secret: ServiceSecret,
  personId: string,
): Promise<readonly string[]> {
  const codes = makeRecoveryCodes();
  await db.deleteFrom('recoveryCodes').where('personId', '=', personId).execute();
  await db
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ personId, codeHash: recoveryHash(secret, personId, code) })))
    .execute();
  return codes;
}
