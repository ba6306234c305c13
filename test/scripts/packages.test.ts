// Each package imports exactly what its package.json names. Node would also resolve packages of the
// root.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesIn } from '../support/sources-in.ts';

const root = resolve(import.meta.dirname, '../..');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The packages that a module imports, statically or dynamically. */
function importedBy(text: string): readonly string[] {
  const found = text.matchAll(/\b(?:from|import)\s*\(?\s*'(?<name>(?:@[\w-]+\/)?\w[^'/]*)[^']*'/g);
  const names = [...found].map(({ groups }) => groups?.['name'] ?? '');
  return names.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
}

test.each(['protocol', 'client', 'kit', 'seller-copy', 'service', 'cli', 'desk', 'page', 'web'])(
  '%s imports exactly the packages that its package.json lists',
  (name) => {
    const file = resolve(root, `packages/${name}/package.json`);
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(file, 'utf8'),
    ) as Manifest; // npm's own format
    // The build bundles our unpublished packages into the published ones, and zod into `cli`; `desk` imports types of zod.
    const bundled = Object.keys(devDependencies).filter(
      (one) => one.startsWith('@latchkey/') || (['cli', 'desk'].includes(name) && one === 'zod'),
    );
    const imported = [...sourcesIn(root, `packages/${name}/src`).values()].flatMap(importedBy);
    expect([...new Set(imported)].sort()).toEqual(
      [...Object.keys(dependencies), ...bundled].sort(),
    );
  },
);
