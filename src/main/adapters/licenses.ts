// Reads the licenses of the bundled packages, which the build writes beside each of its parts.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { PartLicense } from '../../shared/licenses.ts';
import { builtParts } from './built-files.ts';

const file = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    identifier: z.string().optional(),
    text: z.string().optional(),
  }),
);

/**
 * Returns each package once, by name. `outFolder`: the folder of the built parts. `engine`: parts
 * that are not bundled. A part without a file has no packages.
 */
export async function readLicenses(
  outFolder: string,
  engine: readonly PartLicense[],
): Promise<readonly PartLicense[]> {
  const read = await Promise.all(builtParts.map((part) => readPart(path.join(outFolder, part))));
  const packages = new Map(read.flat().map((one) => [`${one.name} ${one.version}`, one] as const));
  return [...engine, ...[...packages.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))];
}

async function readPart(folder: string): Promise<readonly PartLicense[]> {
  try {
    const text = await readFile(path.join(folder, 'licenses.json'), 'utf8');
    return file.parse(JSON.parse(text)).map(({ identifier, text: license, ...one }) => ({
      ...one,
      identifier: identifier ?? null,
      text: license ?? null,
    }));
  } catch {
    return [];
  }
}

/** Electron and Chromium. Their license files are beside the program. */
export function engineParts(
  versions: Readonly<Record<string, string | undefined>>,
): readonly PartLicense[] {
  const { electron, chrome } = versions;
  if (electron === undefined || chrome === undefined) return [];
  return [
    { name: 'Electron', version: electron, identifier: 'MIT', text: null },
    { name: 'Chromium', version: chrome, identifier: 'BSD-3-Clause', text: null },
  ];
}
