// Builds the loader and packs it with electron-builder. Forwards the arguments of this script, and
// exits with the exit code of electron-builder.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, root } from './build-if-stale.js';
import { readLicenses } from '../src/main/adapters/licenses.ts';
import { makeArchive } from './brand/archive.ts';
import { toolVariables } from './brand/builder-tools.ts';
import { namesOf } from './brand/checks.ts';
import { requireElectron } from './brand/electron-download.ts';
import { engineVersions } from './brand/engine-versions.ts';
import { foreignFormats, targetsOf } from './brand/formats.ts';
import { chooseSource } from './brand/package-source.ts';
import { savePacked } from './brand/packed.ts';
import { sbomFile, writeSbom } from './brand/sbom.ts';
import { signingEnvironment, signingNotes } from './brand/signing.ts';
import { sumsFile, writeSums } from './brand/sums.ts';
import { readSourceTime } from './build/commit.ts';
import { startChild } from './children.js';
import { Refusal, runScript } from './refusal.js';

/** This script packs this format, because electron-builder would download a packer. */
const archiveFormat = 'tar.gz';

await runScript(async () => {
  const targets = targetsOf(process.argv.slice(2));
  const foreign = foreignFormats(targets);
  if (foreign.length > 0) throw new Refusal(foreign.join('\n'));
  const { source, given } = await chooseSource(process.argv.slice(2));
  const env = signingEnvironment(process.env);
  if (source !== null) await requireElectron(given, process.env);
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  try {
    const tools = await toolVariables(targets, join(folder, 'tools'), process.env);
    await build();
    // Only a brand gives the archive a name.
    const formats = source?.branded === undefined ? given : given.map(toBuilderFormat);
    const configuration = source?.builder ?? null;
    process.exitCode = await pack({
      folder,
      configuration,
      given: formats,
      env: { ...tools, ...env },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (process.exitCode !== 0) return;
  for (const note of signingNotes(targets, env, given)) console.error(`Note: ${note}`);
  if (source?.branded === undefined) return;
  const { folder: brandFolder, output, brand, config } = source.branded;
  if (given.includes(archiveFormat)) console.log(`Made ${makeArchive(output, brand)}.`);
  await describePackage(output, { brand, config, given });
  savePacked(brandFolder, namesOf(brand, config));
});

/**
 * Writes the checksums and the bill of materials beside the packages.
 * @param {string} output
 * @param {{
 *   brand: import('./brand/brand-file.ts').BrandFile,
 *   config: import('../src/shared/config.ts').LoaderConfig,
 *   given: readonly string[]
 * }} made
 */
async function describePackage(output, { brand, config, given }) {
  const engine = await engineVersions(given);
  if (engine.chrome === null)
    console.error(
      `Note: ${sbomFile} lacks Chromium and Node.js, because Electron ${engine.electron} does not run here.`,
    );
  const bundled = await readLicenses(join(root, 'out'), []);
  writeSbom(output, {
    name: config.brand.name,
    brand,
    bundled,
    engine,
    builtAt: readSourceTime(root),
  });
  await writeSums(output, brand);
  console.log(`Wrote ${sumsFile} and ${sbomFile} in ${output}.`);
}

/** @param {string} argument */
function toBuilderFormat(argument) {
  return argument === archiveFormat ? 'dir' : argument;
}

/**
 * @param {object} given
 * @param {string} given.folder for temporary files
 * @param {object | null} given.configuration null if the seller passes a separate one
 * @param {readonly string[]} given.given
 * @param {NodeJS.ProcessEnv} given.env
 * @returns {Promise<number>} the exit code of electron-builder
 */
async function pack({ folder, configuration, given, env }) {
  const file = join(folder, 'electron-builder.json');
  if (configuration !== null) writeFileSync(file, JSON.stringify(configuration));
  const builder = join(root, 'node_modules/electron-builder/cli.js');
  const own = configuration === null ? [] : ['--config', file];
  const child = startChild(process.execPath, [builder, ...own, ...given], {
    cwd: root,
    env,
    stdout: 'inherit',
    stderr: 2,
  });
  const [exitCode] = await once(child, 'exit');
  return exitCode ?? 1;
}
