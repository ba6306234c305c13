// Measures the size of the page's scripts, including every language.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** @type {import('../table.js').Measurement} */
export const rendererSize = {
  bounds: [{ name: 'all script of the page, gzip', bound: 170, unit: 'KB' }],
  measure: async ({ loaderFolder }) => {
    const client = join(loaderFolder, 'out/client');
    const contents = readdirSync(client, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.m?js$/.test(name))
      .map((name) => readFileSync(join(client, name)));
    const raw = contents.reduce((sum, { length }) => sum + length, 0);
    const packed = contents.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0);
    const figures = `${contents.length} file(s), ${(raw / 1000).toFixed(1)} KB before gzip -9`;
    return [{ measured: packed / 1000, figures }];
  },
};
