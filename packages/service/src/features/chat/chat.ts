// `chatget` and `chatsend`: read and write messages in an application's channels
// (docs/protocol.md#chats).
import { randomUUID } from 'node:crypto';
import { maxMessageLength } from '@latchkey/protocol/limits.ts';
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SignedInCall } from '../../api/call.ts';
import { maskKey } from '../../secrets/key-mask.ts';
import { clockToleranceSeconds } from '../../clock.ts';
import { findLicenseKeyNames } from '../../secrets/license-names.ts';
import { refuse, type Outcome, type Refusal } from '../../outcome.ts';
import { isNamed, typedName } from '../../database/names.ts';
import type { Transaction } from '../../database/schema.ts';
import type { InTransaction } from '../../database/transact.ts';
import { scopeOf } from '../../secrets/throttles.ts';
import { toUnixSeconds, plainMs, unixMs } from '@latchkey/protocol/units.ts';

/** Messages that each channel stores. */
const maxMessages = 50;

export async function chatMessages(
  { db, application }: SignedInCall,
  { channel }: RequestOf<'chatget'>,
): Promise<Outcome<'chatget'>> {
  const newest = await db
    .selectFrom('chatMessages')
    .select(['author', 'message', 'writtenAtMs'])
    .where('applicationId', '=', application.id)
    .where('channel', '=', (eb) =>
      eb
        .selectFrom('channels')
        .select('channels.name')
        .where('channels.applicationId', '=', application.id)
        .where(isNamed('channels', typedName(channel))),
    )
    .orderBy('writtenAtMs', 'desc')
    .limit(maxMessages)
    .execute();
  const messages = newest.reverse().map(({ author, message, writtenAtMs }) => ({
    author,
    message,
    timestamp: toUnixSeconds(writtenAtMs),
  }));
  return { ok: true, answer: { message: 'Successfully retrieved chat messages', messages } };
}

export async function sendChatMessage(
  call: SignedInCall,
  { channel, message }: RequestOf<'chatsend'>,
): Promise<Outcome<'chatsend'>> {
  if (message.trim() === '') return refuse('message-blank');
  if (message.length > maxMessageLength) return refuse('message-too-long');
  const { application, user } = call;
  const licenseKeyNames = await findLicenseKeyNames(call.db, application.id, [user.username]);
  const author = licenseKeyNames.has(user.username) ? maskKey(user.username) : user.username;
  return call.idempotency.transact(call, async (call): Promise<Outcome<'chatsend'>> => {
    const { db } = call;
    const lockedChannel = await lockChannel(db, application.id, channel);
    if (lockedChannel === undefined) return refuse('channel-unknown');
    const refusal = (await refuseMuted(call)) ?? (await refuseTooFast(call, lockedChannel));
    if (refusal !== null) return refusal;
    await writeMessage(call, lockedChannel.name, { author, message });
    return { ok: true, answer: { message: 'Successfully sent chat message' } };
  });
}

type ChatCall = InTransaction<SignedInCall>;

interface Channel {
  readonly name: string;
  readonly delaySeconds: number;
}

/**
 * Locks the channel's row, so that its messages are written one by one. Returns undefined if the
 * channel does not exist.
 */
async function lockChannel(
  db: Transaction,
  applicationId: string,
  channel: string,
): Promise<Channel | undefined> {
  return db
    .updateTable('channels')
    .set((eb) => ({ delaySeconds: eb.ref('delaySeconds') }))
    .where('applicationId', '=', applicationId)
    .where(isNamed('channels', typedName(channel)))
    .returning(['name', 'delaySeconds'])
    .executeTakeFirst();
}

async function refuseMuted({ db, user, now }: ChatCall): Promise<Refusal | null> {
  const mute = await db
    .selectFrom('chatMutes')
    .select('mutedUntil')
    .where('userId', '=', user.id)
    .where('mutedUntil', '>', now)
    .executeTakeFirst();
  if (mute === undefined) return null;
  const { mutedUntil } = mute;
  const refusal = refuse('chat-muted', { mutedUntil });
  return { ...refusal, message: `${refusal.message} until ${formatTime(mutedUntil)}` };
}

/** Formats a time in UTC as public clients do, such as "November 22, 2026, 11:05 pm". */
function formatTime(seconds: number): string {
  const at = new Date(seconds * 1000);
  const day = { dateStyle: 'long', timeZone: 'UTC' } as const;
  const time = { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: 'UTC' } as const;
  const clock = at.toLocaleTimeString('en-US', time).replace(/\s/u, ' ').toLowerCase();
  return `${at.toLocaleDateString('en-US', day)}, ${clock}`;
}

/**
 * Enforces the delay between a user's messages. The delay is stored separately, because a busy
 * channel may evict the user's last message before the delay ends. A changed delay starts anew.
 */
async function refuseTooFast(
  { db, application, user, now }: ChatCall,
  { name, delaySeconds }: Channel,
): Promise<Refusal | null> {
  if (delaySeconds === 0) return null;
  const endsAt = now + delaySeconds;
  const scope = scopeOf('chat', application.id, name, user.id, String(delaySeconds));
  const allowed = await db
    .insertInto('throttles')
    .values({ scope, count: 1, endsAt })
    .onConflict((conflict) =>
      conflict
        .column('scope')
        .doUpdateSet({ endsAt })
        .where((eb) =>
          eb.or([
            eb('throttles.endsAt', '<=', now),
            eb('throttles.endsAt', '>', endsAt + clockToleranceSeconds),
          ]),
        ),
    )
    .returning('scope')
    .executeTakeFirst();
  if (allowed !== undefined) return null;
  const row = await db
    .selectFrom('throttles')
    .select('endsAt')
    .where('scope', '=', scope)
    .executeTakeFirst();
  return refuse('chat-too-fast', { retryAfter: Math.max(1, (row?.endsAt ?? now) - now) });
}

/** Gives the message a later time than all others of its channel, even if clocks differ. */
async function writeMessage(
  { db, application, user, nowMs }: ChatCall,
  channel: string,
  written: { readonly author: string; readonly message: string },
): Promise<void> {
  const applicationId = application.id;
  const newestFirst = db
    .selectFrom('chatMessages')
    .select('writtenAtMs')
    .where('applicationId', '=', applicationId)
    .where('channel', '=', channel)
    .orderBy('writtenAtMs', 'desc')
    .limit(1);
  const newest = await newestFirst.executeTakeFirst();
  const afterNewestMs = (newest === undefined ? 0 : plainMs(newest.writtenAtMs)) + 1;
  await db
    .insertInto('chatMessages')
    .values({
      id: randomUUID(),
      applicationId,
      channel,
      userId: user.id,
      ...written,
      writtenAtMs: unixMs(Math.max(plainMs(nowMs()), afterNewestMs)),
    })
    .execute();
  const newestEvicted = await newestFirst.offset(maxMessages).executeTakeFirst();
  if (newestEvicted === undefined) return;
  await db
    .deleteFrom('chatMessages')
    .where('applicationId', '=', applicationId)
    .where('channel', '=', channel)
    .where('writtenAtMs', '<=', newestEvicted.writtenAtMs)
    .execute();
}
