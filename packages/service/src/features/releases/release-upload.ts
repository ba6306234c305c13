// PUT /api/seller/release: stores a manifest or a chunk, hashed as it arrives. `uploadrelease`
// creates the URL, which has a short-lived ticket instead of a seller key.
// SECURITY: checks the ticket, its actor and the quota before it stores any of the body,
// because these are the largest bodies.
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maxManifestBytes } from '@latchkey/protocol/release/manifest.ts';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import { permittingScope } from '@latchkey/protocol/seller-scopes.ts';
import { sellerTexts } from '@latchkey/protocol/seller-spec.ts';
import { sendSellerOutcome } from '../../api/seller-api.ts';
import { failed, refused, sellerRateLimited } from '../../api/seller-failure.ts';
import { actors, findActor } from '../../api/seller-keys.ts';
import type { ApplicationRow } from '../../database/schema.ts';
import { FileTooLarge, sha256Form } from '../../storage/stored-files.ts';
import { readUploadTicket, type UploadTicket } from '../../secrets/tickets.ts';
import { releaseUploadPath } from '../../http/paths.ts';
import type { SellerOutcome } from '../../outcome.ts';
import { addressOf } from '../../http/client-address.ts';
import { collectParameters, parseQuery } from '../../api/parameters.ts';
import type { Parts } from '../../api/call.ts';
import { reserveUnused, returnUnused } from './unused-bytes.ts';
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
  const now = toUnixSeconds(parts.nowMs());
  const address = addressOf(request);
  const { values, refusal } = collectParameters(parseQuery(request.raw.url ?? ''));
  const ticket = readUploadTicket(parts.secret, values.get('ticket') ?? '', now);
  const retryAfter = await parts.requests.take(
    address,
    ({ sellerkeyHashes }) => sellerkeyHashes.some((hash) => ticket?.actor === actors.key(hash)),
    parts.requests.transfersPerMinute,
  );
  if (retryAfter > 0) return sellerRateLimited(retryAfter);
  if (refusal !== null || ticket === null) return refused('upload-url-invalid');
  const allowed = await findApplication(parts, ticket, address, now);
  if ('status' in allowed) return allowed;
  const sha256 = values.get('sha256') ?? '';
  if (!sha256Form.test(sha256)) return refused('hash-missing');
  return receiveContent(parts, { applicationId: allowed.id, sha256, now }, request);
}

/**
 * Returns the application, or the refusal if the ticket no longer allows uploads.
 * SECURITY: runs at every upload, so that an ended key or account ends its tickets.
 */
async function findApplication(
  { db }: Parts,
  { applicationId, actor }: UploadTicket,
  address: string,
  now: number,
): Promise<ApplicationRow | SellerOutcome> {
  const application = await db
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', applicationId)
    .executeTakeFirst();
  const key = application && (await findActor(db, application, actor, now));
  if (application === undefined || key === undefined) return refused('upload-url-invalid');
  if (application.sellerAddress !== null && application.sellerAddress !== address)
    return refused('address-not-allowed');
  if (permittingScope(key.scopes, sellerApi.uploadrelease.scope) === null)
    return failed(`${sellerTexts['scope-missing']}.`, { code: 'scope-missing' });
  const stopped = refuseStoppedUpload(application);
  if (stopped === null) return application;
  return failed(sellerApi.uploadrelease.failures[stopped], { code: stopped });
}

export function refuseStoppedUpload({
  enabled,
  paused,
}: Pick<ApplicationRow, 'enabled' | 'paused'>) {
  if (enabled === 0) return 'application-disabled';
  return paused === 1 ? 'application-paused' : null;
}

interface Upload {
  readonly applicationId: string;
  readonly sha256: string;
  readonly now: number;
}

async function receiveContent(
  parts: Parts,
  upload: Upload,
  request: FastifyRequest,
): Promise<SellerOutcome> {
  const size = contentLengthOf(request);
  const neededBytes = await sizeOfNeeded(parts, upload);
  const maxBytes = neededBytes ?? maxManifestBytes;
  if (!(size <= maxBytes))
    return failed(`The body may have at most ${maxBytes} bytes, and needs a Content-Length.`, {
      code: 'request-too-large',
    });
  if (neededBytes !== null || (await isStored(parts, upload)))
    return store(parts, upload, request.raw);
  const reservation = await reserveUnused(parts.db, { ...upload, size });
  if (reservation === null) return refused('too-many-unused-uploads');
  let isKept = false;
  try {
    const outcome = await store(parts, upload, request.raw);
    isKept = outcome.status === 200;
    return outcome;
  } finally {
    if (!isKept) await returnUnused(parts.db, reservation);
  }
}

/** Equals the body limit that docs/hosting.md recommends for reverse proxies. */
const maxDrainedBytes = 17 * 1024 * 1024;

/** Returns the size from the manifest, or null if no release needs this content. */
async function sizeOfNeeded(
  { db }: Parts,
  { applicationId, sha256 }: Upload,
): Promise<number | null> {
  const row = await db
    .selectFrom('releaseContents')
    .select('size')
    .where('applicationId', '=', applicationId)
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return row?.size ?? null;
}

async function isStored({ storedFiles }: Parts, { applicationId, sha256 }: Upload) {
  const opened = await storedFiles.of(applicationId).open(sha256);
  await opened?.close();
  return opened !== null;
}

async function store(
  { storedFiles }: Parts,
  { applicationId, sha256 }: Upload,
  body: IncomingMessage,
): Promise<SellerOutcome> {
  try {
    // If the body cannot be stored, the connection is still needed for the answer.
    const draft = await storedFiles
      .of(applicationId)
      .receive(body.iterator({ destroyOnReturn: false }));
    try {
      if (draft.sha256 !== sha256) return refused('hash-differs');
      await draft.keep();
    } finally {
      await draft.discard();
    }
  } catch (error) {
    if (error instanceof FileTooLarge) return refused('request-too-large');
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
