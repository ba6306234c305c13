// GET /api/1.3/release: sends the manifest, the signature and the chunks of an offered release, in
// ranges, while the session is valid. The publisher's signature covers the bytes.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  readDownloadTicket,
  type DownloadTicket,
  makeDownloadTicket,
} from '../../secrets/tickets.ts';
import { releaseDownloadPath } from '../../http/paths.ts';
import { sizeOfContent, offeredRelease } from './releases.ts';
import type { OpenFile } from '../../storage/stored-files.ts';
import { badRequest, refuse, type Refusal, type Outcome } from '../../outcome.ts';
import { addressOf } from '../../http/client-address.ts';
import { sendContent } from '../../http/send-content.ts';
import { readEcho, sendOutcome } from '../../http/envelope.ts';
import { answerPreflight, allowAllOrigins } from '../../http/cors.ts';
import { collectParameters, parseQuery } from '../../api/parameters.ts';
import type { Parts, SignedInCall } from '../../api/call.ts';
import { checkTicket } from '../files/download.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';

export function addReleaseDownload(app: FastifyInstance, parts: Parts): void {
  app.options(releaseDownloadPath, (_request, reply) => answerPreflight(reply));
  app.route({
    method: 'GET',
    url: releaseDownloadPath,
    handler: (request, reply) => answerRelease(parts, request, reply),
  });
}

async function answerRelease(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = collectParameters(parseQuery(request.raw.url ?? ''));
  const { values, refusal } = parameters;
  const echo = readEcho(parameters);
  const ticket = readDownloadTicket(
    parts,
    values.get('ticket') ?? '',
    toUnixSeconds(parts.nowMs()),
  );
  const retryAfter = await parts.requests.take(
    addressOf(request),
    ({ id }) => id === ticket?.applicationId,
    parts.requests.transfersPerMinute,
  );
  const limited = retryAfter > 0 ? refuse('rate-limited', { retryAfter }) : null;
  const found = limited ?? refusal ?? (await findPart(parts, ticket, values.get('part') ?? ''));
  if ('ok' in found) return sendOutcome(reply, parts, found, echo);
  if ('signature' in found)
    return allowAllOrigins(reply).header('cache-control', 'no-store').send(found);
  const { opened, sha256 } = found;
  return sendContent(request, reply, opened, sha256, async () =>
    sendOutcome(reply, parts, badRequest('The file has no bytes in this range.'), echo, 416),
  );
}

type Part =
  | { readonly opened: OpenFile; readonly sha256: string }
  | { readonly keyid: string; readonly signature: string };

async function findPart(
  parts: Parts,
  ticket: DownloadTicket | null,
  part: string,
): Promise<Part | Refusal> {
  if (ticket === null) return badRequest('The parameter "ticket" is not valid.');
  const { db } = parts;
  const { applicationId, fileId: manifestSha256 } = ticket;
  const session = await checkTicket(db, ticket, toUnixSeconds(parts.nowMs()));
  if ('ok' in session) return session;
  if (session.userId === null) return refuse('not-signed-in');
  const release = await db
    .selectFrom('releases')
    .select(['keyid', 'signature'])
    .where('applicationId', '=', applicationId)
    .where('manifestSha256', '=', manifestSha256)
    .where('publishedAt', 'is not', null)
    // Downloads of a retracted release stop.
    .where('retracted', '=', 0)
    .executeTakeFirst();
  if (release === undefined) return refuse('file-unknown');
  if (part === 'manifest.sig') return release;
  const sha256 = part === 'manifest' ? manifestSha256 : part;
  // SECURITY: searches only this release, so that a hash finds no content of another application or
  // channel.
  const size = await sizeOfContent(db, applicationId, manifestSha256, sha256);
  return size === null ? refuse('file-unknown') : openContent(parts, applicationId, sha256, size);
}

async function openContent(
  { storedFiles }: Parts,
  applicationId: string,
  sha256: string,
  size: number,
): Promise<Part | Refusal> {
  const files = storedFiles.of(applicationId);
  const opened = await files.open(sha256);
  if (opened?.size === size) return { opened, sha256 };
  if (opened !== null) {
    // A full or failed disk truncated the content. Once it is deleted, the next push uploads it.
    await opened.close();
    await files.release(sha256, () => Promise.resolve(false));
  }
  return refuse('file-broken');
}

export async function release(
  { application, session, user, db, secret, now }: SignedInCall,
  { channel, platform, kind = 'program' }: RequestOf<'release'>,
): Promise<Outcome<'release'>> {
  const message = 'Successfully retrieved release';
  const releaseLine = { applicationId: application.id, kind, channel, platform };
  const row = await offeredRelease(db, releaseLine, user.id);
  if (row === undefined) return { ok: true, answer: { message, release: null } };
  const { sequence, version, manifestSha256, manifestSize, notes, required, size, stored } = row;
  const ticket = makeDownloadTicket(
    secret,
    { applicationId: application.id, fileId: manifestSha256, sessionIdHash: session.idHash },
    now,
  );
  const address = `${releaseDownloadPath}?ticket=${ticket}&part=`;
  return {
    ok: true,
    answer: {
      message,
      release: {
        sequence,
        version,
        manifestSha256,
        manifestSize,
        manifest: `${address}manifest`,
        chunks: address,
        notes,
        required: required === 1,
        size,
        stored,
      },
    },
  };
}
