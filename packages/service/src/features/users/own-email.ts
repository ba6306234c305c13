// Changes the e-mail of the signed-in user, on the customers' page. A code in a mail proves that the
// address belongs to the user.
// SECURITY: a taken e-mail is refused only after the code, so that nobody learns who is a customer.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { recoveryCodeLength } from '@latchkey/protocol/limits.ts';
import type { SignedInCall } from '../../api/call.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { transact, transactWithin, type InTransaction } from '../../database/transact.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { codeOfBytes } from '../../secrets/second-factor.ts';
import { reserve, scopeOf } from '../../secrets/throttles.ts';
import { refuseWhenSpent, reserveWithin, withBudget } from '../../secrets/wrong-secrets.ts';
import { computerOfSession, recordAccountEvent } from './account-events.ts';
import { emailTextsFor } from './email-texts.ts';
import { emailHash, takeEmail } from './emails.ts';
import { mailBudgets, mailSeconds } from './mail-budgets.ts';
import { openAddress, sealAddress } from './mail-addresses.ts';

const hourSeconds = 3600;
/** Mails with a code in a day. */
const perUser = 5;

type Changed = { readonly ok: true } | Refusal;
type Columns = Pick<UserRow, 'emailHash' | 'mailAddress'>;

/** Whether users may change their e-mail: where e-mails are stored, and mail can be sent. */
export function canChangeEmail({ mailer, application }: SignedInCall): boolean {
  return mailer !== null && application.accountMails === 1;
}

export async function ownEmail({ db, secret, user }: SignedInCall) {
  const { emailHash, emailConfirmed, mailAddress } = await db
    .selectFrom('users')
    .select(['emailHash', 'emailConfirmed', 'mailAddress'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const shown =
    mailAddress === null ? '' : maskAddress(openAddress(secret, user.id, mailAddress).to);
  if (emailHash === null) return { shown, state: 'none' as const };
  return { shown, state: emailConfirmed === 1 ? ('confirmed' as const) : ('unconfirmed' as const) };
}

/** Such as `a***@example.com`. */
function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}***${address.slice(at)}`;
}

/** Mails the code. Does not wait for the mail server. */
export async function mailEmailCode(call: SignedInCall, to: string): Promise<Changed> {
  const { db, application, user, mailer, mailKey, now, acceptLanguage } = call;
  if (mailer === null || !canChangeEmail(call)) return refuse('type-unknown');
  const hash = emailHash(mailKey, to) ?? '';
  const { email, network } = mailBudgets(call, 'e-mail codes', hash);
  const scope = scopeOf('e-mail codes', 'user', application.id, user.id);
  const own = { scope, maxAttempts: perUser, seconds: mailSeconds };
  const current = await refuseWhenSpent(() =>
    transact(db, async (transaction) => {
      await reserveWithin(transaction, call, [own, network]);
      const { ok: isAllowed } = await reserve(transaction, [email], now);
      const columns = await transaction
        .selectFrom('users')
        .select(['emailHash', 'mailAddress'])
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow();
      return { isAllowed, columns };
    }),
  );
  if ('ok' in current) return current;
  // SECURITY: no refusal, because others may have asked for this e-mail.
  if (!current.isAllowed) return { ok: true };
  const texts = emailTextsFor(acceptLanguage);
  const { name } = application;
  void mailer.send({
    to,
    subject: texts.subject(name),
    text: [texts.asked(name), codeOf(call, current.columns, hash, now), texts.ignore, ''].join(
      '\n\n',
    ),
  });
  return { ok: true };
}

/** Stores the e-mail if the code is right. A wrong one counts like a wrong password. */
export async function confirmEmail(
  call: SignedInCall,
  { email, code }: { readonly email: string; readonly code: string },
): Promise<Changed> {
  if (!canChangeEmail(call)) return refuse('type-unknown');
  const hash = emailHash(call.mailKey, email) ?? '';
  const account = { name: call.user.username, isKnown: true };
  return withBudget<{ readonly ok: true }>(call, account, async () => {
    const outcome = await transactWithin(call, (inside) => writeEmail(inside, hash, email, code));
    return { outcome, proved: outcome.ok || outcome.reason !== 'bad-code' };
  });
}

async function writeEmail(
  call: InTransaction<SignedInCall>,
  hash: string,
  email: string,
  code: string,
): Promise<Changed> {
  const { db, user, session, now } = call;
  // Locks the user, so that each code works once.
  const current = await db
    .updateTable('users')
    .set((eb) => ({ emailHash: eb.ref('emailHash') }))
    .where('id', '=', user.id)
    .returning(['emailHash', 'mailAddress'])
    .executeTakeFirstOrThrow();
  const valid = [now, now - hourSeconds].map((at) => codeOf(call, current, hash, at));
  if (!valid.some((one) => isSame(one, code))) return refuse('bad-code');
  // The former e-mail may be back, and the code valid again.
  const scope = scopeOf('e-mail codes', 'spent', user.id, code);
  const spent = { scope, maxAttempts: 1, seconds: 2 * hourSeconds };
  if (!(await reserve(db, [spent], now)).ok) return refuse('bad-code');
  const others = await takeEmail(call, hash, user.id);
  if (others === null) return refuse('email-taken');
  for (const id of others)
    await recordAccountEvent(call, id, { event: 'email-changed', by: 'user', computer: '' });
  const mailAddress = sealAddress(call, user.id, email);
  await db
    .updateTable('users')
    .set({ emailHash: hash, emailConfirmed: 1, mailAddress })
    .where('id', '=', user.id)
    .execute();
  await db.deleteFrom('passwordResets').where('userId', '=', user.id).execute();
  const computer = await computerOfSession(db, session.idHash);
  const event = { event: 'email-changed', by: 'user', computer } as const;
  // The owner of the former address should know.
  await recordAccountEvent(call, user.id, event, current.mailAddress);
  return { ok: true };
}

/** Changes each hour, and with the e-mail of the user. */
function codeOf(
  { secret, user }: Pick<SignedInCall, 'secret' | 'user'>,
  current: Columns,
  hash: string,
  at: number,
): string {
  const facts = [user.id, current.emailHash, hash, Math.floor(at / hourSeconds)];
  const bytes = createHmac('sha256', secret.deriveKey('e-mail codes'))
    .update(JSON.stringify(facts))
    .digest();
  return codeOfBytes(bytes.subarray(0, recoveryCodeLength));
}

/** Both have the same length. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
