// Sends a file from this machine's disk, whole or in one range, so that downloads can be resumed.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenFile } from '../storage/stored-files.ts';
import { openToPages } from './other-origins.ts';

/** Sends the file and closes it in any case. `refuseRange` answers a range outside the file. */
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

export interface ByteRange {
  /** Both ends are inclusive. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns `whole` without a range, or for a range of another form, and `outside` for a range that
 * contains no byte of the file.
 */
function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'outside' {
  const asked = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/i.exec((header ?? '').trim());
  const [, first = '', last = ''] = asked ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'outside' : { start: size - count, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'outside' : { start, end };
}
