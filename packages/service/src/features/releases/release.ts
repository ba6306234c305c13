// `release` (contract 0.12): what this account is offered on a channel and platform, with sealed addresses. The answer is signed and
// bound to the request as all are: that is the proof that it is no older one.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SignedInCall } from '../../api/call.ts';
import { makeDownloadTicket } from '../../secrets/tickets.ts';
import { releaseDownloadPath } from '../../http/paths.ts';
import { offeredRelease } from './releases.ts';
import type { Outcome } from '../../outcome.ts';

export async function release(
  { application, session, user, db, secret, now }: SignedInCall,
  { channel, platform, kind = 'program' }: RequestOf<'release'>,
): Promise<Outcome<'release'>> {
  const message = 'Successfully retrieved release';
  const line = { applicationId: application.id, kind, channel, platform };
  const row = await offeredRelease(db, line, user.id);
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
