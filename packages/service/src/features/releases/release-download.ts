// GET /api/1.3/release: sends the manifest, the signature and the chunks of an offered release, in
// ranges. A program's release needs a valid session, a loader's release needs none. The publisher's
// signature covers the bytes.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  makeDownloadTicket,
  makeLoaderTicket,
  readDownloadTicket,
  readLoaderTicket,
  type DownloadTicket,
  type LoaderTicket,
} from '../../secrets/tickets.ts';
import { releaseDownloadPath } from '../../http/paths.ts';
import {
  installedRelease,
  noFeatures,
  offerTo,
  sizeOfContent,
  type ReleaseLine,
} from './releases.ts';
import type { OpenFile } from '../../storage/stored-files.ts';
import { badRequest, refuse, type Refusal, type Outcome } from '../../outcome.ts';
import { addressOf } from '../../http/client-address.ts';
import { sendContent } from '../../http/send-content.ts';
import { readEcho, sendOutcome } from '../../http/envelope.ts';
import { answerPreflight, allowAllOrigins } from '../../http/cors.ts';
import { collectParameters, parseQuery } from '../../api/parameters.ts';
import type { Call, Parts } from '../../api/call.ts';
import { refuseStopped } from '../../api/client-api.ts';
import type { Database } from '../../database/schema.ts';
import { checkTicket } from '../files/download.ts';
import { readFeaturesOf } from '../subscriptions/features.ts';
import { isFeatureOn, type Features } from '@latchkey/protocol/features.ts';
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
  const ticket = readTicket(parts, values.get('ticket') ?? '');
  const retryAfter = await parts.requests.take(
    addressOf(request),
    ({ id }) => id === ticket?.applicationId,
    parts.requests.transfersPerMinute,
  );
  const limited = retryAfter > 0 ? refuse('rate-limited', { retryAfter }) : null;
  const part = limited ?? refusal ?? (await findPart(parts, ticket, values.get('part') ?? ''));
  if ('ok' in part) return sendOutcome(reply, parts, part, echo);
  if ('signature' in part)
    return allowAllOrigins(reply).header('cache-control', 'no-store').send(part);
  const { opened, sha256 } = part;
  return sendContent(request, reply, opened, sha256, async () =>
    sendOutcome(reply, parts, badRequest('The file has no bytes in this range.'), echo, 416),
  );
}

interface ReleaseTicket extends LoaderTicket {
  /** Null in a ticket for a release of the loader. */
  readonly session: DownloadTicket | null;
}

function readTicket(parts: Parts, text: string): ReleaseTicket | null {
  const now = toUnixSeconds(parts.nowMs());
  const session = readDownloadTicket(parts.secret, text, now);
  if (session !== null)
    return { applicationId: session.applicationId, manifestSha256: session.fileId, session };
  const loader = readLoaderTicket(parts.secret, text, now);
  return loader && { ...loader, session: null };
}

type Part =
  | { readonly opened: OpenFile; readonly sha256: string }
  | { readonly keyid: string; readonly signature: string };

async function findPart(
  parts: Parts,
  ticket: ReleaseTicket | null,
  part: string,
): Promise<Part | Refusal> {
  if (ticket === null) return badRequest('The parameter "ticket" is not valid.');
  const { db } = parts;
  const { applicationId, manifestSha256, session } = ticket;
  const refusal =
    session === null
      ? await refuseStoppedApplication(db, applicationId)
      : await refuseSession(db, session, toUnixSeconds(parts.nowMs()));
  if (refusal !== null) return refusal;
  const release = await db
    .selectFrom('releases')
    .select(['keyid', 'signature'])
    .where('applicationId', '=', applicationId)
    .where('manifestSha256', '=', manifestSha256)
    // SECURITY: a ticket without a session opens no release of a program.
    .where('kind', '=', session === null ? 'loader' : 'program')
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

async function refuseSession(
  db: Database,
  ticket: DownloadTicket,
  now: number,
): Promise<Refusal | null> {
  const session = await checkTicket(db, ticket, now);
  if ('ok' in session) return session;
  return session.userId === null ? refuse('not-signed-in') : null;
}

export async function refuseStoppedApplication(db: Database, id: string): Promise<Refusal | null> {
  const application = await db
    .selectFrom('applications')
    .select(['enabled', 'paused'])
    .where('id', '=', id)
    .executeTakeFirst();
  return application === undefined ? refuse('app-unknown') : refuseStopped(application);
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

/** A loader asks for its own release before it has a session, so `session` and `user` are null. */
export async function release(
  call: Call,
  { channel, platform, kind = 'program', install, ...installed }: RequestOf<'release'>,
): Promise<Outcome<'release'>> {
  const { application, session, user, db, secret, now } = call;
  const message = 'Successfully retrieved release';
  const receiver = kind === 'loader' ? install : user?.id;
  if (receiver === undefined) return refuse('not-signed-in');
  const { id: applicationId } = application;
  const line = { applicationId, kind, channel, platform };
  const readFeatures = user === null ? noFeatures : () => readFeaturesOf(db, user.id, now);
  const { offered: row, withheld } =
    installed.sequence === undefined
      ? await offerTo(db, line, receiver, readFeatures)
      : await repairOffer(call, line, installed, readFeatures);
  if (row === undefined) {
    const needs = withheld?.feature ?? null;
    return { ok: true, answer: { message, release: null, ...(needs !== null && { needs }) } };
  }
  const { sequence, version, manifestSha256, manifestSize, notes, required, size, stored } = row;
  const ticket =
    session === null
      ? makeLoaderTicket(secret, { applicationId, manifestSha256 }, now)
      : makeDownloadTicket(
          secret,
          { applicationId, fileId: manifestSha256, sessionIdHash: session.idHash },
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

/**
 * A computer that has the release can repair it, even if its account lacks the feature meanwhile.
 * SECURITY: the hash proves that, because the sequence of a release can be guessed.
 */
async function repairOffer(
  { db }: Pick<Call, 'db'>,
  line: ReleaseLine,
  { sequence, manifest }: Pick<RequestOf<'release'>, 'sequence' | 'manifest'>,
  readFeatures: () => Promise<Features>,
) {
  const row = await installedRelease(db, line, Number(sequence));
  const feature = row?.feature ?? null;
  const isOpen =
    feature === null ||
    manifest === row?.manifestSha256 ||
    isFeatureOn((await readFeatures())[feature]);
  return isOpen ? { offered: row, withheld: undefined } : { offered: undefined, withheld: row };
}
