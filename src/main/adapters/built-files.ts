// Finds built files that are missing or damaged. The build lists its files: vite.config.ts.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** The folders of the build that a package contains. */
export const builtParts = [
  'client',
  'main',
  'preload',
  'hardware-worker',
  'delivery-worker',
] as const;

/** The build's list of files, with the size of each in bytes. */
export const fileList = 'main/files.json';

const sizes = z.record(z.string(), z.int().min(0));

/** Returns the files of `outFolder` that are missing or have a different size. */
export function brokenFiles(outFolder: string): readonly string[] {
  const read = readList(path.join(outFolder, fileList));
  if (read === null) return [fileList];
  const isWhole = ([file, bytes]: [string, number]) => sizeOf(path.join(outFolder, file)) === bytes;
  return Object.entries(read).flatMap((one) => (isWhole(one) ? [] : [one[0]]));
}

function readList(file: string): z.infer<typeof sizes> | null {
  try {
    return sizes.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function sizeOf(file: string): number | null {
  try {
    return statSync(file).size;
  } catch {
    return null;
  }
}
