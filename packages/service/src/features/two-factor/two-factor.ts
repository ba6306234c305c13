// `2faenable` and `2fadisable`: turn two-factor sign-in on and off
// (docs/protocol.md#two-factor-sign-in). Codes are checked and counted as at a sign-in.
// SECURITY: a secret is shown once, when it is offered, and never again.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { Call, SignedInCall, CallUser } from '../../api/call.ts';
import { openAt } from '../../secrets/at-rest.ts';
import {
  enrolmentUrl,
  makeOffer,
  makeRecoveryCodes,
  offerSeconds,
  openOffer,
} from '../../secrets/second-factor.ts';
import { spendCode } from './one-time-codes.ts';
import { refuse, type Outcome, type Refusal } from '../../outcome.ts';
import type { UserRow } from '../../database/schema-users.ts';
import type { InTransaction } from '../../database/transact.ts';
import { isOfToken } from '../sessions/program-tokens.ts';
import { computerOfSession, recordAccountEvent } from '../users/account-events.ts';
import { sealPending } from './pending-codes.ts';
import { withoutTwoFactor } from './recovery-codes.ts';
import { withinBudget, type LockedUser } from './within-budget.ts';

const activated = '2fa successfully activated';

export async function enableTwoFactor(
  call: SignedInCall,
  { code, recovery }: RequestOf<'2faenable'>,
): Promise<Outcome<'2faenable'>> {
  if (await isOfToken(call)) return refuse('not-signed-in');
  if (code === undefined) return offerSecret(call);
  const withCodes = recovery === 1 && call.application.recoveryCodes === 1;
  return withinBudget<Outcome<'2faenable'>>(
    call,
    (inside, locked) => confirmCode(inside, locked, code, withCodes),
    (outcome) =>
      outcome.ok && withCodes ? { ok: true, codesOf: call.user.id, message: activated } : outcome,
  );
}

/** Creates a new secret, which replaces any previous offer. */
async function offerSecret(call: SignedInCall): Promise<Outcome<'2faenable'>> {
  const { user, now } = call;
  const { offered, columns } = makeOffer(call.secret, 'one-time codes', user.id, now);
  return call.idempotency.transact(
    call,
    async ({ db }): Promise<Outcome<'2faenable'>> => {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set(columns)
        .where('id', '=', user.id)
        .where('totpSecret', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 0n ? refuse('two-factor-on') : offerAnswer(call, user, offered);
    },
    (outcome) => (outcome.ok ? { ok: true, offeredTo: user.id } : outcome),
  );
}

/** Replays an offer with the current pending secret. */
export function replayOffer(call: Call, user: CallUser): Outcome<'2faenable'> {
  if (user.totpSecret !== null) return refuse('two-factor-on');
  const sealed = openOffer(user, call.now);
  if (sealed === null) return refuse('two-factor-expired');
  return offerAnswer(call, user, openAt(call.secret, 'one-time codes', [user.id], sealed));
}

function offerAnswer(
  { application }: Pick<Call, 'application'>,
  user: Pick<UserRow, 'username'>,
  secret: string,
): Outcome<'2faenable'> {
  return {
    ok: true,
    answer: {
      message: `Send a code within ${offerSeconds} seconds to turn 2fa on`,
      '2fa': {
        secret_code: secret,
        QRCode: enrolmentUrl(user.username, secret, application.name),
      },
    },
  };
}

async function confirmCode(
  call: InTransaction<SignedInCall>,
  locked: LockedUser,
  code: string,
  withCodes: boolean,
): Promise<Outcome<'2faenable'>> {
  const { db, user, session, now } = call;
  if (locked.totpSecret !== null) return refuse('two-factor-on');
  const totpSecret = openOffer(locked, now);
  if (totpSecret === null) return refuse('two-factor-expired');
  const codeRefusal = await spendCode(call, { id: user.id, totpSecret }, code);
  // Returned, not thrown: the count of wrong codes must be committed.
  if (codeRefusal !== null) return asTwoFactorRefusal(codeRefusal);
  const codes = withCodes ? makeRecoveryCodes() : null;
  const recoveryPending = codes === null ? null : sealPending(call, user.id, codes);
  await db
    .updateTable('users')
    .set({ ...withoutTwoFactor, totpSecret, recoveryPending })
    .where('id', '=', user.id)
    .execute();
  const computer = await computerOfSession(db, session.idHash);
  await recordAccountEvent(call, user.id, { event: 'two-factor-on', by: 'user', computer });
  return { ok: true, answer: { message: activated, ...(codes !== null && { codes }) } };
}

export async function disableTwoFactor(
  call: SignedInCall,
  { code }: RequestOf<'2fadisable'>,
): Promise<Outcome<'2fadisable'>> {
  return withinBudget<Outcome<'2fadisable'>>(call, async (inside, { totpSecret }) => {
    const { db, user, session } = inside;
    if (totpSecret === null) return refuse('two-factor-off');
    if (code === undefined) return refuse('two-factor-code-missing');
    const codeRefusal = await spendCode(inside, { id: user.id, totpSecret }, code);
    if (codeRefusal !== null) return asTwoFactorRefusal(codeRefusal);
    await db.updateTable('users').set(withoutTwoFactor).where('id', '=', user.id).execute();
    const computer = await computerOfSession(db, session.idHash);
    await recordAccountEvent(inside, user.id, { event: 'two-factor-off', by: 'user', computer });
    return { ok: true, answer: { message: '2fa successfully disabled' } };
  });
}

function asTwoFactorRefusal(refusal: Refusal): Refusal {
  return refusal.reason === 'bad-code' ? refuse('two-factor-bad-code', refusal.facts) : refusal;
}
