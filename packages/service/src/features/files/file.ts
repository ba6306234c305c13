// `file`: the content of a seller's file (contract 1.9): in hex where it is small, and in any case an address to download it from.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { refuseUnlessSignedIn, type SessionCall } from '../../api/call.ts';
import { fileDownloadPath } from '../../http/paths.ts';
import { makeDownloadTicket } from '../../secrets/tickets.ts';
import { mostInAnswerBytes } from '../../storage/file-contents.ts';
import { refuse, type Outcome } from '../../outcome.ts';

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
  const { size, sha256 } = row;
  const ticket = makeDownloadTicket(
    secret,
    { applicationId: application.id, fileId: row.id, sessionIdHash: session.idHash },
    now,
  );
  const download = `${fileDownloadPath}?ticket=${ticket}`;
  const answer = { message: 'File download successful', size, sha256, download };
  if (size <= mostInAnswerBytes)
    return { ok: true, answer, contents: call.fileContents.forAnswer(row, opened) };
  await opened.close();
  return { ok: true, answer };
}
