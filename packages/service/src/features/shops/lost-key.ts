// `lostkey`: mails the keys of orders again (docs/protocol.md#lost-keys).
// SECURITY: only to the e-mail of the order. An e-mail without orders gets the same answer after the
// same statements, so that nobody learns who bought something.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SessionCall } from '../../api/call.ts';
import { transact } from '../../database/transact.ts';
import { refuse, type Outcome } from '../../outcome.ts';
import { refuseWhenSpent, reserveWithin } from '../../secrets/wrong-secrets.ts';
import { emailHash } from '../users/emails.ts';
import { mailBudgets } from '../users/mail-budgets.ts';
import { queueLostKeys } from './mail-queue.ts';

export async function lostKey(
  call: SessionCall,
  { email }: RequestOf<'lostkey'>,
): Promise<Outcome<'lostkey'>> {
  const { db, mailer, mailKey } = call;
  if (mailer === null) return refuse('mail-unavailable');
  const hash = emailHash(mailKey, email) ?? '';
  const { email: ofEmail, network } = mailBudgets(call, 'lost keys', hash);
  return refuseWhenSpent(() =>
    transact(db, async (transaction) => {
      await reserveWithin(transaction, call, [ofEmail, network]);
      await queueLostKeys({ ...call, db: transaction }, hash);
      const message = 'If there are orders with this e-mail, their keys are on the way.';
      return { ok: true as const, answer: { message } };
    }),
  );
}
