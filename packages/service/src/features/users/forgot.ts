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
import { budgetsOf } from '../../secrets/budgets.ts';
import { refuseWhenSpent, reserveWithin, withBudget } from '../../secrets/wrong-secrets.ts';

type ForgotRequest = RequestOf<'forgot'>;

export async function forgot(
  call: SessionCall,
  request: ForgotRequest,
): Promise<Outcome<'forgot'>> {
  const { mailer } = call;
  if (mailer === null) return refuse('mail-unavailable');
  if (call.browser !== null) return forgotOnPage(call, mailer, request);
  return withBudget(call, { name: request.username }, async () => {
    const foundUser = await userWithAddress(call, request);
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
 * SECURITY: on the customers' page, the answer depends on nothing but the number of requests. It does
 * not wait for the search of the user. Requests count like wrong passwords, but apart from them: the
 * user would otherwise have no tries left for the new password.
 */
async function forgotOnPage(
  call: SessionCall,
  mailer: Mailer,
  request: ForgotRequest,
): Promise<Outcome<'forgot'>> {
  const { db, application, ip, log } = call;
  const apart = { application: { id: `forgot ${application.id}` }, ip };
  const { all } = budgetsOf(apart, { name: request.username, isKnown: true });
  const reserved = await refuseWhenSpent(() =>
    transact(db, (transaction) => reserveWithin(transaction, call, all)),
  );
  if (!reserved.ok) return reserved;
  void mailLink(call, mailer, request).catch((error: unknown) =>
    log.error({ error }, 'A link for a new password was not made'),
  );
  return sent;
}

async function mailLink(call: SessionCall, mailer: Mailer, request: ForgotRequest): Promise<void> {
  const foundUser = await userWithAddress(call, request);
  if (typeof foundUser !== 'string') return;
  const link = await makeLink(call, foundUser, request.email);
  if (typeof link !== 'number') await mailer.send(mailOf(call, mailer, link, request.email));
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
