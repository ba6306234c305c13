// `forgot`: mails a link for a new password, if the caller knows the user's address
// (docs/protocol.md#password-reset). The mail is in the language of the request. It is sent after
// the transaction, and a slow mail server does not delay the answer.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SessionCall } from '../../api/call.ts';
import { emailHash } from './emails.ts';
import type { Mail, Mailer } from '../../outbound/mail.ts';
import { refuse, type Outcome, type Refusal } from '../../outcome.ts';
import { storeAddress } from './mail-addresses.ts';
import { deleteLink, createLink, resetPath, type Link } from './password-resets.ts';
import { resetTextsFor } from './reset-texts.ts';
import { typedName, userOfTypedName } from '../../database/names.ts';
import { transact } from '../../database/transact.ts';
import { withBudget, type CheckResult } from '../../secrets/wrong-secrets.ts';

type ForgotRequest = RequestOf<'forgot'>;

export async function forgot(
  call: SessionCall,
  request: ForgotRequest,
): Promise<Outcome<'forgot'>> {
  const { mailer } = call;
  if (mailer === null) return refuse('mail-unavailable');
  return withBudget(call, { name: request.username }, async () => {
    const foundUser = await userWithAddress(call, request);
    if (call.browser !== null) return answerPage(call, mailer, foundUser, request.email);
    if (typeof foundUser === 'string')
      return { outcome: await sendLink(call, mailer, foundUser, request.email), proved: true };
    // SECURITY: a wrong name or address counts as a wrong secret, because it may be a guess.
    return { outcome: foundUser, proved: foundUser.reason === 'email-missing' };
  });
}

const sent = {
  ok: true,
  answer: { message: 'Successfully sent email to change password.' },
} as const;

/**
 * SECURITY: on the customers' page, all answers are equal, and each counts as a guess. The answer does
 * not wait for the mail server.
 */
async function answerPage(
  call: SessionCall,
  mailer: Mailer,
  foundUser: string | Refusal,
  to: string,
): Promise<CheckResult<Outcome<'forgot'>>> {
  if (typeof foundUser === 'string') {
    const link = await makeLink(call, foundUser, to);
    if (typeof link !== 'number') void mailer.send(mailOf(call, mailer, link, to));
  }
  return { outcome: sent, proved: false };
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
  const link = await makeLink(call, userId, to);
  if (typeof link === 'number') return refuse('rate-limited', { retryAfter: link });
  if ((await mailer.send(mailOf(call, mailer, link, to))) !== 'failed') return sent;
  await deleteLink(call.db, link);
  return refuse('mail-unavailable');
}

/** Returns the seconds until another link is allowed if there are too many. */
function makeLink(call: SessionCall, userId: string, to: string): Promise<Link | number> {
  const { db, now, mailKey } = call;
  return transact(db, async (transaction) => {
    await storeAddress({ ...call, db: transaction }, userId, to);
    return createLink(transaction, userId, now, emailHash(mailKey, to));
  });
}

function mailOf(
  { application: { name }, acceptLanguage }: SessionCall,
  { publicUrl }: Mailer,
  { token }: Link,
  to: string,
): Mail {
  const texts = resetTextsFor(acceptLanguage).mail;
  return {
    to,
    subject: texts.subject(name),
    text: [
      texts.asked(name),
      texts.open,
      `${publicUrl}${resetPath}?token=${token}`,
      texts.ignore,
      '',
    ].join('\n\n'),
  };
}
