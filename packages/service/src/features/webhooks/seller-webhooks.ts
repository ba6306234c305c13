// Seller API operations on webhooks.
// SECURITY: URLs are stored and used, but never shown again, because many of them are secrets.
import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/schema.ts';
import { eventNames, type EventName } from '@latchkey/protocol/seller/event-names.ts';
import type { webhooksApi } from '@latchkey/protocol/seller/webhooks.ts';
import { flag } from '@latchkey/protocol/seller-spec.ts';
import { openAt, sealAt } from '../../secrets/at-rest.ts';
import { lockEventNames, refreshEventNames } from '../../outbound/events.ts';
import { readDrops } from '../../outbound/drops.ts';
import { done, fail, type SellerHandlers, type SellerCall } from '../../api/seller-call.ts';
import { readLongPage, readPage, type SliceStart } from '../../api/seller-page.ts';
import { resending } from './resend.ts';
import { testing } from './test-webhook.ts';

const defaultUserAgent = 'KeyAuth';
const maxWebhooks = 100;

export const webhooks: SellerHandlers<typeof webhooksApi> = {
  async addwebhook(call, { baseurl, ua, authed = '1', events = '', shape }) {
    const { db, application, outbound } = call;
    const parsedAuthed = flag.safeParse(authed);
    if (!parsedAuthed.success) return fail('authed-invalid');
    const names = readEvents(events);
    if (names === null) return fail('events-invalid');
    const problem = outbound.refuseUrl(baseurl);
    if (problem !== null) return fail(problem);
    // Text that clients append would be part of the fragment, which is never sent.
    if (baseurl.includes('#')) return fail('url-with-fragment');
    if ((await countWebhooks(db, application.id)) >= maxWebhooks) return fail('too-many-webhooks');
    await lockEventNames(db, application.id);
    const webid = randomBytes(5).toString('hex');
    const secret = names === '' ? null : randomBytes(32).toString('hex');
    await db
      .insertInto('webhooks')
      .values({
        applicationId: application.id,
        webid,
        url: sealAt(call.secret, 'webhook addresses', [application.id], baseurl),
        userAgent: ua ?? defaultUserAgent,
        authed: parsedAuthed.data,
        events: names,
        shape,
        expirySeenAt: call.now,
        secret:
          secret === null
            ? null
            : sealAt(call.secret, 'webhook secrets', [application.id, webid], secret),
      })
      .execute();
    await refreshEventNames(db, application.id);
    return done({ webid, ...(secret !== null && { secret }) });
  },

  async delwebhook({ db, application }, { webid }) {
    await lockEventNames(db, application.id);
    const { numDeletedRows } = await db
      .deleteFrom('webhooks')
      .where('applicationId', '=', application.id)
      .where('webid', '=', webid)
      .executeTakeFirst();
    await refreshEventNames(db, application.id);
    return numDeletedRows === 0n ? fail('webhook-unknown') : done();
  },

  async delallwebhooks({ db, application }) {
    await lockEventNames(db, application.id);
    const { numDeletedRows } = await db
      .deleteFrom('webhooks')
      .where('applicationId', '=', application.id)
      .executeTakeFirst();
    await refreshEventNames(db, application.id);
    return numDeletedRows === 0n ? fail('no-webhooks') : done();
  },

  async fetchallwebhooks({ db, application, secret }, page) {
    const { rows, ...more } = await readPage(
      db
        .selectFrom('webhooks')
        .select(['webid', 'url', 'userAgent', 'authed', 'events', 'shape'])
        .where('applicationId', '=', application.id)
        .orderBy('webid'),
      page,
    );
    return done({
      ...more,
      webhooks: rows.map(({ webid, url, userAgent, authed, events, shape }) => ({
        webid,
        short_baselink: shortenUrl(openAt(secret, 'webhook addresses', [application.id], url)),
        useragent: userAgent,
        authed,
        events,
        shape,
      })),
    });
  },

  async fetchdeliveries(call, { webid, offset, limit = 100 }) {
    const { db, application } = call;
    const { rows, ...more } = await readLongPage(
      call,
      {
        name: `deliveries ${webid ?? ''}`,
        hasTies: true,
        cursors: (start) => deliveriesQuery(call, webid, start),
        rows: (start) => deliveriesQuery(call, webid, start).selectAll(),
      },
      { offset, limit },
    );
    const drops = await readDrops(db, application.id, 'event');
    return done({
      ...more,
      ...(drops && { dropped: drops }),
      deliveries: rows.map((row) => ({
        id: row.id,
        webid: row.webid,
        event: row.event,
        status: row.status,
        attempts: row.attempts,
        created: String(row.createdAt),
        next: row.status === 'pending' ? String(row.nextAt) : null,
        laststatus: row.lastStatus,
        lasterror: row.lastError,
      })),
    });
  },

  ...resending,
  ...testing,
};

function deliveriesQuery(
  { db, application }: SellerCall,
  webid: string | undefined,
  { after, cursor }: SliceStart,
) {
  return db
    .selectFrom('deliveries')
    .select(['createdAt as first', 'id as second'])
    .where('applicationId', '=', application.id)
    .$if(webid !== undefined, (query) => query.where('webid', '=', webid ?? ''))
    .$if(after === 'ties', (query) =>
      query.where('createdAt', '=', Number(cursor.first)).where('id', '>', cursor.second),
    )
    .$if(after === 'first', (query) => query.where('createdAt', '<', Number(cursor.first)))
    .orderBy('createdAt', 'desc')
    .orderBy('id');
}

/** Returns each event name once, joined by commas, or null if a name is unknown. */
function readEvents(text: string): string | null {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const known: readonly string[] = eventNames satisfies readonly EventName[];
  return names.every((name) => known.includes(name)) ? [...new Set(names)].join(',') : null;
}

function shortenUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/...`;
}

async function countWebhooks(db: Database, applicationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('applicationId', '=', applicationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
