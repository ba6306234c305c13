// Serves the built page at app://loader. Only files found in its folder at the start can be answered: an address is looked
// up in that list and never turned into a path. Every answer carries the policy that keeps the page without a network.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { contentTypes } from '../../shared/content-types.ts';
import { pageHeaders } from '../../shared/page-policy.ts';
import { isOwnUrl } from './origin.ts';

// No opener policy: no window is ever opened, and it would start every page in a second process.
const commonHeaders = pageHeaders({
  connect: "'none'",
  // What is not allowed here: dialogs (print, alert and their like) and downloads. Windows are refused, and written down, elsewhere.
  more: ['sandbox allow-scripts allow-same-origin allow-forms allow-popups'],
});

export interface Asset {
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Address path -> file, for every file of a known type in `folder`; read now, so that no answer waits for the disk. */
export function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const files = new Map<string, Asset>();
  const visit = (inside: string) => {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = `${inside}/${entry.name}`;
      const contentType = contentTypes[extname(path)];
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile() && contentType !== undefined)
        files.set(path, { contentType, body: new Uint8Array(readFileSync(join(folder, path))) });
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
export function answerAsset(assets: ReadonlyMap<string, Asset>, request: AssetRequest): Response {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: commonHeaders });
  const asset = isOwnUrl(request.url) ? assets.get(new URL(request.url).pathname) : undefined;
  if (asset === undefined) return new Response(null, { status: 404, headers: commonHeaders });
  return new Response(asset.body, {
    status: 200,
    headers: { ...commonHeaders, 'content-type': asset.contentType },
  });
}
