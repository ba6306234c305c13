// PUT /api/seller/release: stores a manifest or a chunk, hashed as it arrives. `uploadrelease`
// creates the URL, which has a short-lived ticket instead of a seller key.
// SECURITY: checks the ticket before it stores any of the body, because these are the largest
// bodies.
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
import { collectParameters, parseQuery } from '../../api/parameters.ts';
import type { Parts } from '../../api/call.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';

export function addReleaseUpload(app: FastifyInstance, parts: Parts): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // Leaves the body unparsed, because the handler reads the stream.
    scope.addContentTypeParser('*', (_request, payload, parsed) => {
      parsed(null, payload);
    });
    scope.route({
      method: 'PUT',
      url: releaseUploadPath,
      handler: async (request, reply) => {
        let outcome: SellerOutcome;
        try {
          outcome = await receiveUpload(parts, request);
        } finally {
          await drainBody(request, reply);
        }
        return sendSellerOutcome(reply, outcome, undefined);
      },
    });
    done();
  });
}

async function receiveUpload(parts: Parts, request: FastifyRequest): Promise<SellerOutcome> {
  const { values, refusal } = collectParameters(parseQuery(request.raw.url ?? ''));
  const ticket = values.get('ticket') ?? '';
  const applicationId = readUploadTicket(parts.secret, ticket, toUnixSeconds(parts.nowMs()));
  if (refusal !== null || applicationId === null) {
    const retryAfter = await parts.requests.take(addressOf(request), () => false);
    return retryAfter > 0 ? sellerRateLimited(retryAfter) : uploadRefusal(invalidAddress);
  }
  const sha256 = values.get('sha256') ?? '';
  if (!sha256Form.test(sha256))
    return uploadRefusal('The URL must end with the SHA-256 of the body.');
  const maxBytes = await maxBytesOf(parts, applicationId, sha256);
  if (!(contentLengthOf(request) <= maxBytes))
    return uploadRefusal(
      `The body may have at most ${maxBytes} bytes, and needs a Content-Length.`,
    );
  return store(parts, applicationId, sha256, request.raw);
}

/** Equals the body limit that docs/hosting.md recommends for reverse proxies. */
const maxDrainedBytes = 17 * 1024 * 1024;
const invalidAddress = 'This URL is not valid or has expired.';

/** Returns the size of a chunk from its manifest, or the manifest limit for an unknown hash. */
async function maxBytesOf({ db }: Parts, applicationId: string, sha256: string) {
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
  { storedFiles }: Parts,
  applicationId: string,
  sha256: string,
  body: IncomingMessage,
): Promise<SellerOutcome> {
  try {
    // If the body cannot be stored, the connection is still needed for the answer.
    const draft = await storedFiles
      .of(applicationId)
      .receive(body.iterator({ destroyOnReturn: false }));
    try {
      if (draft.sha256 !== sha256)
        return uploadRefusal('The SHA-256 in the URL is not that of the body.');
      await draft.keep();
    } finally {
      await draft.discard();
    }
  } catch (error) {
    if (error instanceof FileTooLarge) return uploadRefusal('The request is too large.');
    throw error;
  }
  return { status: 200, message: 'Successfully uploaded', fields: {}, text: null };
}

/**
 * Reads and discards a refused body. Otherwise a client that is still sending, such as a reverse
 * proxy, would get a closed connection instead of the answer. A body above the limit is not read.
 */
async function drainBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.raw.readableEnded) return;
  if (!(contentLengthOf(request) <= maxDrainedBytes)) {
    reply.header('connection', 'close');
    return;
  }
  request.raw.resume();
  // A client that disconnects or exceeds the request timeout gets no answer.
  await finished(request.raw, { writable: false }).catch(() => undefined);
}

function contentLengthOf({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? Number.NaN);
}

function uploadRefusal(message: string): SellerOutcome {
  return { status: 400, message, fields: {}, text: null };
}
