// Says for `latchkey doctor` whether mails with keys of paid orders wait.
import { toUnixSeconds, type UnixMs } from '@latchkey/protocol/units.ts';
import type { Database } from '../database/schema.ts';
import { oldestQueuedMail } from '../features/shops/mail-queue.ts';
import type { Finding } from './inspection.ts';

export async function mailQueueFinding(db: Database, nowMs: () => UnixMs): Promise<Finding> {
  const what = 'Mails with keys of paid orders';
  const queuedSince = await oldestQueuedMail(db);
  const hours = Math.floor(
    (toUnixSeconds(nowMs()) - (queuedSince ?? Number.POSITIVE_INFINITY)) / 3600,
  );
  if (hours < 1) return { isOk: true, what: `${what} do not wait`, advice: '' };
  return {
    isOk: false,
    what,
    advice: `The oldest waits for ${hours === 1 ? 'an hour' : `${hours} hours`}. A mail is given up after two days. Check the mail server (LATCHKEY_SMTP_FILE), and that "latchkey serve" runs with its settings.`,
  };
}
