// Reads brand.json: the names and facts under which a seller's package is built.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const line = (most: number) =>
  z
    .string()
    .regex(/^[^\p{Cc}]+$/u, 'must be one line of text')
    .max(most, `must have at most ${most} characters`);

const brandFile = z.strictObject({
  /** appId of electron-builder. Installers and the key store know the program by it. */
  id: z
    .string()
    .max(100)
    .regex(
      /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+$/i,
      'must be a reverse domain name, like com.example.tools',
    ),
  /** File name of the program and name of its package on Linux. */
  executable: z
    .string()
    .max(40)
    .regex(
      /^[a-z][a-z0-9-]*[a-z0-9]$/,
      'must have 2 to 40 lower-case letters, digits and hyphens, and begin with a letter',
    ),
  version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, 'must have three numbers, like 1.0.0'),
  author: line(100),
  email: z.email('must be an e-mail address').max(100),
  homepage: z
    .url({ protocol: /^https$/, error: 'must be a URL that begins with https://' })
    .max(300),
  /** Name of the user data folder. Missing: the name in loader.config.json. */
  productName: line(100).optional(),
  copyright: line(200).optional(),
  /** A folder with the program, if the package contains it. Relative to brand.json. */
  program: line(300).optional(),
});

export type BrandFile = z.infer<typeof brandFile>;

export type BrandReading =
  | { readonly ok: true; readonly brand: BrandFile }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Problems name the field and what is allowed. */
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
