// Measures the processor time that each layer of the service adds to one `var`.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from '../figures.js';
import { runLoad } from '../service/load.js';
import { clientPath, variable } from '../service/seed.js';
import { moveLoad, startBare, startLayered, startService } from '../service/server.js';
import { allRight, hasBody, signIn, warmLoad, withService } from '../service/use.js';
import { seed } from './service-speed.js';

const connections = 16;
const requests = 16_000;
const rounds = 3;

/** @type {readonly { name: string, start: (data: string) => Promise<import('../service/server.js').Server> }[]} */
const layers = [
  { name: 'node:http', start: (data) => startBare(data, 'unsigned') },
  { name: 'a signature', start: (data) => startBare(data) },
  { name: 'Fastify, our hooks and headers', start: (data) => startLayered(data, 0) },
  { name: 'address and parameters', start: (data) => startLayered(data, 1) },
  { name: 'zod', start: (data) => startLayered(data, 2) },
  { name: 'a line of the log', start: (data) => startLayered(data, 3) },
  { name: 'the statement and its row', start: (data) => startLayered(data, 4) },
  { name: 'limits, checks, the operation', start: (data) => startService(data) },
];
const signed = 1;

/**
 * The rate of `var` is judged in service-speed.js. This one counts all threads and varies by 0.05
 * between runs; its bound only detects a layer that has grown.
 * @type {import('../table.js').Measurement}
 */
export const serviceLayers = {
  bounds: [{ name: 'var / a bare signing node:http, processor time', bound: 2.1, unit: 'x' }],
  measure: async ({ folder }) => {
    const data = await mkdtemp(join(folder, 'service-layers-'));
    await seed(data, 1);
    moveLoad('beside');
    const sessions = await withService(data, (url) => signIn(url, connections));
    const { varid } = variable;
    const path = (/** @type {number} */ index) =>
      clientPath({ type: 'var', sessionid: sessions[index % connections] ?? '', varid });
    /** @type {number[][]} */
    const times = layers.map(() => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, { start }] of layers.entries())
        times[index]?.push(await microseconds(await start(data), path));
    return [findingOf(times.map(median))];
  },
};

/**
 * Processor time of one request, in microseconds.
 * @param {import('../service/server.js').Server} server
 * @param {(index: number) => string} path
 */
async function microseconds({ url, cpuSeconds, end }, path) {
  const load = { url, connections, requests, path, right: hasBody };
  await warmLoad({ ...load, requests: 1 });
  const before = cpuSeconds();
  allRight(await runLoad(load));
  const after = cpuSeconds();
  await end();
  return ((after - before) / requests) * 1e6;
}

/**
 * @param {readonly number[]} times of each layer including those below it
 * @returns {import('../table.js').Finding}
 */
function findingOf(times) {
  const [whole, bare] = [times.at(-1) ?? Number.NaN, times[signed] ?? Number.NaN];
  return {
    measured: whole / bare,
    figures: `${whole.toFixed(0)} us of ${bare.toFixed(0)} us`,
    details: layers.map(({ name }, index) => {
      const adds = (times[index] ?? Number.NaN) - (times[index - 1] ?? 0);
      return `${adds.toFixed(1).padStart(7)} us  ${name}`;
    }),
  };
}
