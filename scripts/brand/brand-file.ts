// Reads brand.json, which has the names and facts of a seller's package.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { brandIdForm, loaderVersionForm } from '@latchkey/protocol/release/loader.ts';

const line = (most: number) =>
  z
    .string()
    .regex(/^[^\p{Cc}]+$/u, 'must be one line of text')
    .max(most, `must have at most ${most} characters`);

const brandFile = z.strictObject({
  /** electron-builder's appId. It identifies the program to installers and the key store. */
  id: z.string().regex(brandIdForm, 'must be a reverse domain name, like com.example.tools'),
  /** File name of the program and name of its package on Linux. */
  executable: z
    .string()
    .max(40)
    .regex(
      /^[a-z][a-z0-9-]*[a-z0-9]$/,
      'must have 2 to 40 lower-case letters, digits and hyphens, and begin with a letter',
    ),
  version: z.string().regex(loaderVersionForm, 'must have three numbers, like 1.0.0'),
  author: line(100),
  email: z.email('must be an e-mail address').max(100),
  homepage: z
    .url({ protocol: /^https$/, error: 'must be a URL that begins with https://' })
    .max(300),
  /** Name of the user data folder. By default, the name in loader.config.json. */
  productName: line(100).optional(),
  copyright: line(200).optional(),
  /** The program's folder, relative to brand.json; missing if the package has no program. */
  program: line(300).optional(),
});

export type BrandFile = z.infer<typeof brandFile>;

export type BrandReading =
  | { readonly ok: true; readonly brand: BrandFile }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Each problem names a field and its allowed values. */
export function readBrandFile(folder: string): BrandReading {
  try {
    return parseBrandFile(JSON.parse(readFileSync(path.join(folder, 'brand.json'), 'utf8')));
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'is not JSON' : 'is missing';
    return { ok: false, problems: [`brand.json: the file ${problem}`] };
  }
}

export function parseBrandFile(json: unknown): BrandReading {
  const parsed = brandFile.safeParse(json);
  if (parsed.success) return { ok: true, brand: parsed.data };
  const problems = parsed.error.issues.map(({ path: field, message }) => {
    const where = field.length === 0 ? 'the file' : field.join('.');
    return `brand.json: ${where}: ${message}`;
  });
  return { ok: false, problems };
}
