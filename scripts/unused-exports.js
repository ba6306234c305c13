// Exports and whole files that nobody uses. A file that only uses its own export keeps it, such as the type of what it gives.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { analyzeTsConfig } from 'ts-unused-exports';
import { sourcesIn } from './module-graph.js';

const folders = ['src', 'test', 'scripts'];
/** What tools read by their names; nobody imports it. */
const tools =
  /(^|\/)((vite|vitest|playwright|eslint)\.config\.(ts|js)|postgresql-setup\.ts|set-all-fuses\.js)$/;

/**
 * As lines such as `src/a.ts: b, c`; a file of which nothing is used is its name alone. Test files and what starts a program
 * export nothing, and are no such files.
 * @param {string} root a folder with a tsconfig.json
 * @returns {readonly string[]}
 */
export function unusedIn(root) {
  const files = folders.flatMap((folder) => [...sourcesIn(root, folder).keys()]);
  const { unusedExports, unusedFiles = [] } = analyzeTsConfig(join(root, 'tsconfig.json'), [
    ...files.map((file) => join(root, file)),
    '--findCompletelyUnusedFiles',
  ]);
  const whole = unusedFiles.map((file) => relative(root, file));
  const parts = Object.entries(unusedExports).flatMap(([given, exported]) => {
    const file = relative(root, given);
    const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    const names = exported
      .map(({ exportName }) => exportName)
      .filter(
        (name) =>
          name === 'default' || [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length < 2,
      );
    return names.length === 0 || whole.includes(file) ? [] : [[file, names.join(', ')]];
  });
  return [...whole.map((file) => [file]), ...parts]
    .filter(([file = '']) => !tools.test(file))
    .map((line) => line.join(': '))
    .sort();
}
