// Finds the packages that the service needs at run time, in the versions of package-lock.json.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '../refusal.js';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Maps the folder of each package, relative to the project, to its real folder. */
export type Packages = ReadonlyMap<string, string>;

/** Returns `names` and all their dependencies. Throws if a required one is not installed. */
export function productionPackages(project: string, names: readonly string[]): Packages {
  const found = new Map<string, string>();
  const add = (name: string, from: string, isOptional: boolean): void => {
    const folder = resolveFrom(from, name, project);
    // Optional packages of other systems are not installed.
    if (folder === null && isOptional) return;
    if (folder === null) throw new Refusal(`The package ${name} is missing: run "npm ci" once.`);
    const place = path.relative(project, folder);
    if (found.has(place)) return;
    const real = realpathSync(folder);
    found.set(place, real);
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(real);
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies }))
      add(dependency, real, Object.hasOwn(optionalDependencies, dependency));
  };
  for (const name of names) add(name, project, false);
  return found;
}

/** Looks in the `node_modules` of each folder from `from` up to the project, as Node does. */
function resolveFrom(from: string, name: string, project: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return candidate;
    if (folder === project || folder === path.dirname(folder)) return null;
  }
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest; // npm's format
}
