// `2faenable` and `2fadisable` (contract 3). Codes are counted and spent as those of a sign-in are. SECURITY: a secret is
// shown once, when it is offered, and never again.
import { generateSecret } from 'otplib';
import type { RequestOf } from '../../shared/wire/client-spec.ts';
import type { SignedInCall } from '../call.ts';
import { spendCode } from '../one-time-codes.ts';
import { refuse, type Outcome, type Refusal } from '../outcome.ts';
import type { Database, UserRow } from '../schema.ts';
import { transact } from '../transact.ts';

const pendingSeconds = 300;
/** 40 characters of base32. */
const secretBytes = 25;

export async function enableTwoFactor(
  call: SignedInCall,
  { code }: RequestOf<'2faenable'>,
): Promise<Outcome<'2faenable'>> {
  if (code === undefined) return offer(call);
  const refusal = await transact(call.db, (transaction) => confirm(transaction, call, code));
  return refusal ?? { ok: true, answer: { message: '2fa successfully activated' } };
}

/** Always a new secret; one that was offered before is worth nothing from now on. */
async function offer({ db, application, user, now }: SignedInCall): Promise<Outcome<'2faenable'>> {
  const secret = generateSecret({ length: secretBytes });
  const { numUpdatedRows } = await db
    .updateTable('users')
    // No secret is on, so that no code was ever accepted for this one.
    .set({ totpPendingSecret: secret, totpPendingAt: now, totpStep: 0 })
    .where('id', '=', user.id)
    .where('totpSecret', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return refuse('two-factor-on');
  const account = encodeURIComponent(user.username);
  const issuer = encodeURIComponent(application.name);
  return {
    ok: true,
    answer: {
      message: `Confirm with a code within ${pendingSeconds} seconds; until then 2fa is off`,
      '2fa': {
        secret_code: secret,
        QRCode: `otpauth://totp/${account}?secret=${secret}&issuer=${issuer}`,
      },
    },
  };
}

async function confirm(
  transaction: Database,
  { user, now }: SignedInCall,
  code: string,
): Promise<Refusal | null> {
  const { totpSecret, totpPendingSecret, totpPendingAt } = await takeUser(transaction, user.id);
  if (totpSecret !== null) return refuse('two-factor-on');
  if (totpPendingSecret === null || totpPendingAt === null) return refuse('two-factor-expired');
  if (totpPendingAt + pendingSeconds <= now) return refuse('two-factor-expired');
  const spent = await spendCode(
    transaction,
    { id: user.id, totpSecret: totpPendingSecret },
    code,
    now,
  );
  // Returned, not thrown: the count of wrong codes is kept.
  if (spent !== null) return inWordsOfTwoFactor(spent);
  await transaction
    .updateTable('users')
    .set({ totpSecret: totpPendingSecret, totpPendingSecret: null, totpPendingAt: null })
    .where('id', '=', user.id)
    .execute();
  return null;
}

export async function disableTwoFactor(
  { db, user, now }: SignedInCall,
  { code }: RequestOf<'2fadisable'>,
): Promise<Outcome<'2fadisable'>> {
  const refusal = await transact(db, async (transaction) => {
    const { totpSecret } = await takeUser(transaction, user.id);
    if (totpSecret === null) return refuse('two-factor-off');
    if (code === undefined) return refuse('two-factor-code-missing');
    const spent = await spendCode(transaction, { id: user.id, totpSecret }, code, now);
    if (spent !== null) return inWordsOfTwoFactor(spent);
    await transaction
      .updateTable('users')
      .set({ totpSecret: null, totpPendingSecret: null, totpPendingAt: null })
      .where('id', '=', user.id)
      .execute();
    return null;
  });
  return refusal ?? { ok: true, answer: { message: '2fa successfully disabled' } };
}

function inWordsOfTwoFactor(refusal: Refusal): Refusal {
  return refusal.reason === 'bad-code' ? refuse('two-factor-bad-code') : refusal;
}

/** Its secrets as they are now; the row is held until the end of the transaction. */
async function takeUser(
  transaction: Database,
  userId: string,
): Promise<Pick<UserRow, 'totpSecret' | 'totpPendingSecret' | 'totpPendingAt'>> {
  return transaction
    .updateTable('users')
    .set((eb) => ({ totpStep: eb.ref('totpStep') }))
    .where('id', '=', userId)
    .returning(['totpSecret', 'totpPendingSecret', 'totpPendingAt'])
    .executeTakeFirstOrThrow();
}
