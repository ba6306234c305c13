// PUT /api/seller/release: the bytes of a manifest or a chunk, straight to disk, hashed as they come. No seller key travels here: the
// address itself was made for one, for some minutes (`uploadrelease`).
// SECURITY: looked at before anything of the body is kept, which is larger than that of any other request.
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maxManifestBytes } from '@latchkey/protocol/release/manifest.ts';
import { sellerRateLimited, sendSellerOutcome } from '../../api/seller-api.ts';
import { FileTooLarge, sha256Form } from '../../storage/stored-files.ts';
import { readUploadTicket } from '../../secrets/tickets.ts';
import { releaseUploadPath } from '../../http/paths.ts';
import type { SellerOutcome } from '../../outcome.ts';
import { addressOf } from '../../http/client-address.ts';
import { collectParameters, queryPairs } from '../../http/request-parameters.ts';
import type { ServedParts } from '../../http/served-parts.ts';
import { inSeconds } from '@latchkey/protocol/units.ts';

export function addReleaseUpload(app: FastifyInstance, parts: ServedParts): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // Not read here: the handler takes it as it comes.
    scope.addContentTypeParser('*', (_request, payload, parsed) => {
      parsed(null, payload);
    });
    scope.route({
      method: 'PUT',
      url: releaseUploadPath,
      handler: async (request, reply) => {
        let outcome: SellerOutcome;
        try {
          outcome = await takeUpload(parts, request);
        } finally {
          await readOff(request, reply);
        }
        return sendSellerOutcome(reply, outcome, undefined);
      },
    });
    done();
  });
}

async function takeUpload(parts: ServedParts, request: FastifyRequest): Promise<SellerOutcome> {
  const { values, refusal } = collectParameters(queryPairs(request.raw.url ?? ''));
  const ticket = values.get('ticket') ?? '';
  const applicationId = readUploadTicket(parts.secret, ticket, inSeconds(parts.nowMs()));
  if (refusal !== null || applicationId === null) {
    const retryAfter = await parts.requests.take(addressOf(request), () => false);
    return retryAfter > 0 ? sellerRateLimited(retryAfter) : refused(invalidAddress);
  }
  const sha256 = values.get('sha256') ?? '';
  if (!sha256Form.test(sha256)) return refused('The URL must end with the SHA-256 of the body.');
  const bytes = await mostBytes(parts, applicationId, sha256);
  if (!(announcedBy(request) <= bytes))
    return refused(`The body may have at most ${bytes} bytes, and needs a Content-Length.`);
  return store(parts, applicationId, sha256, request.raw);
}

/** As the page on hosting tells web servers in front to let through. */
const mostReadOffBytes = 17 * 1024 * 1024;
const invalidAddress = 'This URL is not valid or has expired.';

/** A chunk is known from its manifest; what is not known may be a manifest, which is swept away where no release begins with it. */
async function mostBytes({ db }: ServedParts, applicationId: string, sha256: string) {
  const row = await db
    .selectFrom('releaseContents')
    .select('size')
    .where('applicationId', '=', applicationId)
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? maxManifestBytes : row.size;
}

async function store(
  { storedFiles }: ServedParts,
  applicationId: string,
  sha256: string,
  body: IncomingMessage,
): Promise<SellerOutcome> {
  try {
    // Where it cannot be stored, the connection is still needed to say so.
    const draft = await storedFiles
      .of(applicationId)
      .receive(body.iterator({ destroyOnReturn: false }));
    try {
      if (draft.sha256 !== sha256)
        return refused('The SHA-256 in the URL is not that of the body.');
      await draft.keep();
    } finally {
      await draft.discard();
    }
  } catch (error) {
    if (error instanceof FileTooLarge) return refused('The request is too large.');
    throw error;
  }
  return { status: 200, message: 'Successfully uploaded', fields: {}, text: null };
}

/**
 * What comes in spite of a refusal is read and dropped: whoever still sends, as web servers in front do, would see the connection end
 * and never the answer. More than any of them lets through is not waited for; it is no request of its own on the same connection.
 */
async function readOff(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.raw.readableEnded) return;
  if (!(announcedBy(request) <= mostReadOffBytes)) {
    reply.header('connection', 'close');
    return;
  }
  request.raw.resume();
  // Who goes away, or takes longer than a request may, is told nothing.
  await finished(request.raw, { writable: false }).catch(() => undefined);
}

function announcedBy({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? Number.NaN);
}

function refused(message: string): SellerOutcome {
  return { status: 400, message, fields: {}, text: null };
}
