// `forgot`: mails a link for a new password, if the caller knows the user's address
// (docs/protocol.md#password-reset). The mail is in the language of the request. It is sent after
// the transaction, and a slow mail server does not delay the answer.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SessionCall } from '../../api/call.ts';
import { emailHash } from './emails.ts';
import type { Mailer } from '../../outbound/mail.ts';
import { refuse, type Outcome, type Refusal } from '../../outcome.ts';
import { storeAddress } from './mail-addresses.ts';
import { deleteLink, createLink, resetPath } from './password-resets.ts';
import { resetTextsFor } from './reset-texts.ts';
import { typedName, userOfTypedName } from '../../database/names.ts';
import { transact } from '../../database/transact.ts';
import { withBudget } from '../../secrets/wrong-secrets.ts';

type ForgotRequest = RequestOf<'forgot'>;

export async function forgot(
  call: SessionCall,
  request: ForgotRequest,
): Promise<Outcome<'forgot'>> {
  const { mailer } = call;
  if (mailer === null) return refuse('mail-unavailable');
  return withBudget(call, { name: request.username }, async () => {
    const foundUser = await userWithAddress(call, request);
    if (typeof foundUser === 'string')
      return { outcome: await sendLink(call, mailer, foundUser, request.email), proved: true };
    // SECURITY: a wrong name or address counts as a wrong secret, because it may be a guess.
    return { outcome: foundUser, proved: foundUser.reason === 'email-missing' };
  });
}

async function userWithAddress(
  { db, application, mailKey }: SessionCall,
  { username, email }: ForgotRequest,
): Promise<string | Refusal> {
  const user = await userOfTypedName(db, application, typedName(username))
    .select(['users.id', 'users.emailHash'])
    .executeTakeFirst();
  if (user === undefined) return refuse('forgot-user-unknown');
  if (user.emailHash === null) return refuse('email-missing');
  return user.emailHash === emailHash(mailKey, email) ? user.id : refuse('email-wrong');
}

async function sendLink(
  call: SessionCall,
  mailer: Mailer,
  userId: string,
  to: string,
): Promise<Outcome<'forgot'>> {
  const { db, application, now, acceptLanguage } = call;
  const link = await transact(db, async (transaction) => {
    await storeAddress({ ...call, db: transaction }, userId, to);
    return createLink(transaction, userId, now, emailHash(call.mailKey, to));
  });
  if (typeof link === 'number') return refuse('rate-limited', { retryAfter: link });
  const { name } = application;
  const texts = resetTextsFor(acceptLanguage).mail;
  const outcome = await mailer.send({
    to,
    subject: texts.subject(name),
    text: [
      texts.asked(name),
      texts.open,
      `${mailer.publicUrl}${resetPath}?token=${link.token}`,
      texts.ignore,
      '',
    ].join('\n\n'),
  });
  if (outcome !== 'failed')
    return { ok: true, answer: { message: 'Successfully sent email to change password.' } };
  await deleteLink(db, link);
  return refuse('mail-unavailable');
}
