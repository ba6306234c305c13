// Serves the built page at app://loader from memory. Every answer has the security headers that
// deny the page network access.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { contentTypes } from '../../shared/content-types.ts';
import { pageHeaders } from '../../shared/page-policy.ts';
import { isOwnUrl } from './origin.ts';

// No opener policy: the page opens no window, and the policy would start a second process for it.
const commonHeaders = pageHeaders({
  connectSource: "'none'",
  // Blocks dialogs (print, alert and so on) and downloads. lockdown.ts refuses and logs windows.
  extraDirectives: ['sandbox allow-scripts allow-same-origin allow-forms allow-popups'],
});

export interface Asset {
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Maps URL path to file, for every file of a known type. Reads all files into memory. */
export function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const files = new Map<string, Asset>();
  const visit = (subfolder: string) => {
    for (const entry of readdirSync(join(folder, subfolder), { withFileTypes: true })) {
      const path = `${subfolder}/${entry.name}`;
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

/** Returns 200 with the file, 404 for an unknown path, 405 for a method other than GET. */
export function answerAsset(assets: ReadonlyMap<string, Asset>, request: AssetRequest): Response {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: commonHeaders });
  const asset = isOwnUrl(request.url) ? assets.get(new URL(request.url).pathname) : undefined;
  if (asset === undefined) return new Response(null, { status: 404, headers: commonHeaders });
  return new Response(asset.body, {
    status: 200,
    headers: { ...commonHeaders, 'content-type': asset.contentType },
  });
}
