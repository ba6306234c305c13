// Reads urlencoded and multipart forms into pairs of exact text, within fixed limits. Other bodies are not taken.
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeUtf8, parsePairs, type Pairs } from './request-parameters.ts';

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

/**
 * The urlencoded parser is our own: the plugin for it decodes bytes that are not UTF-8 into replacement characters, and
 * a password must arrive as it was typed or not at all.
 */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
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

/** The pairs of the form; none where there is no body. Throws BodyTooLarge and BrokenForm. */
export async function formPairs(request: FastifyRequest): Promise<Pairs> {
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
