// Reads the project's sources, for tests of imports and names.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the sources below `folder` by their path relative to `root`, with slashes. */
export function sourcesIn(root: string, folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  const sources = names.filter(
    (name) => /\.(ts|tsx|js|mjs|cjs)$/.test(name) && !/\.d\.ts$/.test(name),
  );
  return new Map(
    sources.map((name) => [
      path.posix.join(folder, name.replaceAll('\\', '/')),
      readFileSync(path.join(root, folder, name), 'utf8'),
    ]),
  );
}
