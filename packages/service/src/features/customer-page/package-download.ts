// `/my/<pagename>/download/<ticket>`: sends a package of the loader as one file. The ticket is in the
// URL, because a browser sends no headers with a link.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import type { Parts, SignedInCall } from '../../api/call.ts';
import { addressOf } from '../../http/client-address.ts';
import { noStore, type PageOutcome } from '../../http/browser/send-page.ts';
import { readsAhead } from '../../http/connections.ts';
import { refuse } from '../../outcome.ts';
import { makeLoaderTicket, readLoaderTicket } from '../../secrets/tickets.ts';
import {
  bytesOf,
  offeredPackages,
  packageOfManifest,
  readAheadOf,
} from '../releases/loader-packages.ts';
import { refuseStoppedApplication } from '../releases/release-download.ts';
import { refused, refusedBy } from './page-call.ts';
import { findPage } from './pages.ts';

/** The packages with their URLs, which work for ten minutes. */
export async function downloadsOf(call: SignedInCall, pageName: string) {
  const { application, user, secret, now } = call;
  const packages = await offeredPackages(call, application.id, user.id);
  return packages.map(({ platform, version, fileName, size, sha256, manifestSha256 }) => {
    const ticket = makeLoaderTicket(secret, { applicationId: application.id, manifestSha256 }, now);
    const url = `/my/${pageName}/download/${ticket}`;
    return { platform, version, fileName, size, sha256, url };
  });
}

/** Returns a refusal, or null if the file is being sent. */
export async function sendPackage(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  { pageName, ticketText }: { readonly pageName: string; readonly ticketText: string },
): Promise<PageOutcome | null> {
  const ticket = readLoaderTicket(parts.secret, ticketText, toUnixSeconds(parts.nowMs()));
  const take = async () =>
    parts.requests.take(
      addressOf(request),
      ({ id }) => id === ticket?.applicationId,
      parts.requests.transfersPerMinute,
    );
  const retryAfter = await take();
  if (retryAfter > 0) return refusedBy(refuse('rate-limited', { retryAfter }));
  const page = await findPage(parts.db, pageName);
  if (page === undefined) return refused('page-unknown');
  // SECURITY: a ticket of another application opens nothing here.
  if (ticket?.applicationId !== page.id) return refusedBy(refuse('file-unknown'));
  const stopped = await refuseStoppedApplication(parts.db, page.id);
  if (stopped !== null) return refusedBy(stopped);
  const found = await packageOfManifest(parts, page.id, ticket.manifestSha256);
  if (found === null) return refusedBy(refuse('file-unknown'));
  // Each chunk counts as for a loader, but a browser could not resume a refused one.
  for (const _ of found.chunks.slice(1)) if ((await take()) > 0) break;
  const name = encodeURIComponent(found.fileName);
  const stream = Readable.from(bytesOf(parts.storedFiles.of(page.id), found), { highWaterMark: 1 });
  readsAhead(stream, readAheadOf(found));
  void reply
    .header('content-type', 'application/octet-stream')
    .header('content-length', found.size)
    .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    .header('cache-control', noStore)
    .send(stream);
  return null;
}
