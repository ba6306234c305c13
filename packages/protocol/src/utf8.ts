// Decodes bytes to text. Bytes that are not UTF-8 are refused with their line and likely encoding,
// because replacement characters would turn two names into one.

/** The text without a byte order mark, or the place of the first invalid bytes. */
export type Utf8Result =
  | { readonly ok: true; readonly text: string }
  | ({ readonly ok: false } & Utf8Fault);

export interface Utf8Fault {
  /** The first line with invalid bytes, from 1. */
  readonly line: number;
  /** A guess, because the bytes of most encodings are valid in several others. */
  readonly encoding: string;
}

const lineFeed = 0x0a;
const strict = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a whole text, such as a file. NUL bytes are refused too: no text of this product has
 * them, but UTF-16 does, and its ASCII characters would be valid UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array): Utf8Result {
  const text = bytes.includes(0) ? null : decoded(bytes);
  return text === null ? { ok: false, ...faultOf(bytes) } : { ok: true, text };
}

/** Returns the line of the first invalid bytes, and the likely encoding. */
export function faultOf(bytes: Uint8Array): Utf8Fault {
  const wide = wideEncodingOf(bytes);
  if (wide !== null) return { line: 1, encoding: wide };
  const [begin, end] = firstBadLine(bytes);
  return {
    line: linesIn(bytes, begin) + 1,
    encoding: narrowEncodingOf(bytes.subarray(begin, end)),
  };
}

/**
 * Returns the range of the first line that is not UTF-8. Uses a binary search, because a failed call
 * of the decoder costs as much as decoding thousands of characters.
 */
function firstBadLine(bytes: Uint8Array): readonly [begin: number, end: number] {
  let [begin, end] = [0, bytes.length];
  for (;;) {
    const middle = begin + ((end - begin) >> 1);
    const found = bytes.indexOf(lineFeed, middle);
    const after = found === -1 || found + 1 >= end ? null : found + 1;
    const before = bytes.subarray(begin, middle).lastIndexOf(lineFeed) + 1;
    const cut = after ?? (before === 0 ? null : begin + before);
    if (cut === null) return [begin, end];
    if (decoded(bytes.subarray(begin, cut)) === null) end = cut;
    else begin = cut;
  }
}

function linesIn(bytes: Uint8Array, end: number): number {
  let count = 0;
  for (let at = 0; at < end; at += 1) if (bytes[at] === lineFeed) count += 1;
  return count;
}

/** Describes a fault in a sentence. `place` is a file name, or "Stdin". */
export function faultSentence(place: string, { line, encoding }: Utf8Fault): string {
  const where = encoding.startsWith('UTF') ? place : `${place}, line ${line},`;
  return `${where} is not UTF-8 text. Its encoding is probably ${encoding}. Save the text as UTF-8.`;
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

function wideEncodingOf(bytes: Uint8Array): 'UTF-16' | 'UTF-32' | null {
  const [first, second, third, fourth] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  if (isLittle && third === 0 && fourth === 0) return 'UTF-32';
  // Without a byte order mark, every ASCII character of UTF-16 has a NUL byte.
  return isLittle || (first === 0xfe && second === 0xff) || bytes.includes(0) ? 'UTF-16' : null;
}

/**
 * Guesses the encoding from the bytes beyond ASCII. They are mostly single in Western languages, and
 * adjacent in words of other alphabets.
 */
function narrowEncodingOf(line: Uint8Array): string {
  let [all, inRuns] = [0, 0];
  line.forEach((byte, at) => {
    if (byte < 0x80) return;
    all += 1;
    if ((line[at - 1] ?? 0) >= 0x80 || (line[at + 1] ?? 0) >= 0x80) inRuns += 1;
  });
  return inRuns * 2 > all
    ? 'that of another alphabet, such as Windows-1251 or GBK'
    : 'Windows-1252';
}
