// PUT /api/seller/release: the bytes of a manifest or a chunk, straight to disk, hashed as they come. No seller key travels here: the
// address itself was made for one, for some minutes (`uploadrelease`).
// SECURITY: looked at before the body, which is larger than that of any other request.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maxManifestBytes } from '../../shared/release/manifest.ts';
import { sellerRateLimited, sendSellerOutcome } from '../api/seller-api.ts';
import { FileTooLarge, sha256Form } from '../files/stored-files.ts';
import { readUploadTicket, uploadPath } from '../files/upload-ticket.ts';
import type { SellerOutcome } from '../outcome.ts';
import { addressOf } from './client-address.ts';
import { collectParameters, queryPairs } from './request-parameters.ts';
import type { ServedParts } from './served-parts.ts';
import { secondsOf } from './ticket-session.ts';

export function addReleaseUpload(app: FastifyInstance, parts: ServedParts): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // Not read here: the handler takes it as it comes.
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload));
    scope.route({
      method: 'PUT',
      url: uploadPath,
      handler: async (request, reply) =>
        sendSellerOutcome(reply, await takeUpload(parts, request, reply), undefined),
    });
    done();
  });
}

async function takeUpload(
  parts: ServedParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SellerOutcome> {
  const { values, refusal } = collectParameters(queryPairs(request.raw.url ?? ''));
  const ticket = values.get('ticket') ?? '';
  const applicationId = readUploadTicket(parts.secret, ticket, secondsOf(parts));
  if (refusal !== null || applicationId === null) {
    const retryAfter = await parts.requests.take(addressOf(request), () => false);
    return unread(reply, retryAfter > 0 ? sellerRateLimited(retryAfter) : refused(invalidAddress));
  }
  const sha256 = values.get('sha256') ?? '';
  if (!sha256Form.test(sha256))
    return unread(reply, refused('The address must end with a SHA-256.'));
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  const bytes = await mostBytes(parts, applicationId, sha256);
  if (!(announced <= bytes))
    return unread(
      reply,
      refused(`Here are taken ${bytes} bytes at most, announced by Content-Length.`),
    );
  return store(parts, applicationId, sha256, request.body);
}

const invalidAddress = 'This address is not valid, or not any more.';

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
  body: unknown,
): Promise<SellerOutcome> {
  try {
    const draft = await storedFiles
      .of(applicationId)
      .receive((body ?? []) as AsyncIterable<Uint8Array>); // the parser above gave the stream itself
    try {
      if (draft.sha256 !== sha256) return refused('These are other bytes than the address says.');
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

/** What was not read is no request of its own on the same connection. */
function unread(reply: FastifyReply, outcome: SellerOutcome): SellerOutcome {
  reply.header('connection', 'close');
  return outcome;
}

function refused(message: string): SellerOutcome {
  return { status: 400, message, fields: {}, text: null };
}
