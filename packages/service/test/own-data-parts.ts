// A page with a signed-in customer, and the sweep that deletes accounts.
import { pino } from 'pino';
import type { WebhookShape } from '@latchkey/protocol/seller/event-names.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { longReadLimits, WriteShare } from '../src/database/write-share.ts';
import { deleteDueAccounts } from '../src/features/customer-page/deletion.ts';
import { bodyOf } from '../src/outbound/event-bodies.ts';
import { openMailServer } from './mail-server-parts.ts';
import { openWithPage } from './support/page.ts';
import { sellerOf } from './support/seller-client.ts';

export async function openOwnData() {
  const clock = { now: 1_900_000_000 };
  const server = await openMailServer();
  const opened = await openWithPage({ now: () => clock.now * 1000, smtpFile: server.smtpFile });
  const { service, browser } = opened;
  const seller = sellerOf(service);
  const anna = await service.addUser({ username: 'anna' });
  const one = browser();
  await one.signIn(anna);
  const { database: db, secret } = service;
  const logged: string[] = [];
  const parts = {
    ...{ db, reader: db, longReads: new WriteShare(longReadLimits), secret },
    nowMs: () => unixMs(clock.now * 1000),
    log: pino({ base: null }, { write: (line) => void logged.push(messageOf(line)) }),
    ending: new AbortController().signal,
  };
  const run = () => deleteDueAccounts(parts);
  const exists = async () => (await seller('verifyuser', { user: 'anna' })).body['success'];
  /** Adds a delivered event about a user. */
  const addEvent = async (id: string, shape: WebhookShape, username = 'anna') => {
    const { id: applicationId } = await service.database
      .selectFrom('applications')
      .select('id')
      .where('ownerid', '=', service.app.ownerid)
      .executeTakeFirstOrThrow();
    const [event, at] = ['login', clock.now] as const;
    const body = bodyOf({ id, event, at, application: 'Own', facts: { username } }, shape);
    await service.database
      .insertInto('deliveries')
      .values({
        ...{ id, applicationId, webid: null, url: '', event, ofStrangers: 0, body },
        ...{ status: 'delivered', attempts: 1, nextAt: at, claimedUntil: null },
        ...{ lastStatus: 200, lastError: null, createdAt: at },
      })
      .execute();
  };
  return { ...opened, ...server, clock, seller, anna, one, run, exists, addEvent, parts, logged };
}

function messageOf(line: string): string {
  return (JSON.parse(line) as { readonly msg: string }).msg; // written by pino
}
