// Finds a program that a format needs.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '../refusal.js';

/** Returns the path of a program in PATH. Throws a Refusal that names its Debian package. */
export function findProgram(
  format: string,
  name: string,
  debianPackage: string,
  { PATH = '' }: NodeJS.ProcessEnv,
): string {
  const places = PATH.split(path.delimiter).map((place) => path.join(place, name));
  const found = places.find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new Refusal(`${format}: the program ${name} is missing (Debian package ${debianPackage}).`);
}
