// Lists the built files of a package with their sizes. The loader compares them when it starts.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { builtParts, fileList } from '../../src/main/adapters/built-files.ts';

/** Maps the path of each file, relative to `outFolder`, to its size in bytes. */
export function listFiles(outFolder: string): Readonly<Record<string, number>> {
  const files = builtParts
    .flatMap((part) => filesBelow(outFolder, part))
    .filter((file) => file !== fileList);
  return Object.fromEntries(
    files.sort().map((file) => [file, statSync(path.join(outFolder, file)).size]),
  );
}

function filesBelow(outFolder: string, part: string): readonly string[] {
  const folder = path.join(outFolder, part);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .map((name) => `${part}/${name.replaceAll(path.sep, '/')}`);
}
