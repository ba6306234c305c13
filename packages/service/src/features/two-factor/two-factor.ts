// `2faenable` and `2fadisable`: turn two-factor sign-in on and off
// (docs/protocol.md#two-factor-sign-in). Codes are checked and counted as at a sign-in.
// SECURITY: a secret is shown once, when it is offered, and never again.
import { generateSecret } from 'otplib';
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { Call, SignedInCall, CallUser } from '../../api/call.ts';
import { openAt, sealAt } from '../../secrets/at-rest.ts';
import { spendCode } from './one-time-codes.ts';
import { refuse, type Outcome, type Refusal } from '../../outcome.ts';
import type { UserRow, Transaction } from '../../database/schema.ts';
import { returnSlots } from '../../secrets/throttles.ts';
import { withTriesLeft } from '../../secrets/tries-left.ts';
import { budgetsOf } from '../../secrets/budgets.ts';
import { refuseWhenSpent, reserveWithin } from '../../secrets/wrong-secrets.ts';

const pendingSeconds = 300;
/** Encodes to 40 characters of base32. */
const secretBytes = 25;

export async function enableTwoFactor(
  call: SignedInCall,
  { code }: RequestOf<'2faenable'>,
): Promise<Outcome<'2faenable'>> {
  if (code === undefined) return offerSecret(call);
  return withinBudget(call, '2fa successfully activated', (transaction, locked) =>
    confirmCode(transaction, locked, call, code),
  );
}

/** Creates a new secret, which replaces any previous offer. */
async function offerSecret(call: SignedInCall): Promise<Outcome<'2faenable'>> {
  const { user, now } = call;
  const newSecret = generateSecret({ length: secretBytes });
  const sealed = sealAt(call.secret, 'one-time codes', [user.id], newSecret);
  return call.idempotency.transact(
    call,
    async ({ db }): Promise<Outcome<'2faenable'>> => {
      const { numUpdatedRows } = await db
        .updateTable('users')
        // Two-factor sign-in is off, so no code of this secret was accepted yet.
        .set({ totpPendingSecret: sealed, totpPendingAt: now, totpStep: 0 })
        .where('id', '=', user.id)
        .where('totpSecret', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 0n ? refuse('two-factor-on') : offerAnswer(call, user, newSecret);
    },
    (outcome) => (outcome.ok ? { ok: true, offeredTo: user.id } : outcome),
  );
}

/** Replays an offer with the current pending secret. */
export function replayOffer(call: Call, user: CallUser): Outcome<'2faenable'> {
  const sealed = user.totpPendingSecret;
  if (user.totpSecret !== null) return refuse('two-factor-on');
  if (sealed === null || hasExpired(user, call.now)) return refuse('two-factor-expired');
  return offerAnswer(call, user, openAt(call.secret, 'one-time codes', [user.id], sealed));
}

function offerAnswer(
  { application }: Pick<Call, 'application'>,
  user: Pick<UserRow, 'username'>,
  secret: string,
): Outcome<'2faenable'> {
  const account = encodeURIComponent(user.username);
  const issuer = encodeURIComponent(application.name);
  return {
    ok: true,
    answer: {
      message: `Send a code within ${pendingSeconds} seconds to turn 2fa on`,
      '2fa': {
        secret_code: secret,
        QRCode: `otpauth://totp/${account}?secret=${secret}&issuer=${issuer}`,
      },
    },
  };
}

async function confirmCode(
  transaction: Transaction,
  locked: LockedUser,
  call: SignedInCall,
  code: string,
): Promise<Refusal | null> {
  const { user, now } = call;
  const { totpSecret, totpPendingSecret } = locked;
  if (totpSecret !== null) return refuse('two-factor-on');
  if (totpPendingSecret === null || hasExpired(locked, now)) return refuse('two-factor-expired');
  const codeRefusal = await spendCode(
    transaction,
    { id: user.id, totpSecret: totpPendingSecret },
    code,
    call,
  );
  // Returned, not thrown: the count of wrong codes must be committed.
  if (codeRefusal !== null) return asTwoFactorRefusal(codeRefusal);
  await transaction
    .updateTable('users')
    .set({ totpSecret: totpPendingSecret, totpPendingSecret: null, totpPendingAt: null })
    .where('id', '=', user.id)
    .execute();
  return null;
}

function hasExpired({ totpPendingAt }: Pick<UserRow, 'totpPendingAt'>, now: number): boolean {
  return totpPendingAt === null || totpPendingAt + pendingSeconds <= now;
}

export async function disableTwoFactor(
  call: SignedInCall,
  { code }: RequestOf<'2fadisable'>,
): Promise<Outcome<'2fadisable'>> {
  const { user } = call;
  return withinBudget(call, '2fa successfully disabled', async (transaction, { totpSecret }) => {
    if (totpSecret === null) return refuse('two-factor-off');
    if (code === undefined) return refuse('two-factor-code-missing');
    const codeRefusal = await spendCode(transaction, { id: user.id, totpSecret }, code, call);
    if (codeRefusal !== null) return asTwoFactorRefusal(codeRefusal);
    await transaction
      .updateTable('users')
      .set({ totpSecret: null, totpPendingSecret: null, totpPendingAt: null })
      .where('id', '=', user.id)
      .execute();
    return null;
  });
}

function asTwoFactorRefusal(refusal: Refusal): Refusal {
  return refusal.reason === 'bad-code' ? refuse('two-factor-bad-code', refusal.facts) : refusal;
}

/** Counts a wrong code like a wrong password, but only in the user's own budget. */
async function withinBudget(
  call: SignedInCall,
  message: string,
  run: (transaction: Transaction, locked: LockedUser) => Promise<Refusal | null>,
): Promise<Outcome<'2fadisable'>> {
  const { own } = budgetsOf(call, { name: call.user.username });
  return refuseWhenSpent(() =>
    call.idempotency.transact(call, async (call): Promise<Outcome<'2fadisable'>> => {
      const transaction = call.db;
      // Locks in the order of a sign-in, so that the two cannot deadlock.
      const locked = await lockUser(transaction, call.user.id);
      const taken = await reserveWithin(transaction, call, [own]);
      const refusal = await run(transaction, locked);
      if (refusal?.reason === 'two-factor-bad-code') return withTriesLeft(refusal, taken);
      await returnSlots(transaction, taken.slots);
      return refusal ?? { ok: true, answer: { message } };
    }),
  );
}

type LockedUser = Pick<UserRow, 'totpSecret' | 'totpPendingSecret' | 'totpPendingAt'>;

/** Returns the current secrets and locks the user's row until the transaction ends. */
async function lockUser(transaction: Transaction, userId: string): Promise<LockedUser> {
  return transaction
    .updateTable('users')
    .set((eb) => ({ totpStep: eb.ref('totpStep') }))
    .where('id', '=', userId)
    .returning(['totpSecret', 'totpPendingSecret', 'totpPendingAt'])
    .executeTakeFirstOrThrow();
}
