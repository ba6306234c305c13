// Writes SHA256SUMS, with which users check a downloaded package: `sha256sum --check SHA256SUMS`.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BrandFile } from './brand-file.ts';

export const sumsFile = 'SHA256SUMS';

/** Lists the packages of this version, sorted by name. Removes the list if there is no package. */
export async function writeSums(
  output: string,
  { executable, version }: Pick<BrandFile, 'executable' | 'version'>,
): Promise<void> {
  const entries = await readdir(output, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && entry.name.startsWith(`${executable}-${version}-`))
    .map(({ name }) => name)
    // Block maps are for electron-builder's updates, which the loader does not use.
    .filter((name) => !name.endsWith('.blockmap'));
  const lines = [];
  for (const name of names.sort()) lines.push(`${await sumOf(path.join(output, name))}  ${name}\n`);
  const file = path.join(output, sumsFile);
  if (lines.length === 0) await rm(file, { force: true });
  else await writeFile(file, lines.join(''));
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
