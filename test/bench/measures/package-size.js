// Measures the released archive, packed by electron-builder. Fuses and the rest of the packaged
// program are left out: they do not change the archive, and Electron 33 lacks one of the fuses.
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listPackage, statFile } from '@electron/asar';
import { build, Platform } from 'electron-builder';
import { packageConfig } from '../../../scripts/brand/builder-config.ts';
import { root } from '../../../scripts/build-if-stale.js';
import { readConfiguration } from '../../../scripts/read-configuration.js';
import { NotMeasured } from '../stage.js';

/** @type {import('../table.js').Measurement} */
export const packageSize = {
  bounds: [{ name: 'packaged app.asar', bound: 2.75, unit: 'MB' }],
  measure: async ({ electron, folder }) => {
    if (!electron.ok) throw new NotMeasured(electron.reason);
    const output = join(folder, 'package');
    await build({
      projectDir: root,
      targets: Platform.LINUX.createTarget('dir'),
      config: {
        ...packageConfig({
          base: join(root, 'electron-builder.yml'),
          folder: root,
          config: readConfiguration(join(root, 'loader.config.json')),
        }),
        directories: { output },
        electronDist: dirname(electron.program),
        electronVersion: electron.version,
        electronFuses: null,
        afterPack: null,
      },
    });
    return [sizeOf(join(output, 'linux-unpacked/resources/app.asar'))];
  },
};

/** @param {string} archive */
function sizeOf(archive) {
  const files = listPackage(archive, { isPack: false });
  if (files.some((name) => name.includes('node_modules')))
    throw new Error('The package holds node_modules');
  if (existsSync(`${archive}.unpacked`)) throw new Error('Something lies outside the archive');
  const bytes = statSync(archive).size;
  const parts = [...partsOf(archive, files)]
    .sort(([, a], [, b]) => b - a)
    .map(([name, size]) => `${name} ${(size / 1000).toFixed(0)} KB`);
  return { measured: bytes / 1e6, figures: parts.join(', ') };
}

/**
 * @param {string} archive
 * @param {readonly string[]} files
 * @returns {Map<string, number>} bytes of each folder of the build, and of the rest
 */
function partsOf(archive, files) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const file of files) {
    const [, top = '', part = ''] = file.split('/');
    const name = top === 'out' ? part : top;
    const size = bytesOf(archive, file);
    if (size !== null) sizes.set(name, (sizes.get(name) ?? 0) + size);
  }
  return sizes;
}

/**
 * @param {string} archive
 * @param {string} file
 */
function bytesOf(archive, file) {
  const entry = statFile(archive, file.slice(1));
  return 'size' in entry ? entry.size : null;
}
