// Serves the built page at app://loader. Only files found in its folder at the start can be answered: an address is looked
// up in that list and never turned into a path. Every answer carries the policy that keeps the page without a network.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isOwnUrl } from './origin.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

// SECURITY: no connections, frames, workers, forms or plug-ins; scripts and styles from our own files only; no way to turn
// a text into a script. Images may be data: addresses because the seller's logo and QR codes are.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "object-src 'none'",
  "frame-src 'none'",
  "worker-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const commonHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'cache-control': 'no-store',
};

/** Address path -> file, for every file of a known type in `folder`. */
export function listAssets(folder: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const visit = (inside: string) => {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = `${inside}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile() && extname(path) in contentTypes) files.set(path, join(folder, path));
    }
  };
  visit('');
  return files;
}

export interface AssetRequest {
  readonly method: string;
  readonly url: string;
}

/** Answers one request: 200 with the file, 404 for anything that is not in the list, 405 for anything but GET. */
export async function answerAsset(
  assets: ReadonlyMap<string, string>,
  request: AssetRequest,
): Promise<Response> {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: commonHeaders });
  const file = isOwnUrl(request.url) ? assets.get(new URL(request.url).pathname) : undefined;
  if (file === undefined) return new Response(null, { status: 404, headers: commonHeaders });
  const contentType = contentTypes[extname(file)] ?? 'application/octet-stream';
  return new Response(new Uint8Array(await readFile(file)), {
    status: 200,
    headers: { ...commonHeaders, 'content-type': contentType },
  });
}
