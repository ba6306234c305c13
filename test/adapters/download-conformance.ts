// Cases that every Downloads adapter must pass in addition to those of Http adapters. They also run
// inside Electron's main process.
import type { Downloads, DownloadRequest } from '@latchkey/client/ports.ts';
import type { HttpFault } from '@latchkey/client/ports.ts';
import type { FaultAddresses } from '../support/fault-server.ts';

export type CreateDownloads = (limits: {
  readonly headersWithinMs?: number;
  readonly piecesWithinMs?: number;
}) => Downloads;

type Seen =
  | { readonly fault: HttpFault }
  | { readonly status: number; readonly length: number; readonly start: string };

export interface DownloadCase {
  readonly name: string;
  readonly expected: unknown;
  readonly run: (create: CreateDownloads, at: FaultAddresses) => Promise<unknown>;
}

const shownBytes = 20;
/** Any time limit works, because the servers of these cases send nothing more. */
const shortMs = 100;

async function get(
  downloads: Downloads,
  url: string,
  more: Partial<DownloadRequest> = {},
): Promise<Seen> {
  const pieces: Uint8Array[] = [];
  const seen = { status: 0 };
  const outcome = await downloads.get({
    url,
    from: null,
    signal: new AbortController().signal,
    head(status) {
      seen.status = status;
      return true;
    },
    piece: (piece) => pieces.push(Uint8Array.from(piece)) > 0,
    ...more,
  });
  if (!outcome.ok) return { fault: outcome.fault };
  const body = Buffer.concat(pieces);
  const start = body.subarray(0, shownBytes).toString();
  return { ...seen, length: body.length, start };
}

const one = (name: string, path: string, expected: Seen): DownloadCase => ({
  name,
  expected,
  run: (create, at) => get(create({}), at.plain + path),
});
const closed = { status: 200, length: 2, start: '{}' };

export const downloadCases: readonly DownloadCase[] = [
  one('downloads the complete content', '/mebibyte', {
    status: 200,
    length: 1024 * 1024,
    start: 'x'.repeat(shownBytes),
  }),
  one('unpacks a compressed transfer', '/gzip', {
    status: 200,
    length: 16,
    start: '{"success":true}',
  }),
  one('returns a refusal as an answer', '/bad-request', {
    status: 400,
    length: 17,
    start: '{"success":false}',
  }),
  one('reports a body shorter than declared', '/half-length', { fault: 'broken-off' }),
  one('reports a chunked body without an end', '/half-chunked', { fault: 'broken-off' }),
  one('reports damaged compression', '/gzip-broken', { fault: 'malformed' }),
  one('reports a redirect', '/redirect-302', { fault: 'led-away' }),
  one('reports a 407', '/proxy-asks', { fault: 'proxy-auth' }),
  {
    name: 'requests the rest with its entity tag and without compression',
    expected: [
      [null, null],
      ['bytes=5-', '"tag"', 'identity'],
    ],
    run: (create, at) =>
      Promise.all(
        [null, { bytes: 5, etag: '"tag"' }].map(async (from) => {
          const pieces: Uint8Array[] = [];
          await get(create({}), `${at.plain}/echo`, {
            from,
            piece: (piece) => pieces.push(Uint8Array.from(piece)) > 0,
          });
          // What the fault server's /echo writes.
          const { headers } = JSON.parse(Buffer.concat(pieces).toString()) as { headers: string };
          const header = (name: string) =>
            new RegExp(`^${name}: (.*?)\\r?$`, 'm').exec(headers)?.[1] ?? null;
          const rest = [header('range'), header('if-range')];
          return from === null ? rest : [...rest, header('accept-encoding')];
        }),
      ),
  },
  {
    name: 'stops immediately if the caller rejects the headers or a piece',
    expected: [{ ok: true }, { ok: true }, closed],
    run: async (create, at) => {
      const downloads = create({});
      const left = (more: Partial<DownloadRequest>) =>
        downloads.get({
          url: `${at.plain}/over-chunked`,
          from: null,
          signal: new AbortController().signal,
          head: () => true,
          piece: () => true,
          ...more,
        });
      return [
        await left({ head: () => false }),
        await left({ piece: () => false }),
        await get(downloads, `${at.plain}/once-closed/over-chunked`),
      ];
    },
  },
  {
    name: 'times out without headers',
    expected: { fault: 'timeout' },
    run: (create, at) => get(create({ headersWithinMs: shortMs }), `${at.plain}/silent`),
  },
  {
    name: 'times out if no body follows the headers',
    expected: { fault: 'timeout' },
    run: (create, at) => get(create({ piecesWithinMs: shortMs }), `${at.plain}/stalled-body`),
  },
  {
    name: 'can be aborted in flight',
    expected: { fault: 'aborted' },
    run: (create, at) => {
      const controller = new AbortController();
      const { signal } = controller;
      return get(create({}), `${at.plain}/stalled-body`, {
        signal,
        piece: () => {
          controller.abort();
          return true;
        },
      });
    },
  },
];
