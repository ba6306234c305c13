// Measures the time from process start to a usable sign-in form, and the memory of all processes
// then. Starts alternate with those of an empty program, so that other load affects both.
import { setTimeout as delay } from 'node:timers/promises';
import { median, range } from '../figures.js';
import { startProbed } from '../probed-app.js';
import { pssOfTree } from '../process-tree.js';
import { electronOf } from '../stage.js';

const rounds = 15;
const memoryRounds = 5;
/** After this time fewer rounds suffice, but never fewer than those that measure memory. */
const enoughAfterMs = 80_000;

const sampleEveryMs = 250;
const settledSamples = 4;
const settledSpread = 0.01;
const settleWithinMs = 8_000;

/**
 * @typedef {object} Figures
 * @property {number[]} startMs
 * @property {Readonly<Record<string, number>>[]} stages
 * @property {number[]} pssMib
 * @property {number} processes
 * @property {string} versions
 */

/** @type {import('../table.js').Measurement} */
export const startAndMemory = {
  bounds: [
    { name: 'start to usable form', bound: 1.2, unit: 'x' },
    { name: 'memory of all processes, PSS', bound: 1.1, unit: 'x' },
  ],
  measure: async (stage) => {
    const how = electronOf(stage);
    const empty = { program: stage.empty, figures: noFigures() };
    const loader = { program: stage.loader(), figures: noFigures() };
    // The first start of each fills the disk cache and creates the profile.
    for (const { program } of [empty, loader]) await (await startProbed(program, how)).end();
    const enoughAtMs = Date.now() + enoughAfterMs;
    for (let round = 0; round < rounds; round += 1) {
      if (round >= memoryRounds && Date.now() > enoughAtMs) break;
      // The order alternates, so that neither program always runs second.
      const order = round % 2 === 0 ? [empty, loader] : [loader, empty];
      for (const { program, figures } of order)
        await addRound(figures, program, how, round < memoryRounds);
    }
    return [
      compareStart(loader.figures, empty.figures),
      compareMemory(loader.figures, empty.figures),
    ];
  },
};

/** @returns {Figures} */
function noFigures() {
  return { startMs: [], stages: [], pssMib: [], processes: 0, versions: '' };
}

/**
 * @param {Figures} figures
 * @param {import('../probed-app.js').Program} program
 * @param {import('../probed-app.js').How} how
 * @param {boolean} withMemory
 */
async function addRound(figures, program, how, withMemory) {
  const app = await startProbed(program, how);
  try {
    figures.startMs.push(app.stages['usable'] ?? Number.NaN);
    figures.stages.push(app.stages);
    const { electron, chrome, node } = app.versions;
    figures.versions = `Electron ${electron}, Chromium ${chrome}, Node ${node} in it`;
    if (withMemory && process.platform === 'linux') await addMemory(figures, app.pid);
  } finally {
    await app.end();
  }
}

/**
 * Waits until the memory of the process tree is stable, then records it.
 * @param {Figures} figures
 * @param {number} pid
 */
async function addMemory(figures, pid) {
  const endAtMs = Date.now() + settleWithinMs;
  const samples = [];
  while (!hasSettled(samples) && Date.now() < endAtMs) {
    if (samples.length > 0) await delay(sampleEveryMs);
    const { totalKib, processes } = pssOfTree(pid);
    // On some systems only root can read the memory of Chromium's processes.
    if (totalKib === null) return;
    samples.push(totalKib / 1024);
    figures.processes = processes;
  }
  figures.pssMib.push(samples.at(-1) ?? Number.NaN);
}

/** @param {readonly number[]} samples */
function hasSettled(samples) {
  const latest = samples.slice(-settledSamples);
  return (
    latest.length === settledSamples &&
    Math.max(...latest) / Math.min(...latest) - 1 <= settledSpread
  );
}

/**
 * @param {Figures} loader
 * @param {Figures} empty
 */
function compareStart(loader, empty) {
  const ours = median(loader.startMs);
  const theirs = median(empty.startMs);
  const form = `form ${Math.round(ours)} ms (${range(loader.startMs)})`;
  const window = `empty window ${Math.round(theirs)} ms (${range(empty.startMs)})`;
  return {
    measured: ours / theirs,
    figures: `${form}, ${window}, medians of ${loader.startMs.length} in turns`,
    details: [
      loader.versions,
      `Start of the loader, ms:       ${stagesLine(loader)}`,
      `Start of the empty window, ms: ${stagesLine(empty)}`,
    ],
  };
}

/**
 * @param {Figures} loader
 * @param {Figures} empty
 */
function compareMemory(loader, empty) {
  if (loader.pssMib.length < memoryRounds || empty.pssMib.length < memoryRounds)
    return { measured: null, figures: 'the memory of its processes cannot be read here' };
  const ours = median(loader.pssMib);
  const theirs = median(empty.pssMib);
  const form = `form ${ours.toFixed(1)} MiB (${range(loader.pssMib)}; ${loader.processes} processes)`;
  const window = `empty window ${theirs.toFixed(1)} MiB (${range(empty.pssMib)}; ${empty.processes})`;
  return { measured: ours / theirs, figures: `${form}, ${window}` };
}

/** @param {Figures} figures */
function stagesLine({ stages }) {
  const names = Object.keys(stages[0] ?? {});
  return names
    .map((name) => ({ name, ms: median(stages.map((stage) => stage[name] ?? Number.NaN)) }))
    .sort((a, b) => a.ms - b.ms)
    .map(({ name, ms }) => `${name} ${Math.round(ms)}`)
    .join(', ');
}
