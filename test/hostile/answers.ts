// HTTP answers as bytes: those of the service, and forgeries made with or without its signing key.
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signatureHeader, signedBytes, timestampHeader } from '@latchkey/protocol/envelope.ts';
import type { TestService } from '../../packages/service/test/support/service.ts';

export type Params = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  /** In wire order; names can repeat. Content-Length is added if no header frames the body. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** Sends a request to the real service, without the parameters that are undefined. */
export async function askService(
  { url }: Pick<TestService, 'url'>,
  method: string,
  params: Readonly<Record<string, string | undefined>>,
): Promise<Answer> {
  const given = Object.entries(params).filter((entry): entry is [string, string] => {
    return entry[1] !== undefined;
  });
  const form = new URLSearchParams(given);
  const response =
    method === 'POST'
      ? await fetch(`${url}/api/1.3/`, { method, body: form })
      : await fetch(`${url}/api/1.3/?${form.toString()}`);
  const kept = ['content-type', signatureHeader, timestampHeader];
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => kept.includes(name)),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

export function bytesOf({ status, headers, body }: Answer): Buffer {
  const own = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const named = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  const length = named ? '' : `Content-Length: ${body.length}\r\n`;
  const head = `HTTP/1.1 ${status} Status\r\n${length}${own}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

export function headerOf({ headers }: Answer, name: string): string {
  return headers.find(([one]) => one === name)?.[1] ?? '';
}

/** Returns the answer with changed headers; null removes a header. */
export function withHeaders(
  answer: Answer,
  changes: Readonly<Record<string, string | null>>,
): Answer {
  const kept = answer.headers.filter(([name]) => !Object.hasOwn(changes, name));
  const added = Object.entries(changes).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return { ...answer, headers: [...kept, ...added] };
}

/** Returns the answer with a changed body; the headers and their signature stay. */
export function withBody(answer: Answer, change: (text: string) => string | Uint8Array): Answer {
  return { ...answer, body: Buffer.from(change(answer.body.toString())) };
}

/** Returns an answer without a signature. */
export function unsigned(status: number, text: string, type = 'application/json'): Answer {
  return { status, headers: [['content-type', type]], body: Buffer.from(text) };
}

export interface Signer {
  /** Signs any bytes. `atMs`: the time in unix milliseconds, by default the signer's. */
  readonly sign: (body: string | Uint8Array, options?: SignOptions) => Answer;
  /** Changes fields in the JSON of an answer and signs it; undefined removes a field. */
  readonly edit: (answer: Answer, fields: object) => Answer;
}

interface SignOptions {
  readonly atMs?: number;
  readonly status?: number;
}

function signerOf(key: KeyObject, nowMs: () => number): Signer {
  const signed: Signer['sign'] = (given, { atMs = nowMs(), status = 200 } = {}) => {
    const body = Buffer.from(given);
    const timestamp = String(Math.floor(atMs / 1000));
    const signature = sign(null, signedBytes(timestamp, body), key).toString('hex');
    const headers = [
      ['content-type', 'application/json; charset=utf-8'],
      [signatureHeader, signature],
      [timestampHeader, timestamp],
    ] as const;
    return { status, headers, body };
  };
  return {
    sign: signed,
    edit: ({ status, body }, fields) => {
      const json = JSON.parse(body.toString()) as object; // the service's answer
      return signed(JSON.stringify({ ...json, ...fields }), { status });
    },
  };
}

/** Signs with the service's key, as a malicious or compromised service can. */
export function serviceSigner({ dataFolder }: TestService, nowMs: () => number): Signer {
  return signerOf(createPrivateKey(readFileSync(join(dataFolder, 'signing-key.pem'))), nowMs);
}

/** Signs with a key that is not the service's. */
export function strangerSigner(nowMs: () => number): Signer {
  return signerOf(generateKeyPairSync('ed25519').privateKey, nowMs);
}
