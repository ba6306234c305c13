// Sends a file from this machine's disk, whole or in one range, so that downloads can be resumed.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenFile } from '../storage/stored-files.ts';
import { allowAllOrigins } from './cors.ts';

/** Sends the file and closes it in any case. `refuseRange` answers a range outside the file. */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  file: OpenFile,
  sha256: string,
  refuseRange: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { range, 'if-range': ifRange } = request.headers;
  const etag = `"${sha256}"`;
  const requestedRange =
    ifRange === undefined || ifRange === etag ? readRange(range, file.size) : 'whole';
  if (requestedRange !== 'outside') return sendBytes(reply, file, requestedRange, etag);
  reply.header('content-range', `bytes */${file.size}`);
  await file.close();
  return refuseRange();
}

function sendBytes(
  reply: FastifyReply,
  file: OpenFile,
  requestedRange: Exclude<ReturnType<typeof readRange>, 'outside'>,
  etag: string,
): FastifyReply | Promise<FastifyReply> {
  const { start, end } =
    requestedRange === 'whole' ? { start: 0, end: file.size - 1 } : requestedRange;
  if (requestedRange !== 'whole')
    reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`);
  allowAllOrigins(reply)
    .header('content-type', 'application/octet-stream')
    .header('content-length', end - start + 1)
    .header('content-disposition', 'attachment')
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'no-store')
    .header('etag', etag);
  if (file.size > 0) return reply.send(file.stream(start, end));
  return file.close().then(() => reply.send(Buffer.alloc(0)));
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
  const requestedRange = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/i.exec((header ?? '').trim());
  const [, first = '', last = ''] = requestedRange ?? [];
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
