// The parameters of a request from its query and its body: strict UTF-8, nothing twice, and what clients mean by them, as many
// send line ends with what they read from files, and empty texts where they have nothing to say.
import { notValid, speakOf, type Parameters } from '../api/parameters.ts';
import { badRequest, type Refusal } from '../outcome.ts';

/** A name or value is null where its bytes are no UTF-8. */
export type Pairs = readonly (readonly [name: string | null, value: string | null])[];

const maxParameters = 50;
/** Passwords are what was typed, white space and form of Unicode included; so on the page of a new one. */
const asTheyAre: ReadonlySet<string> = new Set(['pass', 'passwd', 'again']);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** null: not UTF-8. A byte order mark is text as any other. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Reads `a=1&b=2` as it is in queries and urlencoded forms. `latin1`: one character per byte. */
export function parsePairs(latin1: string): Pairs {
  return latin1
    .split('&')
    .filter((piece) => piece !== '')
    .map((piece) => {
      const equals = piece.indexOf('=');
      return equals === -1
        ? [decodePiece(piece), '']
        : [decodePiece(piece.slice(0, equals)), decodePiece(piece.slice(equals + 1))];
    });
}

/** What is the same in every reading, as most names and values are. */
const plain = /^[\w.~-]*$/;

/** A `%` that begins no byte is itself: some clients do not escape what they send. */
function decodePiece(latin1: string): string | null {
  if (plain.test(latin1)) return latin1;
  const text = decodeUtf8(Buffer.from(latin1, 'latin1'));
  if (text === null) return null;
  try {
    return decodeURIComponent(text.replaceAll('+', ' ').replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25'));
  } catch {
    return null;
  }
}

/** The query of a request's address as Node gives it: one character per byte. */
export function queryPairs(url: string): Pairs {
  const question = url.indexOf('?');
  return question === -1 ? [] : parsePairs(url.slice(question + 1));
}

export function collectParameters(pairs: Pairs): Parameters {
  const values = new Map<string, string>();
  const asSent = new Map<string, string>();
  // One that is given twice has no value at all: neither the first nor the last wins.
  const without = new Set<string>();
  let refusal: Refusal | null = null;
  for (const [name, value] of pairs.length > maxParameters
    ? pairs.slice(0, maxParameters)
    : pairs) {
    if (name === null) refusal ??= badRequest('The name of a parameter is not valid.');
    else if (values.has(name) || without.has(name))
      refusal ??= badRequest(`${speakOf(name)} was given twice.`);
    // NUL is no text anywhere, and PostgreSQL would answer it with a fault.
    else if (value === null || value.includes('\0')) refusal ??= notValid(name);
    else {
      const clean = asTheyAre.has(name) || plain.test(value) ? value : cleaned(value);
      values.set(name, clean);
      if (clean !== value) asSent.set(name, value);
      continue;
    }
    if (name === null) continue;
    values.delete(name);
    without.add(name);
  }
  if (pairs.length > maxParameters) refusal ??= badRequest('There are too many parameters.');
  return { values, asSent, refusal };
}

function cleaned(value: string): string {
  return value.trim().normalize('NFC');
}
