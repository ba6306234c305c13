// Finds the folder of a brand by its name in brands/, or by its path.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build-if-stale.js';
import { Refusal } from '../refusal.js';

export const brandName = /^[a-z][a-z0-9-]{0,39}$/;

/**
 * `given` is a name, or a path that contains a separator or a dot. Throws a Refusal if there is no
 * such folder.
 */
export function findBrand(given: string): string {
  const folder = brandPath(given);
  if (existsSync(path.join(folder, 'brand.json'))) return folder;
  throw new Refusal(
    `There is no brand in ${folder}: brand.json is missing. Create one with "npm run brand -- new".`,
  );
}

/** Returns the folder of a brand, which may be missing. A path is relative to the user's folder. */
export function brandPath(given: string): string {
  if (brandName.test(given)) return path.join(root, 'brands', given);
  // npm runs scripts in the project's folder.
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), given);
}
