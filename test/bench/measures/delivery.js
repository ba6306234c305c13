// A program of 300 MB in 3 000 files: made into a release, installed over loopback, verified and updated, against curl, sha256sum and
// brotli over the same bytes in the same run.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'vite';
import { root } from '../../../scripts/build-if-stale.js';
import { startChild } from '../../../scripts/children.js';
import { changeProgram, writeProgram } from '../delivery/sample-program.js';
import { endWithAll, until } from '../electron-run.js';

const run = promisify(execFile);
const compress = promisify(brotliCompress);
const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const program = at('../programs/delivery/main.js');
/** As `release make` does it. */
const quality = 7;
const windowBits = 20;
const withinMs = 300_000;

/** @type {import('../table.js').Measurement} */
export const delivery = {
  bounds: [
    { name: 'install of 300 MB against curl and sha256sum', bound: 1.6, unit: 'x' },
    { name: 'update of 1 %: bytes fetched, of all', bound: 0.03, unit: 'x' },
    { name: 'verifying what is installed against sha256sum', bound: 1.3, unit: 'x' },
    { name: 'memory of main and worker while installing', bound: 60, unit: 'MB' },
    { name: 'main-loop gap while installing', bound: 20, unit: 'ms' },
    { name: 'release make against sha256sum and brotli', bound: 3, unit: 'x' },
    { name: 'memory of release make', bound: 200, unit: 'MB' },
  ],
  async measure(stage) {
    const folder = join(stage.folder, 'delivery');
    const source = join(folder, 'source');
    await writeProgram(source);
    const publisher = await makePublisher(folder);
    const first = join(folder, 'release-1');
    const made = await timed(() => makeRelease(folder, source, first, ['--sequence', '1']));
    const plain = await timed(() => hashAndCompress(source));
    await changeProgram(source);
    const second = join(folder, 'release-2');
    await makeRelease(folder, source, second, ['--previous', first]);
    const server = startChild(
      process.execPath,
      [at('../programs/delivery/serve.js'), first, second],
      {
        stdout: 'pipe',
        stderr: 2,
        ipc: true,
      },
    );
    try {
      const { port } = await until(server, (message) => message.port !== undefined, withinMs);
      const url = `http://127.0.0.1:${port}`;
      const fetched = await timed(() => fetchByCurl(folder, first, `${url}/0/chunks/`));
      const offers = [await offerOf(first, 0), await offerOf(second, 1)];
      const found = await installBy(stage, { url, publicKey: publisher, folder, offers });
      const hashed = await timed(() => hashTree(source));
      const manifestBytes = offers[1]?.manifestSize ?? 0;
      const total = await bytesOf(second);
      return findings({ made, plain, fetched, hashed, found, manifestBytes, total });
    } finally {
      await endWithAll(server);
    }
  },
};

/** @param {any} figures */
function findings({ made, plain, fetched, hashed, found, manifestBytes, total }) {
  const { installed, verified, updated, beforeBytes } = found;
  const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;
  // Its chunks, and the manifest that names them.
  const updateBytes = updated.value.fetchedBytes + manifestBytes;
  const more = (installed.mostBytes - beforeBytes) / 1e6;
  const inNode = `in Node ${process.versions.node}`;
  const against = (/** @type {number} */ one, /** @type {number} */ other) => ({
    measured: one / other,
    figures: `${seconds(one)} against ${seconds(other)}, ${inNode}`,
  });
  return [
    against(installed.ms, fetched.ms),
    { measured: updateBytes / total, figures: `${updateBytes} of ${total} bytes` },
    against(verified.ms, hashed.ms),
    { measured: more, figures: `${(beforeBytes / 1e6).toFixed(0)} MB before, ${inNode}` },
    { measured: installed.gapMs, figures: `the longest of one installation, ${inNode}` },
    against(made.ms, plain.ms),
    {
      measured: made.value.peakBytes / 1e6,
      figures: `at most, all of it, of 300 MB, ${inNode}`,
    },
  ];
}

/**
 * @template Value
 * @param {() => Promise<Value>} work
 */
async function timed(work) {
  const startedAt = performance.now();
  const value = await work();
  return { ms: performance.now() - startedAt, value };
}

/** @param {string} folder */
async function makePublisher(folder) {
  const config = { service: { name: 'Bench', ownerid: 'BENCHMARKS' } };
  await writeFile(join(folder, 'loader.config.json'), JSON.stringify(config));
  const words = ['release', 'keygen', '--out', join(folder, 'publisher.pem'), '--json'];
  const { stdout } = await run(process.execPath, [join(root, 'bin/latchkey.js'), ...words]);
  return JSON.parse(stdout).publicKey;
}

/**
 * @param {string} folder
 * @param {string} source
 * @param {string} out
 * @param {readonly string[]} more
 */
async function makeRelease(folder, source, out, more) {
  const words = {
    config: join(folder, 'loader.config.json'),
    channel: 'stable',
    platform: 'linux-x64',
    version: '1.0',
    entry: 'run.sh',
    'publisher-key': join(folder, 'publisher.pem'),
    out,
  };
  const named = Object.entries(words).flatMap(([name, value]) => [`--${name}`, value]);
  const latchkey = ['--import', at('../programs/delivery/tell-peak.js'), 'bin/latchkey.js'];
  const args = [...latchkey, 'release', 'make', source, ...named, ...more];
  const { stderr } = await run(process.execPath, args, { cwd: root });
  return { peakBytes: Number(/^peak KiB: (\d+)$/m.exec(stderr)?.[1]) * 1024 };
}

/** @param {string} source */
function hashTree(source) {
  return run('sh', ['-c', 'find "$0" -type f -print0 | xargs -0 sha256sum > /dev/null', source]);
}

/** @param {string} source */
async function hashAndCompress(source) {
  await hashTree(source);
  for (const name of await readdir(source, { recursive: true })) {
    const file = join(source, name);
    if (!(await stat(file)).isFile()) continue;
    await compress(await readFile(file), {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: windowBits,
      },
    });
  }
}

/**
 * @param {string} folder
 * @param {string} release
 * @param {string} address
 */
async function fetchByCurl(folder, release, address) {
  const list = join(folder, 'urls');
  const names = await readdir(join(release, 'chunks'));
  await writeFile(list, names.map((name) => `url = "${address}${name}"\n`).join(''));
  const all = join(folder, 'all');
  await run('sh', ['-c', 'curl -s -K "$0" > "$1" && sha256sum "$1"', list, all]);
}

/** @param {string} release */
async function bytesOf(release) {
  const { chunks } = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'));
  return chunks.reduce(
    (/** @type {number} */ sum, /** @type {any} */ { stored }) => sum + stored,
    0,
  );
}

/**
 * @param {string} release
 * @param {number} number
 */
async function offerOf(release, number) {
  const bytes = await readFile(join(release, 'manifest.json'));
  const { sequence, version } = JSON.parse(bytes.toString());
  return {
    ...{ sequence, version, notes: '', required: false, size: null, stored: 0 },
    manifestSha256: createHash('sha256').update(bytes).digest('hex'),
    manifestSize: bytes.length,
    manifest: `/${number}/manifest`,
    chunks: `/${number}/chunks/`,
  };
}

/**
 * @param {import('../stage.js').Stage} stage
 * @param {{ url: string, publicKey: string, folder: string, offers: readonly object[] }} given
 */
async function installBy(stage, given) {
  const built = join(given.folder, 'built');
  await build({
    configFile: false,
    logLevel: 'warn',
    root: dirname(program),
    ssr: { noExternal: true },
    build: {
      ssr: program,
      outDir: built,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node16',
      rolldownOptions: {
        external: [...builtinModules, /^node:/],
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  });
  const told = {
    ...given,
    folder: join(given.folder, 'installed'),
    workerFile: join(stage.loaderFolder, 'out/delivery-worker/delivery-worker.cjs'),
  };
  const env = { ...process.env, LATCHKEY_BENCH_DELIVERY: JSON.stringify(told) };
  const child = startChild(process.execPath, [join(built, 'main.cjs')], {
    env,
    stdout: 'pipe',
    stderr: 2,
    ipc: true,
  });
  try {
    const { found, failed } = await until(
      child,
      (message) => message.found !== undefined || message.failed !== undefined,
      withinMs,
    );
    if (found?.updated.value.ok !== true || found.verified.value.fetchedBytes !== 0)
      throw new Error(`It was not installed: ${failed ?? JSON.stringify(found)}`);
    return found;
  } finally {
    await endWithAll(child);
  }
}
