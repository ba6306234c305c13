// Reads a built page, of the desk or of customers, once at the start. Requests only look up names in this list, so
// no request text reaches the file system.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { StartProblem } from '../../start-problem.ts';

/** In a build, the folder is beside that of the bundled service; tests use the source. */
const packageFolder = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../', import.meta.url),
);

/** Where `npm run build` puts the pages. */
export const deskFolder = join(packageFolder, 'desk');
export const pageFolder = join(packageFolder, 'page');

export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** Null if compression does not make it smaller. */
  readonly gzipped: Buffer | null;
}

export interface PageFiles {
  readonly index: PageFile;
  /** By the path below `assets/`. */
  readonly assets: ReadonlyMap<string, PageFile>;
  /** The version of the service. */
  readonly version: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

export function isPageBuilt(folder: string): boolean {
  return existsSync(join(folder, 'index.html'));
}

/** Throws StartProblem, which begins with `needed`, if the folder has no built page. */
export function readPageFiles(folder: string, needed: string): PageFiles {
  if (!isPageBuilt(folder))
    throw new StartProblem(
      `${needed}, and ${folder} has none. In the repository, run "npm run build". Otherwise, install the service again.`,
    );
  const assets = join(folder, 'assets');
  const names = existsSync(assets)
    ? readdirSync(assets, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
    : [];
  return {
    index: readFile(join(folder, 'index.html')),
    assets: new Map(
      names.map((path) => [path.slice(assets.length + 1).replaceAll('\\', '/'), readFile(path)]),
    ),
    version: readVersion(),
  };
}

function readFile(path: string): PageFile {
  const bytes = readFileSync(path);
  const gzipped = gzipSync(bytes);
  const type = types[extname(path)] ?? 'application/octet-stream';
  return { type, bytes, gzipped: gzipped.length < bytes.length ? gzipped : null };
}

function readVersion(): string {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
