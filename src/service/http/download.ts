// GET /api/1.3/file: a file's bytes, in ranges, for as long as the session lives that asked for the address. Refusals are
// signed as all answers are; the bytes are not: the signed answer of `file` has their SHA-256.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readRange } from './byte-range.ts';
import type { ServedParts } from './served-parts.ts';
import { refuseBanned } from '../users/bans.ts';
import { addressOf } from './client-address.ts';
import { readTicket, type Ticket } from '../files/download-ticket.ts';
import { readEcho, sendOutcome } from './envelope.ts';
import { badRequest, refuse, type Refusal } from '../outcome.ts';
import { openToPages } from './other-origins.ts';
import { collectParameters, queryPairs } from './request-parameters.ts';
import type { Tables } from '../database/schema.ts';
import { ownedSubscriptions, refuseInactive } from '../licenses/subscriptions.ts';
import type { OpenFile } from '../files/stored-files.ts';

type FileRow = Tables['files'];

export async function answerDownload(
  parts: ServedParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = collectParameters(queryPairs(request.raw.url ?? ''));
  const { values, refusal } = parameters;
  const echo = readEcho(parameters);
  const ticket = readTicket(parts, values.get('ticket') ?? '', secondsOf(parts));
  const retryAfter = await parts.requests.take(addressOf(request), () => false);
  const limited = retryAfter > 0 ? refuse('rate-limited', { retryAfter }) : null;
  const found = limited ?? refusal ?? (await findDownload(parts, ticket));
  if ('ok' in found) return sendOutcome(reply, parts, found, echo);
  const opened = await parts.fileContents.open(found);
  if (opened === null) return sendOutcome(reply, parts, refuse('file-broken'), echo);
  const { range, 'if-range': ifRange } = request.headers;
  const etag = `"${found.sha256}"`;
  const asked = ifRange === undefined || ifRange === etag ? readRange(range, opened.size) : 'whole';
  if (asked === 'outside') {
    reply.header('content-range', `bytes */${opened.size}`);
    await opened.close();
    return sendOutcome(reply, parts, badRequest('There is nothing in this range.'), echo, 416);
  }
  return sendBytes(reply, opened, asked, etag);
}

function sendBytes(
  reply: FastifyReply,
  opened: OpenFile,
  asked: Exclude<ReturnType<typeof readRange>, 'outside'>,
  etag: string,
): FastifyReply | Promise<FastifyReply> {
  const { start, end } = asked === 'whole' ? { start: 0, end: opened.size - 1 } : asked;
  if (asked !== 'whole')
    reply.code(206).header('content-range', `bytes ${start}-${end}/${opened.size}`);
  openToPages(reply)
    .header('content-type', 'application/octet-stream')
    .header('content-length', end - start + 1)
    .header('content-disposition', 'attachment')
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'no-store')
    .header('etag', etag);
  if (opened.size > 0) return reply.send(opened.stream(start, end));
  return opened.close().then(() => reply.send(Buffer.alloc(0)));
}

/** SECURITY: asked again at every request, so that the end of a session ends its downloads. */
async function findDownload(parts: ServedParts, ticket: Ticket | null): Promise<FileRow | Refusal> {
  const { db } = parts;
  const now = secondsOf(parts);
  if (ticket === null) return badRequest('The parameter "ticket" is not valid.');
  const session = await sessionOf(db, ticket, now);
  if (session === undefined) return refuse('session-gone');
  if (session.enabled === 0) return refuse('app-disabled');
  if (session.paused === 1) return refuse('app-paused');
  if (session.userId !== null) {
    const { userId, bannedReason } = session;
    const ended =
      refuseBanned({ bannedReason }) ?? refuseInactive(await ownedSubscriptions(db, userId), now);
    if (ended !== null) return ended;
  }
  const row = await db
    .selectFrom('files')
    .selectAll()
    .where('applicationId', '=', ticket.applicationId)
    .where('id', '=', ticket.fileId)
    .executeTakeFirst();
  if (row?.authed === 1 && session.userId === null) return refuse('not-signed-in');
  return row ?? refuse('file-unknown');
}

function secondsOf({ nowMs }: ServedParts): number {
  return Math.floor(nowMs() / 1000);
}

async function sessionOf(db: ServedParts['db'], ticket: Ticket, now: number) {
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
