// Reads forms, urlencoded and multipart, and flat JSON into pairs of exact text, within fixed limits. Other bodies are not read.
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonPairs, orderPairs } from './json-body.ts';
import { decodeUtf8, parsePairs, queryPairs, type Pairs } from './request-parameters.ts';

export const maxBodyBytes = 64 * 1024;
export class BodyTooLarge extends Error {
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
 * The urlencoded parser is our own: the plugin for it decodes bytes that are not UTF-8 into replacement characters, and
 * a password must arrive as it was typed or not at all.
 */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  // Of any kind: what is done with it depends on the query.
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    (_request, body, done) => done(null, body),
  );
  await app.register(multipart, {
    // Every part is read as bytes, for the same reason.
    isPartAFile: () => true,
    limits: { parts: 100, fileSize: maxBodyBytes, fieldNameSize: 100, headerPairs: 20 },
  });
  // Refused before it is read; the rest of it is thrown away by Node, so that its sender gets to read the answer.
  app.addHook('onRequest', (request, _reply, done) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    done(announced > maxBodyBytes ? new BodyTooLarge() : undefined);
  });
}

/**
 * All pairs of a request. Where the query has a `type`, shops post what is their own: of such a body nothing is read but what
 * contract 0.1 names. Throws BodyTooLarge, BrokenForm, BadJson and UnknownBody.
 */
export async function requestPairs(request: FastifyRequest): Promise<Pairs> {
  const query = queryPairs(request.raw.url ?? '');
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
  return type === 'add' && valueOf('amount') === undefined
    ? [...query, ...orderPairs(body)]
    : query;
}

function kindOf(request: FastifyRequest): string {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function isForm(request: FastifyRequest): boolean {
  return request.isMultipart() || kindOf(request) === 'application/x-www-form-urlencoded';
}

/** The pairs of the form; none where there is none. Throws BodyTooLarge and BrokenForm. */
export async function formPairs(request: FastifyRequest): Promise<Pairs> {
  if (!isForm(request)) return [];
  if (!request.isMultipart()) return Buffer.isBuffer(request.body) ? parsePairs(request.body) : [];
  try {
    return await multipartPairs(request);
  } catch (error) {
    const tooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
    throw tooLarge ? error : new BrokenForm();
  }
}

async function multipartPairs(request: FastifyRequest): Promise<Pairs> {
  const pairs: (readonly [string | null, string | null])[] = [];
  let bytes = 0;
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    const value = await part.toBuffer();
    bytes += value.length;
    if (bytes > maxBodyBytes) throw new BodyTooLarge();
    pairs.push([part.fieldname, decodeUtf8(value)]);
  }
  return pairs;
}
