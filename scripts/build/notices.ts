// Completes and checks the third-party notices of the build: licenses.json in each of its parts,
// which the About page shows.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { builtParts } from '../../src/main/adapters/built-files.ts';

/** SPDX identifiers of licenses that allow a package to be bundled with its notices. */
const allowedLicenses: ReadonlySet<string> = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause'],
  ...['CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'Unlicense', 'Zlib'],
]);

const notices = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    identifier: z.string().optional(),
    text: z.string().optional(),
  }),
);

type Notice = z.infer<typeof notices>[number];

/**
 * Appends notices that Vite leaves out, such as the sources of word lists. Throws an error that
 * names each package without a license text, or with a license that is not allowed.
 */
export function completeNotices(outFolder: string, modulesFolder: string): void {
  const problems = new Set<string>();
  for (const part of builtParts) {
    const file = path.join(outFolder, part, 'licenses.json');
    const bundled = notices.parse(JSON.parse(readFileSync(file, 'utf8')));
    for (const problem of bundled.flatMap(problemsOf)) problems.add(problem);
    const complete = bundled.map((notice) => ({
      ...notice,
      text: [notice.text, ...moreTexts(modulesFolder, notice)].join('\n\n'),
    }));
    writeFileSync(file, JSON.stringify(complete, null, 2));
  }
  if (problems.size > 0)
    throw new Error(
      ['These packages cannot be bundled (scripts/build/notices.ts):', ...problems].join('\n  '),
    );
}

function problemsOf({ name, version, identifier, text }: Notice): readonly string[] {
  if (identifier === undefined) return [`${name} ${version}: has no license`];
  if (!allowedLicenses.has(identifier)) return [`${name} ${version}: ${identifier} is not allowed`];
  return text === undefined ? [`${name} ${version}: the text of ${identifier} is missing`] : [];
}

const noticeFiles = /^(notice|third[-_ ]?party)/i;

/** Vite includes only the license file of a package. */
function moreTexts(modulesFolder: string, { name }: Notice): readonly string[] {
  const folder = path.join(modulesFolder, name);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => noticeFiles.test(file));
  return files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
}
