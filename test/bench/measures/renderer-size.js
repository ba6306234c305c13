// How much script the page brings along: what is loaded before its first screen can be used, and all of it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { neededBeforeStart } from '../first-load.js';
import { startProbed } from '../probed-app.js';
import { electronOf } from '../stage.js';

/** @type {import('../table.js').Measurement} */
export const rendererSize = {
  bounds: [
    { name: 'script before the first screen, gzip', bound: 87, unit: 'KB' },
    { name: 'all script of the page, gzip', bound: 170, unit: 'KB' },
  ],
  measure: async (stage) => {
    const client = join(stage.loaderFolder, 'out/client');
    const all = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.m?js$/.test(name),
    );
    const needed = neededBeforeStart(client);
    const { seen, how } = await loadedInPage(stage);
    // A chunk that the page asks for by itself before it can be used counts like one that it imports.
    const first = [...new Set([...needed, ...seen])];
    return [
      finding(client, first, `${first.length} file(s), ${how}`),
      finding(client, all, `${all.length} file(s)`),
    ];
  },
};

/**
 * @param {import('../stage.js').Stage} stage
 * @returns {Promise<{ seen: readonly string[], how: string }>} paths inside out/client
 */
async function loadedInPage(stage) {
  if (!stage.electron.ok) return { seen: [], how: 'as the page imports them' };
  const app = await startProbed(stage.loader(), { ...electronOf(stage), scripts: true });
  await app.end();
  const seen = app.scriptsLoaded.map((address) => new URL(address).pathname.slice(1));
  if (seen.length === 0) throw new Error('The page was not seen loading any script');
  return { seen, how: 'as the page imports and loaded them' };
}

/**
 * @param {string} client
 * @param {readonly string[]} files
 * @param {string} what
 */
function finding(client, files, what) {
  const contents = files.map((name) => readFileSync(join(client, name)));
  const raw = contents.reduce((sum, { length }) => sum + length, 0);
  const packed = contents.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0);
  return {
    measured: packed / 1000,
    figures: `${what}, ${(raw / 1000).toFixed(1)} KB before gzip -9`,
  };
}
