// Reads forms, urlencoded and multipart, and flat JSON into pairs of exact text, within fixed limits. Other bodies are not read.
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { releaseUploadPath } from './paths.ts';
import { decodeUtf8, parsePairs, queryPairs, type Pairs } from '../api/parameters.ts';
import { z } from 'zod';

export const maxBodyBytes = 64 * 1024;
const multipartKind = 'multipart/form-data';

class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
  readonly statusCode = 413;
}

/** A multipart form that breaks off, or whose parts cannot be told apart. */
class BrokenForm extends Error {
  override readonly name = 'BrokenForm';
  readonly statusCode = 400;
}

/** JSON of another shape, where nothing but the body says what is asked for. */
export class BadJson extends Error {
  override readonly name = 'BadJson';
  readonly statusCode = 400;
}

class UnknownBody extends Error {
  override readonly name = 'UnknownBody';
  readonly statusCode = 415;
}

/**
 * Every body is read whole and counted as it arrives, whatever it says of itself; only then is it looked at. The urlencoded
 * parser is our own: the plugin for it decodes bytes that are not UTF-8 into replacement characters, and a password must arrive
 * as it was typed or not at all.
 */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Of any kind: what is done with it depends on the query.
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    (_request, body, done) => done(null, body),
  );
  // Refused before it is read; the rest of it is thrown away by Node, so that its sender gets to read the answer.
  app.addHook('onRequest', (request, _reply, done) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    const hasOwn = request.routeOptions.url === releaseUploadPath;
    done(announced > maxBodyBytes && !hasOwn ? new BodyTooLarge() : undefined);
  });
}

/**
 * All pairs of a request. Where the query has a `type`, shops post what is their own: of such a body nothing is read but what
 * contract 0.1 names. Throws BodyTooLarge, BrokenForm, BadJson and UnknownBody.
 */
export async function requestPairs(request: FastifyRequest): Promise<Pairs> {
  const query = queryPairs(request.raw.url ?? '');
  if (request.body === undefined && request.headers['content-type'] === undefined) return query;
  const valueOf = (name: string) => query.find(([one, value]) => one === name && value !== '')?.[1];
  const type = valueOf('type');
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length === 0 || isForm(request))
    return [...query, ...(await formPairs(request))];
  if (kindOf(request) !== 'application/json') {
    if (type === undefined) throw new UnknownBody();
    return query;
  }
  const pairs = jsonPairs(body);
  if (pairs !== null) return [...query, ...pairs];
  if (type === undefined) throw new BadJson();
  if (type !== 'add') return query;
  const more = orderPairs(body, (name) => valueOf(name) !== undefined);
  // What the query names without saying anything is not there twice.
  return [...query.filter(([name]) => !more.some(([one]) => one === name)), ...more];
}

function kindOf(request: FastifyRequest): string {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function isForm(request: FastifyRequest): boolean {
  return ['application/x-www-form-urlencoded', multipartKind].includes(kindOf(request));
}

/** The pairs of the form; none where there is none. Throws BodyTooLarge and BrokenForm. */
export async function formPairs(request: FastifyRequest): Promise<Pairs> {
  const { body } = request;
  if (!isForm(request)) return [];
  if (kindOf(request) === multipartKind)
    return multipartPairs(request, Buffer.isBuffer(body) ? body : Buffer.alloc(0));
  return Buffer.isBuffer(body) ? parsePairs(body.toString('latin1')) : [];
}

function multipartPairs({ headers }: FastifyRequest, body: Buffer): Promise<Pairs> {
  return new Promise((resolve, reject) => {
    const pairs: (readonly [string | null, string | null])[] = [];
    const fail = () => reject(new BrokenForm());
    const parser = boy(headers['content-type'] ?? '');
    if (parser === null) {
      fail();
      return;
    }
    parser.on('file', (name, part) => {
      const chunks: Buffer[] = [];
      part.on('data', (chunk: Buffer) => chunks.push(chunk));
      part.on('end', () => pairs.push([name, decodeUtf8(Buffer.concat(chunks))]));
      part.on('error', fail);
    });
    parser.on('partsLimit', () => reject(new BodyTooLarge()));
    parser.on('error', fail);
    parser.on('finish', () => resolve(pairs));
    parser.end(body);
  });
}

/** null: without a boundary there is nothing to read. */
function boy(contentType: string): BusboyInstance | null {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Every part is read as bytes, as passwords are.
      isPartAFile: () => true,
      limits: { parts: 100, fileSize: maxBodyBytes, fieldNameSize: 100, headerPairs: 20 },
    });
  } catch {
    return null;
  }
}

/** A name and what follows it, in text that is known to be JSON. Numbers stay as they are written. */
const member =
  /\s*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|true|false|null|-?[0-9][0-9.eE+-]*)\s*(?:,|\}\s*$)/y;

/** Where it is `null`, nothing was said. null: it is no such object. */
function jsonPairs(bytes: Buffer): Pairs | null {
  const text = decodeUtf8(bytes);
  if (text === null || parsed(text) === undefined) return null;
  const begin = /^\s*\{\s*(\}\s*$)?/.exec(text);
  if (begin === null) return null;
  if (begin[1] !== undefined) return [];
  const pairs: (readonly [string | null, string | null])[] = [];
  member.lastIndex = begin[0].length;
  for (;;) {
    const found = member.exec(text);
    if (found === null) return null;
    const [, name = '', value = ''] = found;
    if (value !== 'null') pairs.push([textOf(name), value.startsWith('"') ? textOf(value) : value]);
    if (member.lastIndex >= text.length) return pairs;
  }
}

const quantity = z
  .union([z.number().int(), z.string().regex(/^[0-9]{1,9}$/)])
  .transform(String)
  .optional()
  .catch(undefined);

/** What a shop calls an order. */
const number = z
  .union([z.number().int(), z.string().trim().min(1)])
  .transform(String)
  .optional()
  .catch(undefined);

/** What shops post about an order, as far as it is known: how many were bought, and which order it is. */
const order = z.object({
  data: z.object({
    quantity,
    uniqid: number,
    order: z.object({ quantity, id: number }).optional().catch(undefined),
  }),
});

/** Of a shop's own JSON: the quantity and the order, for what the request itself does not say. Nothing else is read. */
function orderPairs(bytes: Buffer, isSaid: (name: string) => boolean): Pairs {
  const text = decodeUtf8(bytes);
  const { data } = order.safeParse(text === null ? null : parsed(text)).data ?? {};
  const pairs = [
    ['amount', data?.quantity ?? data?.order?.quantity],
    ['order', data?.order?.id ?? data?.uniqid],
  ] as const;
  return pairs.flatMap(([name, value]) =>
    value === undefined || isSaid(name) ? [] : [[name, value] as const],
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** null: half of a surrogate pair, which is no text and which only JSON can write. */
function textOf(token: string): string | null {
  const text = JSON.parse(token) as string; // a JSON text
  return /\p{Cs}/u.test(text) ? null : text;
}
