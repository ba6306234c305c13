// Sends the queued mails with keys. A mail that the server does not accept is tried for two days.
// SECURITY: a mail goes to the e-mail that the shop reported for the order, and to no other.
import { sql } from 'kysely';
import { emailPattern, maxEmailLength } from '@latchkey/protocol/limits.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import type { Parts } from '../../api/call.ts';
import { isDue } from '../../database/expressions.ts';
import type { Database } from '../../database/schema.ts';
import { transact } from '../../database/transact.ts';
import type { ShopMailRow } from '../../database/schema-shops.ts';
import type { Mail } from '../../outbound/mail.ts';
import { openAt } from '../../secrets/at-rest.ts';
import { setMailFailed } from './mail-attention.ts';
import { mailOf } from './mail-texts.ts';

const maxAtOnce = 20;
const giveUpSeconds = 2 * 86_400;
/** Longer than the time limits of sending. A process that was killed is replaced after this. */
const claimSeconds = 120;
const firstPauseSeconds = 60;
const maxPauseSeconds = 3600;
const secondsPerDay = 86_400;

type MailParts = Pick<Parts, 'db' | 'secret' | 'mailer' | 'nowMs' | 'ending'>;

export async function sendDueMails(parts: MailParts): Promise<void> {
  const { db, mailer, nowMs, ending } = parts;
  if (mailer === null) return;
  const due = await db
    .selectFrom('shopMails')
    .selectAll()
    // A literal, because a partial index is not used for a placeholder.
    .where('state', '=', sql.lit('queued'))
    .where(isDue('nextAt', toUnixSeconds(nowMs()), maxPauseSeconds))
    .orderBy('nextAt')
    .limit(maxAtOnce)
    .execute();
  for (const row of due) {
    if (ending.aborted) return;
    const now = toUnixSeconds(nowMs());
    if (!(await claim(db, row, now))) continue;
    const mail = await contentOf(parts, row);
    const result = mail === null ? 'unusable' : await unlessEnding(mailer.deliver(mail), ending);
    // The next start sends it again, because nobody knows whether it arrived.
    if (result === null) return;
    await record(db, row, result, toUnixSeconds(nowMs()));
  }
}

function rowOf(db: Database, { orderId, payment, kind }: ShopMailRow) {
  return db
    .updateTable('shopMails')
    .where('orderId', '=', orderId)
    .where('payment', '=', payment)
    .where('kind', '=', kind);
}

async function claim(db: Database, row: ShopMailRow, now: number): Promise<boolean> {
  const { numUpdatedRows } = await rowOf(db, row)
    .set((eb) => ({ nextAt: now + claimSeconds, attempts: eb('attempts', '+', 1) }))
    .where('state', '=', 'queued')
    .where('nextAt', '=', row.nextAt)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function record(
  db: Database,
  row: ShopMailRow,
  result: 'sent' | 'failed' | 'unusable',
  now: number,
): Promise<void> {
  const isOver = result === 'unusable' || now - row.createdAt >= giveUpSeconds;
  const pause = Math.min(maxPauseSeconds, firstPauseSeconds * 2 ** row.attempts);
  await transact(db, async (inside) => {
    if (result === 'sent' || isOver) await setMailFailed(inside, row.orderId, result !== 'sent');
    await rowOf(inside, row)
      .set(
        result === 'sent'
          ? { state: 'sent' }
          : isOver
            ? { state: 'failed' }
            : { nextAt: now + pause },
      )
      .where('state', '=', 'queued')
      .execute();
  });
}

/** Returns null if the order has no usable e-mail, or no key to send any more. */
async function contentOf({ db, secret }: MailParts, row: ShopMailRow): Promise<Mail | null> {
  const order = await db
    .selectFrom('shopOrders')
    .innerJoin('shops', 'shops.id', 'shopOrders.shopId')
    .innerJoin('applications', 'applications.id', 'shopOrders.applicationId')
    .select(['shopOrders.shopId', 'shopOrders.applicationId', 'buyer', 'applications.name'])
    .select(['language', 'mailSubject', 'mailText'])
    .where('shopOrders.id', '=', row.orderId)
    .executeTakeFirst();
  if (order === undefined || order.buyer === '') return null;
  const to = openAt(secret, 'shop sales', [order.shopId], order.buyer);
  if (to.length > maxEmailLength || !emailPattern.test(to)) return null;
  const units = await givenUnits(db, row);
  if (units.length === 0) return null;
  const seconds = new Set(units.map((unit) => unit.seconds));
  const [first = 0] = seconds;
  return {
    to,
    ...mailOf(order, {
      application: order.name,
      order: row.orderId.split(':').slice(2).join(':'),
      keys: [...new Set(units.map(({ licenseKey }) => licenseKey))],
      subscriptions: [...new Set(units.flatMap(({ name }) => (name === null ? [] : [name])))],
      days: seconds.size === 1 ? Math.round(first / secondsPerDay) : null,
    }),
  };
}

function givenUnits(db: Database, { orderId, payment }: ShopMailRow) {
  return db
    .selectFrom('shopUnits')
    .leftJoin('plans', 'plans.id', 'shopUnits.planId')
    .select(['licenseKey', 'seconds', 'plans.name'])
    .where('orderId', '=', orderId)
    .where('payment', '=', payment)
    .where('state', '=', 'given')
    .where('licenseKey', '!=', '')
    .orderBy('line')
    .orderBy('unit')
    .execute();
}

/** Returns null if the service begins to shut down first. */
async function unlessEnding<T>(work: Promise<T>, ending: AbortSignal): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const stop = () => resolve(null);
  ending.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    ending.removeEventListener('abort', stop);
  }
}
