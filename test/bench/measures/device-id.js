// Measures the device id through the real adapter and built worker against systeminformation's
// getStaticData, alternating in one process. Also measures the longest block of the main loop.
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { startChild } from '../../../scripts/children.js';
import { engines } from '../../../vite.config.ts';
import { endWithAll, startInElectron, until } from '../electron-run.js';
import { median } from '../figures.js';

const program = fileURLToPath(new URL('../programs/device/main.js', import.meta.url));
const foundWithinMs = 60_000;

/** @typedef {{ ms: number, gapMs: number }} Timing */
/** @typedef {{ id: Timing[], all: Timing[], idle: Timing[], ok: boolean }} Found */

/** @type {import('../table.js').Measurement} */
export const deviceId = {
  bounds: [
    { name: 'device id against getStaticData', bound: 0.15, unit: 'x' },
    { name: 'main-loop gap while it is read', bound: 10, unit: 'ms' },
  ],
  measure: async (stage) => {
    const folder = await bundle(stage.folder);
    const env = {
      LATCHKEY_BENCH_WORKER: join(stage.loaderFolder, 'out/hardware-worker/hardware-worker.cjs'),
    };
    const inNode = await foundBy(startInNode(join(folder, 'main.cjs'), env));
    const home = join(stage.folder, 'homes/device');
    const inElectron = stage.electron.ok
      ? await foundBy(await startInElectron(stage.electron.program, folder, { home, env }))
      : null;
    const judged = inElectron ?? inNode;
    if (!judged.ok) throw new Error('The device id could not be read');
    const [where, also] = inElectron === null ? ['Node', null] : ['Electron', inNode];
    return [compare(judged, where, also), gap(judged, where, also)];
  },
};

/** @param {string} stageFolder */
async function bundle(stageFolder) {
  const folder = join(stageFolder, 'programs/device');
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
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  });
  return folder;
}

/**
 * @param {string} file
 * @param {Readonly<Record<string, string>>} env
 */
function startInNode(file, env) {
  return {
    child: startChild(process.execPath, [file], {
      env: { ...process.env, ...env },
      stdout: 'pipe',
      stderr: 2,
      ipc: true,
    }),
  };
}

/**
 * @param {{ child: import('node:child_process').ChildProcess }} started
 * @returns {Promise<Found>}
 */
async function foundBy({ child }) {
  try {
    return (await until(child, (message) => message.found !== undefined, foundWithinMs)).found;
  } finally {
    await endWithAll(child);
  }
}

/**
 * @param {Found} judged
 * @param {string} where
 * @param {Found | null} also
 */
function compare(judged, where, also) {
  const text = (/** @type {Found} */ { id, all }) =>
    `id ${ms(id, 'ms')}, getStaticData ${ms(all, 'ms')}`;
  const ratio = medianOf(judged.id, 'ms') / medianOf(judged.all, 'ms');
  const inNode = also === null ? '' : `; in Node ${process.versions.node}: ${text(also)}`;
  return { measured: ratio, figures: `in ${where}'s main process: ${text(judged)}${inNode}` };
}

/**
 * @param {Found} judged
 * @param {string} where
 * @param {Found | null} also
 */
function gap(judged, where, also) {
  const text = (/** @type {Found} */ { id, idle, all }) =>
    `${gaps(id)} (doing nothing ${gaps(idle)}, getStaticData ${gaps(all)})`;
  const inNode = also === null ? '' : `; in Node: ${text(also)}`;
  return {
    measured: medianOf(judged.id, 'gapMs'),
    figures: `in ${where}'s main process: ${text(judged)}${inNode}; median, most`,
  };
}

/**
 * @param {readonly Timing[]} timings
 * @param {'ms' | 'gapMs'} field
 */
function medianOf(timings, field) {
  return median(timings.map((timing) => timing[field]));
}

/**
 * @param {readonly Timing[]} timings
 * @param {'ms' | 'gapMs'} field
 */
function ms(timings, field) {
  return `${medianOf(timings, field).toFixed(0)} ms`;
}

/** @param {readonly Timing[]} timings */
function gaps(timings) {
  const most = Math.max(...timings.map(({ gapMs }) => gapMs));
  return `${medianOf(timings, 'gapMs').toFixed(1)}, ${most.toFixed(1)} ms`;
}
