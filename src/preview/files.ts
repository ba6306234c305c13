// Reads the built page and the preview's bridge into memory. Request paths only select map entries.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { contentTypes } from '../shared/content-types.ts';

export interface PageFile {
  readonly contentType: string;
  readonly body: Buffer;
}

/**
 * Maps each path below the token to its file. The start page has the path '' and loads the bridge
 * before the page's script. Throws if `clientFolder` contains no built page.
 */
export function readPageFiles(
  clientFolder: string,
  bridgeFile: string,
): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(clientFolder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const contentType = contentTypes[path.extname(file)];
    if (!entry.isFile() || contentType === undefined) continue;
    const name = path.relative(clientFolder, file).replaceAll(path.sep, '/');
    files.set(name, { contentType, body: readFileSync(file) });
  }
  const page = files.get('index.html');
  if (page === undefined) throw new Error(`no index.html in ${clientFolder}`);
  files.delete('index.html');
  files.set('', { ...page, body: Buffer.from(withBridge(page.body.toString('utf8'))) });
  files.set('bridge.js', {
    contentType: 'text/javascript; charset=utf-8',
    body: readFileSync(bridgeFile),
  });
  return files;
}

/** Adds the bridge and an empty icon. Browsers would request an icon outside the token's path. */
function withBridge(html: string): string {
  const before = html.indexOf('<script');
  if (before === -1) throw new Error('the built page has no script');
  const added = '<link rel="icon" href="data:," />\n    <script src="./bridge.js"></script>\n    ';
  return `${html.slice(0, before)}${added}${html.slice(before)}`;
}
