// GET /api/1.3/file: a file's bytes, in ranges, for as long as the session lives that asked for the address. Refusals are
// signed as all answers are; the bytes are not: the signed answer of `file` has their SHA-256.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServedParts } from '../../http/served-parts.ts';
import { addressOf } from '../../http/client-address.ts';
import { readDownloadTicket, type DownloadTicket } from '../../secrets/tickets.ts';
import { readEcho, sendOutcome } from '../../http/envelope.ts';
import { badRequest, refuse, type Refusal } from '../../outcome.ts';
import { collectParameters, queryPairs } from '../../http/request-parameters.ts';
import type { Tables } from '../../database/schema.ts';
import { sendContent } from '../../http/send-content.ts';
import { refuseTicket } from './ticket-session.ts';
import { inSeconds } from '@latchkey/protocol/units.ts';

type FileRow = Tables['files'];

export async function answerDownload(
  parts: ServedParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = collectParameters(queryPairs(request.raw.url ?? ''));
  const { values, refusal } = parameters;
  const echo = readEcho(parameters);
  const ticket = readDownloadTicket(parts, values.get('ticket') ?? '', inSeconds(parts.nowMs()));
  const retryAfter = await parts.requests.take(addressOf(request), () => false);
  const limited = retryAfter > 0 ? refuse('rate-limited', { retryAfter }) : null;
  const found = limited ?? refusal ?? (await findDownload(parts, ticket));
  if ('ok' in found) return sendOutcome(reply, parts, found, echo);
  const opened = await parts.fileContents.open(found);
  if (opened === null) return sendOutcome(reply, parts, refuse('file-broken'), echo);
  return sendContent(request, reply, opened, found.sha256, async () =>
    sendOutcome(reply, parts, badRequest('The file has no bytes in this range.'), echo, 416),
  );
}

async function findDownload(
  parts: ServedParts,
  ticket: DownloadTicket | null,
): Promise<FileRow | Refusal> {
  const { db } = parts;
  if (ticket === null) return badRequest('The parameter "ticket" is not valid.');
  const session = await refuseTicket(db, ticket, inSeconds(parts.nowMs()));
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
