// Which script files a built page needs before it can run: what its HTML names or preloads, and whatever those import statically.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseAst } from 'vite';

const htmlTag = /<(?:script|link)\b[^>]*>/gi;

/**
 * @param {string} client the folder with index.html
 * @returns {readonly string[]} paths inside the folder, each once
 */
export function neededBeforeStart(client) {
  /** @type {Set<string>} */
  const needed = new Set();
  const add = (/** @type {string} */ file) => {
    if (needed.has(file)) return;
    needed.add(file);
    for (const imported of staticImports(readFileSync(join(client, file), 'utf8')))
      add(posix.join(posix.dirname(file), imported));
  };
  for (const file of namedByPage(readFileSync(join(client, 'index.html'), 'utf8'))) add(file);
  if (needed.size === 0) throw new Error('index.html names no script');
  return [...needed];
}

/** @param {string} html */
function namedByPage(html) {
  return [...html.matchAll(htmlTag)].flatMap(([tag]) => {
    const isScript = /^<script/i.test(tag) || /rel="?(?:modulepreload|preload)/i.test(tag);
    const [, address] = /(?:src|href)="([^"]+\.m?js)"/i.exec(tag) ?? [];
    return isScript && address !== undefined ? [posix.normalize(address)] : [];
  });
}

/** @param {string} code */
function staticImports(code) {
  return parseAst(code).body.flatMap((node) =>
    'source' in node && node.source !== null ? [node.source.value] : [],
  );
}
