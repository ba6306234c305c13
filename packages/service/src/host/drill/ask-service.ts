// Sends requests to a service that runs on this machine, and verifies its answers.
import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { signatureHeader, signedBytes, timestampHeader } from '@latchkey/protocol/envelope.ts';
import { clientPath, sellerPath } from '../../http/paths.ts';
import { StartProblem } from '../../start-problem.ts';

const answerForm = z.looseObject({ success: z.boolean(), message: z.string() });
type Answer = z.infer<typeof answerForm>;
type Parameters = Readonly<Record<string, string>> & { readonly type: string };

interface SellerTarget {
  readonly url: string;
  readonly sellerkey: string;
}

interface ClientTarget {
  readonly url: string;
  /** 64 hex characters. */
  readonly publicKey: string;
  readonly application: { readonly name: string; readonly ownerid: string };
}

/** Throws StartProblem unless the operation succeeds. */
export async function askSeller(
  { url, sellerkey }: SellerTarget,
  parameters: Parameters,
): Promise<Answer> {
  const response = await post(`${url}${sellerPath}`, { ...parameters, sellerkey });
  return successOf(parameters, Buffer.from(await response.arrayBuffer()));
}

/** Throws StartProblem unless the operation succeeds and the answer is signed with the key. */
export async function askClient(
  { url, publicKey, application: { name, ownerid } }: ClientTarget,
  parameters: Parameters,
): Promise<Answer> {
  const response = await post(`${url}${clientPath}`, { name, ownerid, ...parameters });
  const bytes = Buffer.from(await response.arrayBuffer());
  const timestamp = response.headers.get(timestampHeader) ?? '';
  const signature = Buffer.from(response.headers.get(signatureHeader) ?? '', 'hex');
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  if (!verify(null, signedBytes(timestamp, bytes), key, signature))
    throw new StartProblem('The answers are not signed with the key that loaders trust.');
  return successOf(parameters, bytes);
}

function post(url: string, parameters: Parameters): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(parameters) });
}

function successOf({ type }: Parameters, bytes: Buffer): Answer {
  const { success, data } = answerForm.safeParse(JSON.parse(bytes.toString()));
  if (success && data.success) return data;
  throw new StartProblem(`${type} was refused (${data?.message ?? 'no message'}).`);
}
