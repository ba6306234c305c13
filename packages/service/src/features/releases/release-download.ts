// GET /api/1.3/release: the manifest, its signature and the chunks of the release that `release` of the client API named, in
// ranges, for as long as the session lives. The bytes are not signed by the service: the publisher's signature covers them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readDownloadTicket, type DownloadTicket } from '../../secrets/tickets.ts';
import { releaseDownloadPath } from '../../http/paths.ts';
import { sizeOfContent } from './releases.ts';
import type { OpenFile } from '../../storage/stored-files.ts';
import { badRequest, refuse, type Refusal } from '../../outcome.ts';
import { addressOf } from '../../http/client-address.ts';
import { sendContent } from '../../http/send-content.ts';
import { readEcho, sendOutcome } from '../../http/envelope.ts';
import { answerPreflight, openToPages } from '../../http/other-origins.ts';
import { collectParameters, queryPairs } from '../../http/request-parameters.ts';
import type { ServedParts } from '../../http/served-parts.ts';
import { refuseTicket } from '../files/ticket-session.ts';
import { inSeconds } from '@latchkey/protocol/units.ts';

export function addReleaseDownload(app: FastifyInstance, parts: ServedParts): void {
  app.options(releaseDownloadPath, (_request, reply) => answerPreflight(reply));
  app.route({
    method: 'GET',
    url: releaseDownloadPath,
    handler: (request, reply) => answerRelease(parts, request, reply),
  });
}

async function answerRelease(
  parts: ServedParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = collectParameters(queryPairs(request.raw.url ?? ''));
  const { values, refusal } = parameters;
  const echo = readEcho(parameters);
  const ticket = readDownloadTicket(parts, values.get('ticket') ?? '', inSeconds(parts.nowMs()));
  // An install asks for thousands of chunks; whoever has a ticket has a session, and it was made for this release.
  const retryAfter =
    ticket === null ? await parts.requests.take(addressOf(request), () => false) : 0;
  const limited = retryAfter > 0 ? refuse('rate-limited', { retryAfter }) : null;
  const found = limited ?? refusal ?? (await findPart(parts, ticket, values.get('part') ?? ''));
  if ('ok' in found) return sendOutcome(reply, parts, found, echo);
  if ('signature' in found)
    return openToPages(reply).header('cache-control', 'no-store').send(found);
  const { opened, sha256 } = found;
  return sendContent(request, reply, opened, sha256, async () =>
    sendOutcome(reply, parts, badRequest('The file has no bytes in this range.'), echo, 416),
  );
}

type Part =
  | { readonly opened: OpenFile; readonly sha256: string }
  | { readonly keyid: string; readonly signature: string };

async function findPart(
  parts: ServedParts,
  ticket: DownloadTicket | null,
  part: string,
): Promise<Part | Refusal> {
  if (ticket === null) return badRequest('The parameter "ticket" is not valid.');
  const { db } = parts;
  const { applicationId, fileId: manifestSha256 } = ticket;
  const session = await refuseTicket(db, ticket, inSeconds(parts.nowMs()));
  if ('ok' in session) return session;
  if (session.userId === null) return refuse('not-signed-in');
  const release = await db
    .selectFrom('releases')
    .select(['keyid', 'signature'])
    .where('applicationId', '=', applicationId)
    .where('manifestSha256', '=', manifestSha256)
    .where('publishedAt', 'is not', null)
    // Nobody goes on fetching what was taken back.
    .where('retracted', '=', 0)
    .executeTakeFirst();
  if (release === undefined) return refuse('file-unknown');
  if (part === 'manifest.sig') return release;
  const sha256 = part === 'manifest' ? manifestSha256 : part;
  // SECURITY: of this release alone; no other application's and no other channel's is found by its hash.
  const size = await sizeOfContent(db, applicationId, manifestSha256, sha256);
  return size === null ? refuse('file-unknown') : open(parts, applicationId, sha256, size);
}

async function open(
  { storedFiles }: ServedParts,
  applicationId: string,
  sha256: string,
  size: number,
): Promise<Part | Refusal> {
  const files = storedFiles.of(applicationId);
  const opened = await files.open(sha256);
  if (opened?.size === size) return { opened, sha256 };
  if (opened !== null) {
    // Cut off by a disk that was full or failed: it is as good as missing, and the next push brings it again.
    await opened.close();
    await files.release(sha256, () => Promise.resolve(false));
  }
  return refuse('file-broken');
}
