// Measures a program of 300 MB in 3 000 files: making a release, installing over loopback,
// verifying and updating, against curl, sha256sum and brotli over the same bytes. Installing and
// curl alternate, so that other load affects both. Memory is also measured with 600 MB of 1-MB
// files, in Node and in Electron's main process, which may not return memory to the system.
import { execFile } from 'node:child_process';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'vite';
import { startChild } from '../../../scripts/children.js';
import { engines } from '../../../vite.config.ts';
import { bytesOf, makePublisher, makeRelease, offerOf } from '../delivery/releases.js';
import { changeProgram, writeLargeFiles, writeProgram } from '../delivery/sample-program.js';
import { endWithAll, startInElectron, until } from '../electron-run.js';
import { median } from '../figures.js';

const run = promisify(execFile);
const compress = promisify(brotliCompress);
const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const programs = {
  node: at('../programs/delivery/main.js'),
  electron: at('../programs/delivery/in-electron.js'),
};
/** The parameters of `release make`. */
const quality = 7;
const windowBits = 20;
const withinMs = 300_000;
const rounds = 3;

/** @type {import('../table.js').Measurement} */
export const delivery = {
  bounds: [
    { name: 'install of 300 MB against curl and sha256sum', bound: 1.6, unit: 'x' },
    { name: 'update of 1 %: bytes fetched, of all', bound: 0.03, unit: 'x' },
    { name: 'verifying what is installed against sha256sum', bound: 1.3, unit: 'x' },
    { name: 'memory of main and worker while installing', bound: 60, unit: 'MB' },
    { name: 'memory while installing files of a megabyte', bound: 60, unit: 'MB' },
    { name: 'memory while installing them in Electron', bound: 60, unit: 'MB' },
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
    const large = join(folder, 'release-of-large-files');
    const serve = [at('../programs/delivery/serve.js'), first, second, large];
    const server = startChild(process.execPath, serve, { stdout: 'pipe', stderr: 2, ipc: true });
    try {
      const { port } = await until(server, (message) => message.port !== undefined, withinMs);
      const url = `http://127.0.0.1:${port}`;
      const offers = [await offerOf(first, 0), await offerOf(second, 1)];
      const manifestBytes = offers[1]?.manifestSize ?? 0;
      const total = await bytesOf(second);
      const installer = await buildInstaller(programs.node, join(folder, 'built'));
      const workerFile = join(stage.loaderFolder, 'out/delivery-worker/delivery-worker.cjs');
      const turns = [];
      for (let round = 1; round <= rounds; round += 1) {
        const fetched = await timed(() => fetchByCurl(folder, first, `${url}/0/chunks/`));
        const installed = join(folder, `installed-${round}`);
        const job = { url, publicKey: publisher, folder: installed, offers, workerFile };
        const found = await foundBy(startInNode(installer, job));
        const hashed = await timed(() => hashTree(join(installed, 'current')));
        turns.push({ fetched, found, hashed });
      }
      // Last, because its writes would still reach the disk while other things are timed.
      await writeLargeFiles(join(folder, 'large-files'));
      const sequence = ['--sequence', '1'];
      const madeLarge = await makeRelease(folder, join(folder, 'large-files'), large, sequence);
      const offer = await offerOf(large, 2);
      const job = { url, publicKey: publisher, offers: [offer, offer], workerFile };
      const ofLarge = await foundBy(
        startInNode(installer, { ...job, folder: join(folder, 'installed') }),
      );
      const inElectron = await foundInElectron(stage, job);
      const peaks = [made.value, madeLarge].map(({ peakBytes }) => peakBytes);
      return findings({ made, plain, turns, manifestBytes, total, ofLarge, inElectron, peaks });
    } finally {
      await endWithAll(server);
    }
  },
};

/** @param {any} figures */
function findings({ made, plain, turns, manifestBytes, total, ofLarge, inElectron, peaks }) {
  const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;
  const all = (/** @type {(turn: any) => number} */ of) => turns.map(of);
  // The chunks, and the manifest that lists them.
  const fetchedBytes = all(({ found }) => found.updated.value.fetchedBytes);
  const updateBytes = Math.max(...fetchedBytes) + manifestBytes;
  const moreOf = (/** @type {any} */ found) =>
    (found.installed.mostBytes - found.beforeBytes) / 1e6;
  const more = all(({ found }) => moreOf(found));
  const inNode = `in Node ${process.versions.node}`;
  const against = (/** @type {number} */ one, /** @type {number} */ other, how = inNode) => ({
    measured: one / other,
    figures: `${seconds(one)} against ${seconds(other)}, ${how}`,
  });
  const medians = `medians of ${rounds} in turns, ${inNode}`;
  const installing = median(all(({ found }) => found.installed.ms));
  const verifying = median(all(({ found }) => found.verified.ms));
  return [
    against(installing, median(all(({ fetched }) => fetched.ms)), medians),
    { measured: updateBytes / total, figures: `${updateBytes} of ${total} bytes` },
    against(verifying, median(all(({ hashed }) => hashed.ms)), medians),
    { measured: Math.max(...more), figures: `the most of ${rounds} installations, ${inNode}` },
    { measured: moreOf(ofLarge), figures: `600 of them, ${inNode}` },
    inElectron === null
      ? { measured: moreOf(ofLarge), figures: `there is no Electron here: ${inNode}` }
      : { measured: moreOf(inElectron), figures: "600 of them, in Electron's main process" },
    {
      measured: Math.max(...all(({ found }) => found.installed.gapMs)),
      figures: `the longest of ${rounds} installations, ${inNode}`,
    },
    against(made.ms, plain.ms),
    {
      measured: Math.max(...peaks) / 1e6,
      figures: `at most, all of it, of 300 and of 600 MB, ${inNode}`,
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

/**
 * @param {string} program
 * @param {string} folder
 */
async function buildInstaller(program, folder) {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: dirname(program),
    ssr: { noExternal: true },
    build: {
      ssr: program,
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: engines.node,
      rolldownOptions: {
        external: ['electron', ...builtinModules, /^node:/],
        output: { format: 'cjs', entryFileNames: 'main.cjs', codeSplitting: false },
      },
    },
  });
  return join(folder, 'main.cjs');
}

/**
 * @param {string} installer
 * @param {object} job
 */
function startInNode(installer, job) {
  const env = { ...process.env, LATCHKEY_BENCH_DELIVERY: JSON.stringify(job) };
  return startChild(process.execPath, [installer], { env, stdout: 'pipe', stderr: 2, ipc: true });
}

/**
 * @param {import('../stage.js').Stage} stage
 * @param {object} job
 */
async function foundInElectron(stage, job) {
  if (!stage.electron.ok) return null;
  const target = join(stage.folder, 'programs/installing');
  await buildInstaller(programs.electron, target);
  await writeFile(
    join(target, 'package.json'),
    JSON.stringify({ name: 'bench', main: 'main.cjs' }),
  );
  const home = join(stage.folder, 'homes/installing');
  const folder = join(home, 'installed');
  const env = { LATCHKEY_BENCH_DELIVERY: JSON.stringify({ ...job, folder }) };
  return foundBy((await startInElectron(stage.electron.program, target, { home, env })).child);
}

/** @param {import('node:child_process').ChildProcess} child */
async function foundBy(child) {
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
