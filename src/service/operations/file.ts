// `file`: the content of a seller's file (contract 1.9): in hex where it is small, and in any case an address to download it from.
import type { RequestOf } from '../../shared/wire/client-spec.ts';
import { refuseUnlessSignedIn, type SessionCall } from '../call.ts';
import { downloadPath, makeTicket } from '../files/download-ticket.ts';
import { refuse, type Outcome } from '../outcome.ts';

/** What official clients take: an answer of 2 MiB. */
const mostInlineBytes = 1024 * 1024;

export async function file(
  call: SessionCall,
  { fileid }: RequestOf<'file'>,
): Promise<Outcome<'file'>> {
  const { application, session, secret, now } = call;
  const row = await call.db
    .selectFrom('files')
    .selectAll()
    .where('applicationId', '=', application.id)
    .where('id', '=', fileid)
    .executeTakeFirst();
  const refusal = row?.authed === 1 ? refuseUnlessSignedIn(call) : null;
  if (refusal !== null) return refusal;
  if (row === undefined) return refuse('file-unknown');
  const opened = await call.fileContents.open(row);
  if (opened === null) return refuse('file-broken');
  try {
    const { size, sha256 } = row;
    const isSmall = size <= mostInlineBytes;
    const small = isSmall ? (await call.fileContents.readAll(row, opened)).toString('hex') : null;
    const ticket = makeTicket(
      secret,
      { applicationId: application.id, fileId: row.id, sessionIdHash: session.idHash },
      now,
    );
    return {
      ok: true,
      answer: {
        message: 'File download successful',
        ...(small !== null && { contents: small }),
        size,
        sha256,
        download: `${downloadPath}?ticket=${ticket}`,
      },
    };
  } finally {
    await opened.close();
  }
}
