// Which module imports which, read from the sources alone: imports of types count as well, because who needs a type of a module
// knows that module.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import typescript from 'typescript';

/** @typedef {ReadonlyMap<string, readonly string[]>} Graph from a file to those that it imports */

/**
 * The sources below a folder, by their paths with slashes, relative to `root`.
 * @param {string} root
 * @param {string} folder
 * @returns {ReadonlyMap<string, string>}
 */
export function sourcesIn(root, folder) {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const sources = names.filter(
    (name) => /\.(ts|tsx|js|mjs|cjs)$/.test(name) && !/\.d\.ts$/.test(name),
  );
  return new Map(
    sources.map((name) => [
      posix.join(folder, name.replaceAll('\\', '/')),
      readFileSync(join(root, folder, name), 'utf8'),
    ]),
  );
}

/**
 * @param {ReadonlyMap<string, string>} sources
 * @returns {Graph}
 */
export function graphOf(sources) {
  return new Map(
    [...sources].map(([file, text]) => [
      file,
      typescript
        .preProcessFile(text, true, true)
        .importedFiles.map(({ fileName }) => posix.join(posix.dirname(file), fileName))
        .filter((imported) => sources.has(imported)),
    ]),
  );
}

/**
 * Every circle once, as the files on its way; a file that imports itself is one.
 * @param {Graph} graph
 * @returns {readonly (readonly string[])[]}
 */
export function circlesIn(graph) {
  /** @type {string[][]} */
  const circles = [];
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} file @param {readonly string[]} way */
  const walk = (file, way) => {
    const at = way.indexOf(file);
    if (at >= 0) circles.push(way.slice(at));
    if (at >= 0 || done.has(file)) return;
    for (const imported of graph.get(file) ?? []) walk(imported, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return circles;
}
