// Which bytes a request with a Range header gets (RFC 9110, 14.2). One range of bytes; anything else is as good as none.

export interface ByteRange {
  /** Both included. */
  readonly start: number;
  readonly end: number;
}

/** `whole`: no range was asked for that we know. `outside`: nothing of the file lies in it. */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'outside' {
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
