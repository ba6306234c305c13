// File downloads: `file` answers with a URL that contains a ticket, and the URL sends the contents
// while the ticket's session is valid.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Parts, refuseUnlessSignedIn, type SessionCall } from '../../api/call.ts';
import { addressOf } from '../../http/client-address.ts';
import {
  readDownloadTicket,
  type DownloadTicket,
  makeDownloadTicket,
} from '../../secrets/tickets.ts';
import { readEcho, sendOutcome } from '../../http/envelope.ts';
import { badRequest, refuse, type Refusal, type Outcome } from '../../outcome.ts';
import { collectParameters, parseQuery } from '../../api/parameters.ts';
import type { Tables, Database } from '../../database/schema.ts';
import { sendContent } from '../../http/send-content.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { fileDownloadPath } from '../../http/paths.ts';
import { maxInAnswerBytes } from '../../storage/file-contents.ts';
import { ownedSubscriptions, refuseInactive } from '../subscriptions/subscriptions.ts';
import { refuseStopped } from '../../api/client-api.ts';
import { refuseBanned } from '../users/bans.ts';

type FileRow = Tables['files'];

export async function answerDownload(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = collectParameters(parseQuery(request.raw.url ?? ''));
  const { values, refusal } = parameters;
  const echo = readEcho(parameters);
  const ticket = readDownloadTicket(
    parts.secret,
    values.get('ticket') ?? '',
    toUnixSeconds(parts.nowMs()),
  );
  const retryAfter = await parts.requests.take(
    addressOf(request),
    ({ id }) => id === ticket?.applicationId,
  );
  const limited = retryAfter > 0 ? refuse('rate-limited', { retryAfter }) : null;
  const download = limited ?? refusal ?? (await findDownload(parts, ticket));
  if ('ok' in download) return sendOutcome(reply, parts, download, echo);
  const opened = await parts.fileContents.open(download);
  if (opened === null) return sendOutcome(reply, parts, refuse('file-broken'), echo);
  return sendContent(request, reply, opened, download.sha256, async () =>
    sendOutcome(reply, parts, badRequest('The file has no bytes in this range.'), echo, 416),
  );
}

async function findDownload(
  parts: Parts,
  ticket: DownloadTicket | null,
): Promise<FileRow | Refusal> {
  const { db } = parts;
  if (ticket === null) return badRequest('The parameter "ticket" is not valid.');
  const session = await checkTicket(db, ticket, toUnixSeconds(parts.nowMs()));
  if ('ok' in session) return session;
  const row = await db
    .selectFrom('files')
    .selectAll()
    .where('applicationId', '=', ticket.applicationId)
    .where('id', '=', ticket.fileId)
    .executeTakeFirst();
  if (row?.authed === 1 && session.userId === null) return refuse('not-signed-in');
  return row ?? refuse('file-unknown');
}

export async function file(
  call: SessionCall,
  { fileid }: RequestOf<'file'>,
): Promise<Outcome<'file'>> {
  const { application, session, secret, now } = call;
  const row = await call.db
    .selectFrom('files')
    .selectAll()
    .where('applicationId', '=', application.id)
    .where('id', '=', fileid)
    .executeTakeFirst();
  const refusal = row?.authed === 1 ? refuseUnlessSignedIn(call) : null;
  if (refusal !== null) return refusal;
  if (row === undefined) return refuse('file-unknown');
  const opened = await call.fileContents.open(row);
  if (opened === null) return refuse('file-broken');
  const { size, sha256 } = row;
  const ticket = makeDownloadTicket(
    secret,
    { applicationId: application.id, fileId: row.id, sessionIdHash: session.idHash },
    now,
  );
  const download = `${fileDownloadPath}?ticket=${ticket}`;
  const answer = { message: 'File download successful', size, sha256, download };
  if (size <= maxInAnswerBytes)
    return { ok: true, answer, contents: call.fileContents.forAnswer(row, opened) };
  await opened.close();
  return { ok: true, answer };
}

/** SECURITY: runs on every download request, so that ending a session ends its downloads. */
export async function checkTicket(
  db: Database,
  ticket: DownloadTicket,
  now: number,
): Promise<{ readonly userId: string | null } | Refusal> {
  const session = await sessionOf(db, ticket, now);
  if (session === undefined) return refuse('session-gone');
  const stopped = refuseStopped(session);
  if (stopped !== null) return stopped;
  const { userId, bannedReason } = session;
  if (userId === null) return { userId };
  const refusal =
    refuseBanned({ bannedReason }) ?? refuseInactive(await ownedSubscriptions(db, userId), now);
  return refusal ?? { userId };
}

async function sessionOf(db: Database, ticket: DownloadTicket, now: number) {
  return db
    .selectFrom('sessions')
    .innerJoin('applications', 'applications.id', 'sessions.applicationId')
    .leftJoin('users', 'users.id', 'sessions.userId')
    .select([
      'sessions.userId',
      'applications.enabled',
      'applications.paused',
      'users.bannedReason',
    ])
    .where('sessions.idHash', '=', ticket.sessionIdHash)
    .where('sessions.applicationId', '=', ticket.applicationId)
    .where('sessions.expiresAt', '>', now)
    .executeTakeFirst();
}
