// Reads urlencoded and multipart forms and flat JSON into pairs of exact text, within fixed limits.
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { releaseUploadPath, shopPath } from './paths.ts';
import { WrittenNumber } from './exact-json.ts';
import {
  notUtf8Text,
  parsePairs,
  parseQuery,
  valueText,
  type NotUtf8,
  type Pairs,
  type PairText,
} from '../api/parameters.ts';
import { decodeUtf8 } from '@latchkey/protocol/utf8.ts';

export const maxBodyBytes = 64 * 1024;
const maxDiscardedBytes = 1024 * 1024;
/** Routes that limit their bodies themselves. */
const ownLimits: ReadonlySet<string> = new Set([releaseUploadPath, shopPath]);
const multipartKind = 'multipart/form-data';

class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
  readonly statusCode = 413;
}

/** A truncated multipart form, or one whose parts cannot be separated. */
class BrokenForm extends Error {
  override readonly name = 'BrokenForm';
  readonly statusCode = 400;
}

/** JSON that is not a flat object, in a request whose query has no `type`. */
export class BadJson extends Error {
  override readonly name = 'BadJson';
  readonly statusCode = 400;
}

/** A body in an encoding other than UTF-8. */
export class BadEncoding extends Error {
  override readonly name = 'BadEncoding';
  readonly statusCode = 400;
  readonly encoding: NotUtf8['encoding'];
  constructor(fault: NotUtf8) {
    super(notUtf8Text('The body', fault));
    this.encoding = fault.encoding;
  }
}

class UnknownBody extends Error {
  override readonly name = 'UnknownBody';
  readonly statusCode = 415;
}

/**
 * Registers the parser of request bodies. Every body is buffered and counted before it is parsed.
 * Urlencoded forms have a parser here, because common ones decode invalid UTF-8 into replacement
 * characters, and a password must arrive exactly as typed or not at all.
 */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Accepts any content type, because the query decides how the body is used.
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    (_request, body, done) => done(null, body),
  );
  // Refuses a large body before reading it. Node discards up to `maxDiscardedBytes` of it, so the
  // client can read the answer. After a larger one, the connection closes.
  app.addHook('onRequest', (request, reply, done) => {
    const contentLength = Number(request.headers['content-length'] ?? 0);
    const hasOwnLimit = ownLimits.has(request.routeOptions.url ?? '');
    if (contentLength > maxDiscardedBytes && !hasOwnLimit) reply.header('connection', 'close');
    done(contentLength > maxBodyBytes && !hasOwnLimit ? new BodyTooLarge() : undefined);
  });
}

/**
 * Returns all pairs of a request, those of the query first. If the query has a `type`, the body may
 * be in a shop's format, which adds no pairs here (shop-body.ts). Throws BodyTooLarge, BrokenForm,
 * BadJson, BadEncoding and UnknownBody.
 */
export async function requestPairs(request: FastifyRequest): Promise<Pairs> {
  const query = parseQuery(request.raw.url ?? '');
  if (request.body === undefined && request.headers['content-type'] === undefined) return query;
  const hasType = query.some(([name, value]) => name === 'type' && value !== '');
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length === 0 || isForm(request))
    return [...query, ...(await formPairs(request))];
  if (kindOf(request) !== 'application/json') {
    if (!hasType) throw new UnknownBody();
    return query;
  }
  const text = jsonText(body);
  const pairs = jsonPairs(text);
  if (pairs !== null) return [...query, ...pairs];
  if (!hasType) throw new BadJson();
  return query;
}

function kindOf(request: FastifyRequest): string {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function isForm(request: FastifyRequest): boolean {
  return ['application/x-www-form-urlencoded', multipartKind].includes(kindOf(request));
}

/** Returns no pairs if the body is not a form. Throws BodyTooLarge and BrokenForm. */
export async function formPairs(request: FastifyRequest): Promise<Pairs> {
  const { body } = request;
  if (!isForm(request)) return [];
  if (kindOf(request) === multipartKind)
    return multipartPairs(request, Buffer.isBuffer(body) ? body : Buffer.alloc(0));
  return Buffer.isBuffer(body) ? parsePairs(withoutMark(body).toString('latin1')) : [];
}

function multipartPairs({ headers }: FastifyRequest, body: Buffer): Promise<Pairs> {
  return new Promise((resolve, reject) => {
    const pairs: (readonly [PairText, PairText])[] = [];
    const fail = () => reject(new BrokenForm());
    const parser = multipartParser(headers['content-type'] ?? '');
    if (parser === null) {
      fail();
      return;
    }
    parser.on('file', (name, part) => {
      const chunks: Buffer[] = [];
      part.on('data', (chunk: Buffer) => chunks.push(chunk));
      part.on('end', () => pairs.push([partName(name), valueText(Buffer.concat(chunks))]));
      part.on('error', fail);
    });
    parser.on('partsLimit', () => reject(new BodyTooLarge()));
    parser.on('error', fail);
    parser.on('finish', () => resolve(pairs));
    parser.end(body);
  });
}

/** Returns null if the content type has no boundary. */
function multipartParser(contentType: string): BusboyInstance | null {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Every part is read as bytes, because passwords must stay exact.
      isPartAFile: () => true,
      limits: { parts: 100, fileSize: maxBodyBytes, fieldNameSize: 100, headerPairs: 20 },
    });
  } catch {
    return null;
  }
}

/** Returns null for a name that is not UTF-8, because the parser replaces its bytes. */
function partName(name: string): string | null {
  return name.includes('\uFFFD') ? null : name;
}

function withoutMark(body: Buffer): Buffer {
  return body.subarray(body.indexOf('\uFEFF') === 0 ? 3 : 0);
}

/** Returns the text of a JSON body. Throws BadEncoding. */
function jsonText(body: Buffer): string {
  const decoded = decodeUtf8(body);
  if (!decoded.ok) throw new BadEncoding(decoded);
  return decoded.text;
}

/** Matches a member of an object in valid JSON. Numbers stay as written. */
const memberPattern =
  /\s*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|true|false|null|-?[0-9][0-9.eE+-]*)\s*(?:,|\}\s*$)/y;

/** Returns null if the text is not a flat JSON object. Skips members that are `null`. */
function jsonPairs(text: string): Pairs | null {
  if (parseJson(text) === undefined) return null;
  const begin = /^\s*\{\s*(\}\s*$)?/.exec(text);
  if (begin === null) return null;
  if (begin[1] !== undefined) return [];
  const pairs: (readonly [PairText, PairText])[] = [];
  memberPattern.lastIndex = begin[0].length;
  for (;;) {
    const member = memberPattern.exec(text);
    if (member === null) return null;
    const [, name = '', value = ''] = member;
    if (value !== 'null') pairs.push([jsonString(name), jsonValue(value)]);
    if (memberPattern.lastIndex >= text.length) return pairs;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Returns null for a number with an exponent that may have lost digits, because two order numbers
 * could become one.
 */
function jsonValue(token: string): string | null {
  if (token.startsWith('"')) return jsonString(token);
  return /^-?[0-9.]+e/i.test(token)
    ? new WrittenNumber(Number(token), token).integerDigits()
    : token;
}

/** Returns null for an unpaired surrogate, which is not valid text. Only JSON can express one. */
function jsonString(token: string): string | null {
  const text = JSON.parse(token) as string; // a JSON string
  return /\p{Cs}/u.test(text) ? null : text;
}
