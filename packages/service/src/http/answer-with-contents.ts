// Sends an answer that contains a file (docs/protocol.md#files). The file is read once to sign the
// answer, and again while it is sent, so that a slow reader occupies little memory.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ContentForAnswer, Success } from '../outcome.ts';
import type { ClientType } from '@latchkey/protocol/client-spec.ts';
import { envelopeOf, timestampOf, withHead, type Echo } from './envelope.ts';
import type { Signer } from '../secrets/signing.ts';
import type { Parts } from '../api/call.ts';

interface Around {
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
  const around = aroundContents({ ok: true, answer: { ...answer, ...placeholder } }, echo);
  const timestamp = timestampOf(parts);
  const signer = parts.signers.signerFor(echo.keys);
  const { signature, bytes } = await signed(timestamp, around, contents, signer);
  // Reads one part at a time, without read-ahead.
  const body = Readable.from(partsOf(around, contents), { objectMode: false, highWaterMark: 1 });
  body.once('close', () => void contents.close());
  return withHead(reply, timestamp, signature).header('content-length', bytes).send(body);
}

async function signed(
  timestamp: string,
  around: Around,
  contents: ContentForAnswer,
  { signBytes }: Signer,
): Promise<{ readonly signature: string; readonly bytes: number }> {
  try {
    return await contents.inTurn(async (room) => {
      let end = room.write(timestamp);
      for await (const part of partsOf(around, contents)) end += part.copy(room, end);
      return { signature: signBytes(room.subarray(0, end)), bytes: end - timestamp.length };
    });
  } catch (error) {
    await contents.close();
    throw error;
  }
}

function aroundContents(outcome: Success<ClientType>, echo: Echo): Around {
  // Quotation marks inside strings are escaped, so this matches only the field itself.
  const before = '"contents":"';
  const text = JSON.stringify(envelopeOf(outcome, echo));
  const at = text.indexOf(`${before}"`) + before.length;
  return { head: Buffer.from(text.slice(0, at)), tail: Buffer.from(text.slice(at)) };
}

async function* partsOf(
  { head, tail }: Around,
  { pieces }: ContentForAnswer,
): AsyncGenerator<Buffer> {
  yield head;
  for await (const piece of pieces()) yield Buffer.from(piece.toString('hex'), 'latin1');
  yield tail;
}
