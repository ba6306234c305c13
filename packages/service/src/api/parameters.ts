// Collects a request's parameters from query and body (strict UTF-8, each name once) and validates
// them. Clients send stray line breaks and empty values, so values are trimmed, and empty optional
// parameters are left out.
import { unsetWord } from '@latchkey/protocol/seller-spec.ts';
import type { z } from 'zod';
import { faultOf, type Utf8Fault } from '@latchkey/protocol/utf8.ts';
import type { SellerFailure } from '@latchkey/protocol/seller-failures.ts';
import { cleanText } from '@latchkey/protocol/typed-text.ts';
import { requestTexts } from '@latchkey/protocol/request-texts.ts';
import { badRequest, type ParameterRefusal } from '../outcome.ts';

export interface Parameters {
  /** Cleaned values of the parameters that occur once. */
  readonly values: ReadonlyMap<string, string>;
  /** Original values, where cleaning changed them. */
  readonly asSent: ReadonlyMap<string, string>;
  readonly refusal: ParameterRefusal | null;
}

/** Facts about a body of `add` that may have other fields than the operation's parameters. */
export interface ShopBody {
  /** The body has the format of a shop, so a retry of the same order is expected. */
  readonly isForeign: boolean;
  /** False if the body is neither JSON nor a form. */
  readonly isReadable: boolean;
  /** Field with an order number that may have lost digits, or null. */
  readonly badOrder: string | null;
  /** Field that reports a refund or another end of a sale, or null. */
  readonly end: string | null;
  /** What happened, in the words of the shop and in lower case. */
  readonly events: ReadonlySet<string>;
}

export interface ShopRequest {
  /** Parameters of `add`, read from fields with a shop's names. */
  readonly fields: Pairs;
  /** Null if the body is an empty object. */
  readonly body: ShopBody | null;
}

/**
 * Replaces aliases of parameters with their main names.
 * SECURITY: if two names of one parameter have different values, the request is refused.
 */
export function withoutAliases(
  values: ReadonlyMap<string, string>,
  aliases: Readonly<Record<string, string>> | undefined,
): { ok: true; values: ReadonlyMap<string, string> } | { ok: false; refusal: ParameterRefusal } {
  if (aliases === undefined) return { ok: true, values };
  const byMainName = new Map<string, string>();
  for (const [given, value] of values) {
    const name = Object.hasOwn(aliases, given) ? (aliases[given] ?? given) : given;
    if (byMainName.has(name) && byMainName.get(name) !== value)
      return { ok: false, refusal: refuseParameter(name, 'twice') };
    byMainName.set(name, value);
  }
  return { ok: true, values: byMainName };
}

/** Leaves out the parameters in `names` with a word for "no option chosen". */
export function withoutUnset(
  values: ReadonlyMap<string, string>,
  names: readonly string[] = [],
): ReadonlyMap<string, string> {
  if (names.length === 0) return values;
  const isUnset = (name: string, value: string) => names.includes(name) && unsetWord.test(value);
  return new Map([...values].filter(([name, value]) => !isUnset(name, value)));
}

/**
 * Validates the parameters. The refusal names the first invalid parameter, never its value. An
 * empty optional parameter is left out, unless it is in `empties` and may be empty.
 */
export function parseParameters<Schema extends z.ZodObject>(
  schema: Schema,
  values: ReadonlyMap<string, string>,
  empties: readonly string[] = [],
): { ok: true; request: z.output<Schema> } | { ok: false; refusal: ParameterRefusal } {
  const accepts = (name: string, value: string | undefined) => {
    if (!Object.hasOwn(schema.shape, name)) return false;
    const field = schema.shape[name] as z.ZodType; // schemas of the wire hold zod types
    return field.safeParse(value).success;
  };
  const isGiven = (name: string, value: string) =>
    value !== '' || !accepts(name, undefined) || (empties.includes(name) && accepts(name, ''));
  // Without a prototype, because clients choose the names.
  const given: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of values) if (isGiven(name, value)) given[name] = value;
  const parsed = schema.safeParse(given);
  if (parsed.success) return { ok: true, request: parsed.data };
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys')
    return { ok: false, refusal: refuseParameter(issue.keys[0] ?? '', 'unknown') };
  const name = String(issue?.path[0] ?? '');
  const missing = !values.has(name) || values.get(name) === '';
  return { ok: false, refusal: refuseParameter(name, missing ? 'missing' : 'invalid') };
}

const faultWords = {
  missing: 'is missing.',
  invalid: 'is not valid.',
  unknown: 'is not known.',
  twice: 'was given twice.',
} as const;

export function refuseParameter(name: string, fault: keyof typeof faultWords): ParameterRefusal {
  const message = `${labelOf(name)} ${faultWords[fault]}`;
  return withFault(message, { code: `parameter-${fault}`, ...shownName(name) });
}

function refuseName(name: NotUtf8 | null): ParameterRefusal {
  const subject = 'The name of a parameter';
  if (name === null) return withFault(`${subject} is not valid.`, { code: 'parameter-invalid' });
  return withFault(notUtf8Text(subject, name), {
    code: 'parameter-not-utf8',
    encoding: name.encoding,
  });
}

function refuseBytes(name: string, value: NotUtf8): ParameterRefusal {
  const { encoding } = value;
  const fault = { code: 'parameter-not-utf8', ...shownName(name), encoding } as const;
  return withFault(notUtf8Text(labelOf(name), value), fault);
}

function withFault(message: string, fault: SellerFailure): ParameterRefusal {
  return { ...badRequest(message), fault };
}

/** Answers stay ASCII and short, even if a client invents the name. */
function shownName(name: string): { readonly parameter?: string } {
  return /^[A-Za-z0-9_-]{1,32}$/.test(name) ? { parameter: name } : {};
}

function labelOf(name: string): string {
  const { parameter } = shownName(name);
  return parameter === undefined ? 'A parameter' : `The parameter "${parameter}"`;
}

/** Bytes that are not UTF-8. */
export type NotUtf8 = Pick<Utf8Fault, 'encoding'>;

/** Null stands for half of a surrogate pair, which only JSON can express. */
export type PairText = string | NotUtf8 | null;

/** Names and values of the parameters. */
export type Pairs = readonly (readonly [name: PairText, value: PairText])[];

const maxParameters = 50;
/**
 * Passwords keep their white space and Unicode form. `again` is on the reset page, and `rows` of an
 * import hold passwords.
 */
const uncleanedNames: ReadonlySet<string> = new Set(['pass', 'newpass', 'passwd', 'again', 'rows']);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a value. A byte order mark is ordinary text, because passwords stay exact. */
export function valueText(bytes: Uint8Array): string | NotUtf8 {
  try {
    return utf8.decode(bytes);
  } catch {
    return faultOf(bytes);
  }
}

export function notUtf8Text(subject: string, { encoding }: NotUtf8): string {
  return `${subject} is not UTF-8 text. Its encoding is probably ${encoding}.`;
}

/**
 * Parses a query or an urlencoded form. `latin1` has one character per byte. Returns at most one
 * pair more than a request may have, because decoding thousands of pairs takes half a second.
 */
export function parsePairs(latin1: string): Pairs {
  return latin1
    .split('&')
    .filter((piece) => piece !== '')
    .slice(0, maxParameters + 1)
    .map((piece) => {
      const equals = piece.indexOf('=');
      return equals === -1
        ? [decodePiece(piece), '']
        : [decodePiece(piece.slice(0, equals)), decodePiece(piece.slice(equals + 1))];
    });
}

/** Matches text that neither decoding nor cleaning changes, such as most names and values. */
const unchangedText = /^[\w.~-]*$/;

/** Decodes text. Keeps a `%` without two hex digits, because some clients escape nothing. */
function decodePiece(latin1: string): string | NotUtf8 {
  if (unchangedText.test(latin1)) return latin1;
  const unescaped = latin1
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9A-Fa-f]{2})/g, (_escape, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return valueText(Buffer.from(unescaped, 'latin1'));
}

/** Parses the query of a URL from Node's request, which has one character per byte. */
export function parseQuery(url: string): Pairs {
  const question = url.indexOf('?');
  return question === -1 ? [] : parsePairs(url.slice(question + 1));
}

export function collectParameters(pairs: Pairs): Parameters {
  const values = new Map<string, string>();
  const asSent = new Map<string, string>();
  // A parameter that occurs twice has no value: neither the first nor the last wins.
  const repeated = new Set<string>();
  let refusal: ParameterRefusal | null = null;
  for (const [name, value] of pairs.length > maxParameters
    ? pairs.slice(0, maxParameters)
    : pairs) {
    if (typeof name !== 'string') refusal ??= refuseName(name);
    else if (values.has(name) || repeated.has(name)) refusal ??= refuseParameter(name, 'twice');
    // PostgreSQL rejects NUL in text.
    else if (value === null || (typeof value === 'string' && value.includes('\0')))
      refusal ??= refuseParameter(name, 'invalid');
    else if (typeof value !== 'string') refusal ??= refuseBytes(name, value);
    else {
      const clean =
        uncleanedNames.has(name) || unchangedText.test(value) ? value : cleanText(value);
      values.set(name, clean);
      if (clean !== value) asSent.set(name, value);
      continue;
    }
    if (typeof name !== 'string') continue;
    values.delete(name);
    repeated.add(name);
  }
  if (pairs.length > maxParameters)
    refusal ??= withFault(requestTexts['too-many-parameters'], { code: 'too-many-parameters' });
  return { values, asSent, refusal };
}
