// Reads forms, urlencoded and multipart, and flat JSON into pairs of exact text, within fixed limits. Other bodies are not read.
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonPairs, orderPairs } from './json-body.ts';
import { releaseUploadPath } from './paths.ts';
import { decodeUtf8, parsePairs, queryPairs, type Pairs } from './request-parameters.ts';

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
