// How much script the page brings along.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** @type {import('../table.js').Measurement} */
export const rendererSize = {
  bounds: [{ name: 'renderer script, gzip', bound: 85, unit: 'KB' }],
  measure: ({ loaderFolder }) => {
    const client = join(loaderFolder, 'out/client');
    const scripts = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.m?js$/.test(name),
    );
    const contents = scripts.map((name) => readFileSync(join(client, name)));
    const raw = contents.reduce((sum, { length }) => sum + length, 0);
    const packed = contents.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0);
    const figures = `${scripts.length} file(s), ${(raw / 1000).toFixed(1)} KB before gzip -9`;
    return [{ measured: packed / 1000, figures }];
  },
};
