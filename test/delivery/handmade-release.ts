// Makes releases without the command line, one chunk for each file, and serves them from a plain
// server that counts requests. For tests that need many releases, invalid ones, or a server that
// misbehaves. Does not depend on a test runner.
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { OfferedRelease } from '@latchkey/client/offered-release.ts';
import { manifestText, type Manifest } from '@latchkey/protocol/release/manifest.ts';
import { releaseSignaturePrefix } from '@latchkey/protocol/release/signature-prefix.ts';
import { numericUnixSeconds } from '@latchkey/protocol/primitives.ts';

export const sha256 = (bytes: Uint8Array | string) =>
  createHash('sha256').update(bytes).digest('hex');

export interface MadeRelease {
  readonly manifest: Manifest;
  readonly bytes: Buffer;
  readonly signature: Buffer;
  /** By the hash of the stored bytes, which a download has to match. */
  readonly chunks: ReadonlyMap<string, Buffer>;
  readonly files: Readonly<Record<string, string>>;
  readonly offer: OfferedRelease;
}

export interface TestKey {
  readonly privateKey: KeyObject;
  readonly publicKey: string;
}

export function testKey(): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { privateKey, publicKey: raw.toString('hex') };
}

export const application = { name: 'App', ownerid: 'OWNER12345' } as const;

export function makeRelease(
  key: TestKey,
  sequence: number,
  files: Readonly<Record<string, string>>,
  more: Partial<Manifest> = {},
): MadeRelease {
  const chunks = new Map<string, Buffer>();
  const listed: Manifest['chunks'] = [];
  const entries = Object.entries(files).map(([path, content]) => {
    const plain = Buffer.from(content);
    const hash = sha256(plain);
    let index = listed.findIndex((chunk) => chunk.sha256 === hash);
    if (index < 0 && plain.length > 0) {
      const packed = brotliCompressSync(plain);
      const isSmaller = packed.length < plain.length;
      const stored = isSmaller ? packed : plain;
      chunks.set(sha256(stored), stored);
      index = listed.length;
      listed.push({
        sha256: hash,
        size: plain.length,
        stored: stored.length,
        storedSha256: sha256(stored),
        coding: isSmaller ? 'br' : 'none',
      });
    }
    return {
      path,
      size: plain.length,
      sha256: hash,
      executable: path === 'run.sh',
      chunks: plain.length === 0 ? [] : [index],
    };
  });
  const manifest: Manifest = {
    v: 1,
    kind: 'program',
    ...application,
    channel: 'stable',
    platform: 'linux-x64',
    sequence,
    version: `1.${sequence}`,
    publishedAt: numericUnixSeconds.parse(1_800_000_000),
    entry: 'run.sh',
    args: [],
    notes: '',
    files: entries,
    chunks: listed,
    ...more,
  };
  return { ...signedRelease(key, Buffer.from(manifestText(manifest)), manifest), chunks, files };
}

export const brandId = 'tools.fjord.loader';

/** A release of the loader for linux-x64. */
export function makeLoaderRelease(
  key: TestKey,
  sequence: number,
  content: string,
  more: Partial<Manifest> = {},
): MadeRelease {
  const loader = { kind: 'loader', entry: brandId, version: `1.${sequence}.0` } as const;
  return makeRelease(key, sequence, { 'fjord.AppImage': content }, { ...loader, ...more });
}

export function signedRelease(
  key: TestKey,
  bytes: Buffer,
  manifest: Manifest,
): Pick<MadeRelease, 'manifest' | 'bytes' | 'signature' | 'offer'> {
  const keyid = sha256(Buffer.from(key.publicKey, 'hex')).slice(0, 16);
  const signed = Buffer.concat([Buffer.from(releaseSignaturePrefix), bytes]);
  const signature = sign(null, signed, key.privateKey).toString('hex');
  return {
    manifest,
    bytes,
    signature: Buffer.from(`${JSON.stringify({ keyid, signature })}\n`),
    offer: {
      sequence: manifest.sequence,
      version: manifest.version,
      manifestSha256: sha256(bytes),
      manifestSize: bytes.length,
      manifest: '/manifest',
      chunks: '/chunks/',
      notes: '',
      required: false,
      size: null,
      stored: 0,
    },
  };
}

export interface ReleaseServer {
  readonly url: string;
  /** How often each chunk was asked for. */
  readonly asked: Map<string, number>;
  /** The headers of every request for a chunk. */
  readonly requests: IncomingMessage['headers'][];
  serve: MadeRelease;
  /** Answers in place of the server. Returns false if the server is to answer correctly. */
  misbehave: (hash: string, request: IncomingMessage, response: ServerResponse) => boolean;
  readonly close: () => Promise<void>;
}

export async function serveRelease(release: MadeRelease): Promise<ReleaseServer> {
  const asked = new Map<string, number>();
  const requests: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/manifest') response.end(released.serve.bytes);
    else if (path === '/manifest.sig') response.end(released.serve.signature);
    else {
      const hash = path.replace('/chunks/', '');
      asked.set(hash, (asked.get(hash) ?? 0) + 1);
      requests.push(request.headers);
      if (!released.misbehave(hash, request, response))
        sendChunk(released.serve.chunks.get(hash), hash, request, response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has such an address
  const released: ReleaseServer = {
    url: `http://127.0.0.1:${port}`,
    asked,
    requests,
    serve: release,
    misbehave: () => false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return released;
}

/** Sends the whole chunk, or the rest if the request has a range and a matching If-Range. */
export function sendChunk(
  bytes: Buffer | undefined,
  hash: string,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  if (bytes === undefined) {
    response.writeHead(404).end('{}');
    return;
  }
  const etag = `"${hash}"`;
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  const isRest = from > 0 && headers['if-range'] === etag;
  const sent = isRest ? bytes.subarray(from) : bytes;
  response.writeHead(isRest ? 206 : 200, {
    etag,
    'content-length': sent.length,
    ...(isRest && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
  });
  response.end(sent);
}
