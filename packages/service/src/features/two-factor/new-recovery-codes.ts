// `newrecoverycodes`: makes a new set of recovery codes, which replaces the old one when the user
// sends one of the new codes back (docs/protocol.md#recovery-codes).
// SECURITY: requires the password and a code, so that a stolen session gets no codes.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SignedInCall } from '../../api/call.ts';
import { transactWithin, type InTransaction } from '../../database/transact.ts';
import { badRequest, refuse, type Outcome, type Success } from '../../outcome.ts';
import { makeRecoveryCodes } from '../../secrets/second-factor.ts';
import { returnSlots, type Slot } from '../../secrets/throttles.ts';
import { withBudget, type CheckResult } from '../../secrets/wrong-secrets.ts';
import { proveUser, type ProvedUser } from '../users/own-password.ts';
import { spendCode, tryCode } from './one-time-codes.ts';
import { confirmableSeconds, openPending, sealPending, shownSeconds } from './pending-codes.ts';
import { askForCode, countCodes, hashCodes } from './recovery-codes.ts';
import { withinBudget } from './within-budget.ts';

type CodesRequest = RequestOf<'newrecoverycodes'>;
type CodesOutcome = Outcome<'newrecoverycodes'>;

export async function newRecoveryCodes(
  call: SignedInCall,
  { pass, code, confirm }: CodesRequest,
): Promise<CodesOutcome> {
  if (call.application.recoveryCodes === 0) return refuse('type-unknown');
  if (confirm !== undefined) return confirmCodes(call, confirm);
  return pass === undefined
    ? badRequest('Send either pass and code, or confirm.')
    : offerCodes(call, pass, code);
}

async function offerCodes(
  call: SignedInCall,
  pass: string,
  code: string | undefined,
): Promise<CodesOutcome> {
  const { application, user, passwords } = call;
  return withBudget<Success<'newrecoverycodes'>>(
    call,
    { name: user.username, isKnown: true },
    async (slots): Promise<CheckResult<CodesOutcome>> => {
      const proved = await proveUser(call, pass);
      if (proved === null) return { outcome: refuse('bad-credentials'), proved: false };
      const { totpSecret } = proved;
      if (totpSecret === null) return { outcome: refuse('two-factor-off'), proved: true };
      if (code === undefined) return { outcome: askForCode(application, proved), proved: true };
      const outcome = await transactWithin(call, (inside) =>
        writePending(inside, { ...proved, totpSecret }, code, slots),
      );
      return { outcome, proved: outcome.ok ? 'given-back' : outcome.reason !== 'bad-code' };
    },
    passwords.imitateVerify,
  );
}

/** Writes only to an unchanged user, so that an old password or second factor gets no codes. */
async function writePending(
  call: InTransaction<SignedInCall>,
  { id, passwordHash, totpSecret }: ProvedUser & { readonly totpSecret: string },
  code: string,
  slots: readonly Slot[],
): Promise<CodesOutcome> {
  const { db, idempotency } = call;
  // Returned, not thrown: the count of wrong codes must be committed.
  const codeRefusal = await spendCode(call, { id, totpSecret }, code);
  if (codeRefusal !== null) return codeRefusal;
  const current = await db
    .selectFrom('users')
    .select('recoveryPending')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('totpSecret', '=', totpSecret)
    .executeTakeFirst();
  if (current === undefined) return refuse('bad-credentials');
  const shown = openPending(call, id, current.recoveryPending, shownSeconds);
  const codes = shown ?? makeRecoveryCodes();
  if (shown === null) {
    const recoveryPending = sealPending(call, id, codes);
    await db.updateTable('users').set({ recoveryPending }).where('id', '=', id).execute();
  }
  await returnSlots(db, slots);
  const message = 'Send one of these codes to confirm them.';
  await idempotency.complete(db, { ok: true, codesOf: id, message });
  return { ok: true, answer: { message, codes: [...codes] } };
}

async function confirmCodes(call: SignedInCall, confirm: string): Promise<CodesOutcome> {
  return withinBudget<CodesOutcome>(call, async (inside, { totpSecret, recoveryPending }) => {
    const { user, mailKey } = inside;
    if (totpSecret === null) return refuse('two-factor-off');
    const codes = openPending(inside, user.id, recoveryPending, confirmableSeconds);
    if (codes === null) return refuse('recovery-expired');
    const recoveryCodes = hashCodes(mailKey, user.id, codes);
    const refusal = await tryCode(inside, user.id, () =>
      codes.includes(confirm) ? { recoveryCodes, recoveryPending: null } : null,
    );
    if (refusal !== null) return refusal;
    const recovery = { left: countCodes(recoveryCodes) };
    return { ok: true, answer: { message: 'Your new recovery codes are valid.', recovery } };
  });
}
