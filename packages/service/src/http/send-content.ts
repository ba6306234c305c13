// Sends a content from this machine's disk, whole or in one range, with what lets a download go on where it was.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenFile } from '../storage/stored-files.ts';
import { readRange } from './byte-range.ts';
import { openToPages } from './other-origins.ts';

/** `refuseRange` answers where there is nothing in the range that is asked for. Closes the file in any case. */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenFile,
  sha256: string,
  refuseRange: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { range, 'if-range': ifRange } = request.headers;
  const etag = `"${sha256}"`;
  const asked = ifRange === undefined || ifRange === etag ? readRange(range, opened.size) : 'whole';
  if (asked !== 'outside') return sendBytes(reply, opened, asked, etag);
  reply.header('content-range', `bytes */${opened.size}`);
  await opened.close();
  return refuseRange();
}

function sendBytes(
  reply: FastifyReply,
  opened: OpenFile,
  asked: Exclude<ReturnType<typeof readRange>, 'outside'>,
  etag: string,
): FastifyReply | Promise<FastifyReply> {
  const { start, end } = asked === 'whole' ? { start: 0, end: opened.size - 1 } : asked;
  if (asked !== 'whole')
    reply.code(206).header('content-range', `bytes ${start}-${end}/${opened.size}`);
  openToPages(reply)
    .header('content-type', 'application/octet-stream')
    .header('content-length', end - start + 1)
    .header('content-disposition', 'attachment')
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'no-store')
    .header('etag', etag);
  if (opened.size > 0) return reply.send(opened.stream(start, end));
  return opened.close().then(() => reply.send(Buffer.alloc(0)));
}
