// `/my/<pagename>/download/<ticket>`: sends a package of the loader as one file. The ticket is in the
// URL, because a browser sends no headers with a link.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import type { Parts, SignedInCall } from '../../api/call.ts';
import { addressOf } from '../../http/client-address.ts';
import { noStore } from '../../http/browser/send-page.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { makeLoaderTicket, readLoaderTicket } from '../../secrets/tickets.ts';
import { bytesOf, offeredPackages, packageOfManifest } from '../releases/loader-packages.ts';

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
  applicationId: string,
  ticketText: string,
): Promise<Refusal | null> {
  const retryAfter = await parts.requests.take(
    addressOf(request),
    ({ id }) => id === applicationId,
    parts.requests.transfersPerMinute,
  );
  if (retryAfter > 0) return refuse('rate-limited', { retryAfter });
  const ticket = readLoaderTicket(parts.secret, ticketText, toUnixSeconds(parts.nowMs()));
  // SECURITY: a ticket of another application opens nothing here.
  if (ticket?.applicationId !== applicationId) return refuse('file-unknown');
  const found = await packageOfManifest(parts, applicationId, ticket.manifestSha256);
  if (found === null) return refuse('file-unknown');
  const name = encodeURIComponent(found.fileName);
  void reply
    .header('content-type', 'application/octet-stream')
    .header('content-length', found.size)
    .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    .header('cache-control', noStore)
    .send(Readable.from(bytesOf(parts.storedFiles.of(applicationId), found), { highWaterMark: 1 }));
  return null;
}
