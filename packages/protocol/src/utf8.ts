// Decodes bytes to text. Bytes that are not UTF-8 are refused with their line and likely encoding,
// because replacement characters would turn two names into one.

/** The text, without a byte order mark, or where it is not UTF-8. */
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

/** Returns where bytes that are not UTF-8 fail, and their likely encoding. */
export function faultOf(bytes: Uint8Array): Utf8Fault {
  const wide = wideEncodingOf(bytes);
  if (wide !== null) return { line: 1, encoding: wide };
  for (let begin = 0, line = 1; ; line += 1) {
    const found = bytes.indexOf(lineFeed, begin);
    const end = found === -1 ? bytes.length : found + 1;
    const part = bytes.subarray(begin, end);
    if (decoded(part) === null || end === bytes.length)
      return { line, encoding: narrowEncodingOf(part) };
    begin = end;
  }
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
 * Western languages have single letters beyond ASCII. Words of other alphabets consist of them.
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
