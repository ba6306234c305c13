// Sends an answer that contains a file (docs/protocol.md#files). The file is read once to sign the
// answer, and again while it is sent, so that a slow reader occupies little memory.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ContentForAnswer, Success } from '../outcome.ts';
import type { ClientType } from '@latchkey/protocol/client-spec.ts';
import { envelopeOf, timestampOf, setHeaders, type Echo } from './envelope.ts';
import type { Signer } from '../secrets/signing.ts';
import type { Parts } from '../api/call.ts';

interface EnvelopeParts {
  readonly head: Buffer;
  readonly tail: Buffer;
}

const placeholder = { contents: '' };

type WithContents = Success<ClientType> & { readonly contents: ContentForAnswer };

export function hasContents(outcome: Success<ClientType>): outcome is WithContents {
  return outcome.contents !== undefined;
}

/** Throws Overloaded if too many answers wait for their signature. */
export async function sendWithContents(
  reply: FastifyReply,
  parts: Parts,
  { answer, contents }: WithContents,
  echo: Echo,
): Promise<FastifyReply> {
  const envelope = splitEnvelope({ ok: true, answer: { ...answer, ...placeholder } }, echo);
  const timestamp = timestampOf(parts);
  const signer = parts.signers.signerFor(echo.keys);
  const { signature, bytes } = await signAnswer(timestamp, envelope, contents, signer);
  // Reads one part at a time, without read-ahead.
  const body = Readable.from(partsOf(envelope, contents), { objectMode: false, highWaterMark: 1 });
  body.once('close', () => void contents.close());
  return setHeaders(reply, timestamp, signature).header('content-length', bytes).send(body);
}

async function signAnswer(
  timestamp: string,
  envelope: EnvelopeParts,
  contents: ContentForAnswer,
  { signBytes }: Signer,
): Promise<{ readonly signature: string; readonly bytes: number }> {
  try {
    return await contents.inTurn(async (buffer) => {
      let end = buffer.write(timestamp);
      for await (const part of partsOf(envelope, contents)) end += part.copy(buffer, end);
      return { signature: signBytes(buffer.subarray(0, end)), bytes: end - timestamp.length };
    });
  } catch (error) {
    await contents.close();
    throw error;
  }
}

function splitEnvelope(outcome: Success<ClientType>, echo: Echo): EnvelopeParts {
  // Quotation marks inside strings are escaped, so this matches only the field itself.
  const before = '"contents":"';
  const text = JSON.stringify(envelopeOf(outcome, echo));
  const at = text.indexOf(`${before}"`) + before.length;
  return { head: Buffer.from(text.slice(0, at)), tail: Buffer.from(text.slice(at)) };
}

async function* partsOf(
  { head, tail }: EnvelopeParts,
  { pieces }: ContentForAnswer,
): AsyncGenerator<Buffer> {
  yield head;
  for await (const piece of pieces()) yield Buffer.from(piece.toString('hex'), 'latin1');
  yield tail;
}
