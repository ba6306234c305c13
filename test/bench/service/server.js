// Starts servers to measure, each as a process on one core, and reads their kernel figures.
import { existsSync, readFileSync } from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/build-if-stale.js';
import { firstLine, startChild } from '../../../scripts/children.js';
import { NotMeasured } from '../stage.js';

export const serverCore = 0;
const loadCore = 1;
const readyWithinMs = 30_000;
/** Clock ticks a second in /proc; the same on every Linux that Node runs on. */
const ticksPerSecond = 100;

/**
 * @typedef {object} Server
 * @property {string} url
 * @property {number} pid
 * @property {() => number} cpuSeconds of all its threads since its start
 * @property {() => number} residentKib
 * @property {() => Promise<void>} end
 */

/**
 * A wrapper that delays each sync to the disk, as on most disks but not on many test machines.
 * Writes that share a sync gain nothing if a sync takes no time.
 */
export const slowSync = {
  program: 'strace',
  args: [
    ...['-D', '-f', '-qq', '--seccomp-bpf', '-o', '/dev/null', '-e', 'trace=fdatasync,fsync'],
    ...['-e', 'inject=fdatasync,fsync:delay_exit=2000'],
  ],
};

export function needSlowSync() {
  needLinux();
  const { error } = spawnSync(slowSync.program, ['-V'], { stdio: 'ignore' });
  if (error !== undefined) throw new NotMeasured('needs strace, for syncs that take 2 ms');
}

/**
 * The built service. The load comes through a trusted proxy with many client addresses.
 * @param {string} data
 * @param {NodeJS.ProcessEnv} [env]
 * @param {readonly string[]} [more]
 */
export function startService(data, env = {}, more = []) {
  return startServiceOf(root, data, env, more);
}

/** The built service on a disk whose syncs take 2 ms. */
export function startServiceOnSlowDisk(/** @type {string} */ data) {
  return startServiceOf(root, data, {}, [], [slowSync.program, ...slowSync.args]);
}

/**
 * The built service of another project folder.
 * @param {string} project
 * @param {string} data
 * @param {NodeJS.ProcessEnv} [env]
 * @param {readonly string[]} [more]
 * @param {readonly string[]} [under] the wrapper command
 */
export function startServiceOf(project, data, env = {}, more = [], under = []) {
  const args = ['--data', data, '--port', '0', '--json', '--trust-proxy', '127.0.0.1', ...more];
  return startServer(builtIn(project), args, env, under);
}

/**
 * The built service's file; commits before the workspaces have it in out/.
 * @param {string} project
 */
function builtIn(project) {
  const built = join(project, 'packages/service/dist/main.js');
  return existsSync(built) ? built : join(project, 'out/service/main.js');
}

/**
 * The bare server, with or without signing.
 * @param {string} data
 * @param {'signed' | 'unsigned'} [how]
 */
export function startBare(data, how = 'signed') {
  return startServer(fileURLToPath(new URL('bare.ts', import.meta.url)), [data, how], {}, []);
}

/**
 * A server with this many of the service's layers.
 * @param {string} data
 * @param {number} layers
 */
export function startLayered(data, layers) {
  const file = fileURLToPath(new URL('layered.ts', import.meta.url));
  return startServer(file, [data, String(layers)], {}, []);
}

/**
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} under
 * @returns {Promise<Server>}
 */
async function startServer(file, args, env, under) {
  needLinux();
  const program = [...under, process.execPath, file, ...args];
  const child = startChild('taskset', ['-c', String(serverCore), ...program], {
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    if (said.length < 2000) said += text;
  });
  const line = await firstLine(child, readyWithinMs);
  if (line === null || child.pid === undefined)
    throw new Error(`The server did not start: ${said.trim()}`);
  const { pid } = child;
  return {
    url: JSON.parse(line).url,
    pid,
    cpuSeconds: () => cpuSecondsOf(pid),
    residentKib: () => Number(/VmRSS:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1]),
    async end() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Moves the load and later children beside the server's core, onto it, or to any core. */
export function moveLoad(/** @type {'beside' | 'same core' | 'anywhere'} */ where) {
  needLinux();
  const cores = {
    beside: String(loadCore),
    'same core': String(serverCore),
    anywhere: `0-${cpus().length - 1}`,
  };
  execFileSync('taskset', ['-a', '-c', '-p', cores[where], String(process.pid)], {
    stdio: 'ignore',
  });
}

function needLinux() {
  if (process.platform !== 'linux') throw new NotMeasured('needs Linux, for taskset and /proc');
}

/**
 * The processor time of all its threads since its start.
 * @param {number} pid
 */
export function cpuSecondsOf(pid) {
  const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/**
 * @param {number} pid
 * @param {string} name
 */
function readProc(pid, name) {
  return readFileSync(`/proc/${pid}/${name}`, 'utf8');
}
