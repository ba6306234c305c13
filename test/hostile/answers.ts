// Answers on the wire, as bytes: how the service gave them, and what a forger makes of them with or without its key.
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signatureHeader, signedBytes, timestampHeader } from '@latchkey/protocol/envelope.ts';
import type { TestService } from '../../packages/service/test/support/service.ts';

export type Params = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  /** In order, as they are written; a name may come twice. Content-Length is added unless it is among them. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** Asks the real service; parameters that are undefined are left out. */
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

/** The same answer with other headers; null takes one away. */
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

/** The same headers, signature included, over other bytes. */
export function withBody(answer: Answer, change: (text: string) => string | Uint8Array): Answer {
  return { ...answer, body: Buffer.from(change(answer.body.toString())) };
}

/** An answer that nobody signed. */
export function unsigned(status: number, text: string, type = 'application/json'): Answer {
  return { status, headers: [['content-type', type]], body: Buffer.from(text) };
}

export interface Signer {
  /** Signs any bytes as of that time; `atMs`: unix milliseconds, now as the signer knows it where it is missing. */
  readonly sign: (body: string | Uint8Array, options?: SignOptions) => Answer;
  /** Signs the JSON of another answer with fields changed; undefined takes one away. */
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
      const json = JSON.parse(body.toString()) as object; // what the service answered
      return signed(JSON.stringify({ ...json, ...fields }), { status });
    },
  };
}

/** What somebody could sign who broke into the service, or is it. */
export function serviceSigner({ dataFolder }: TestService, nowMs: () => number): Signer {
  return signerOf(createPrivateKey(readFileSync(join(dataFolder, 'signing-key.pem'))), nowMs);
}

/** Somebody else's key. */
export function strangerSigner(nowMs: () => number): Signer {
  return signerOf(generateKeyPairSync('ed25519').privateKey, nowMs);
}
