// `2faenable` and `2fadisable` (contract 3). Codes are counted and spent as those of a sign-in are. SECURITY: a secret is
// shown once, when it is offered, and never again.
import { generateSecret } from 'otplib';
import type { RequestOf } from '../../shared/wire/client-spec.ts';
import type { SignedInCall } from '../call.ts';
import { spendCode } from '../secrets/one-time-codes.ts';
import { refuse, type Outcome, type Refusal } from '../outcome.ts';
import type { Database, UserRow } from '../database/schema.ts';
import { giveBack } from '../secrets/throttles.ts';
import { withTriesLeft } from '../secrets/tries-left.ts';
import { transact } from '../database/transact.ts';
import { refuseWhenSpent, takeWithin } from '../secrets/wrong-secrets.ts';

const pendingSeconds = 300;
/** 40 characters of base32. */
const secretBytes = 25;

export async function enableTwoFactor(
  call: SignedInCall,
  { code }: RequestOf<'2faenable'>,
): Promise<Outcome<'2faenable'>> {
  if (code === undefined) return offer(call);
  const refusal = await withinBudget(call, (transaction, held) =>
    confirm(transaction, held, call, code),
  );
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
  { totpSecret, totpPendingSecret, totpPendingAt }: HeldUser,
  { user, now }: SignedInCall,
  code: string,
): Promise<Refusal | null> {
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
  call: SignedInCall,
  { code }: RequestOf<'2fadisable'>,
): Promise<Outcome<'2fadisable'>> {
  const { user, now } = call;
  const refusal = await withinBudget(call, async (transaction, { totpSecret }) => {
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
  return refusal.reason === 'bad-code' ? refuse('two-factor-bad-code', refusal.facts) : refusal;
}

/** A wrong code counts as a wrong password does; whoever is signed in is no stranger to the account. */
async function withinBudget(
  call: SignedInCall,
  run: (transaction: Database, held: HeldUser) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  const account = { name: call.user.username, knownAddress: true };
  return refuseWhenSpent(() =>
    transact(call.db, async (transaction) => {
      // In the order of a sign-in, so that neither waits for the other.
      const held = await takeUser(transaction, call.user.id);
      const { places, left } = await takeWithin(transaction, call, account);
      const refusal = await run(transaction, held);
      if (refusal?.reason === 'two-factor-bad-code') return withTriesLeft(refusal, left);
      await giveBack(transaction, places);
      return refusal;
    }),
  );
}

type HeldUser = Pick<UserRow, 'totpSecret' | 'totpPendingSecret' | 'totpPendingAt'>;

/** Its secrets as they are now; the row is held until the end of the transaction. */
async function takeUser(transaction: Database, userId: string): Promise<HeldUser> {
  return transaction
    .updateTable('users')
    .set((eb) => ({ totpStep: eb.ref('totpStep') }))
    .where('id', '=', userId)
    .returning(['totpSecret', 'totpPendingSecret', 'totpPendingAt'])
    .executeTakeFirstOrThrow();
}
