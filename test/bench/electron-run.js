// Starts a program in Electron as an unprivileged user, receives its reports, and ends it entirely.
import { once } from 'node:events';
import { startChild } from '../../scripts/children.js';
import { environmentOf, writeStarter } from '../support/electron-process.ts';
import { treeOf } from './process-tree.js';

const endWithinMs = 5_000;

/**
 * @param {string} electron the program
 * @param {string} target folder with a package.json
 * @param {{ home: string, args?: readonly string[], env: Readonly<Record<string, string>> }} given
 */
export async function startInElectron(electron, target, { home, args = [], env }) {
  const starter = await writeStarter({ home }, electron);
  const environment = { ...(await environmentOf({ home })), ...env };
  const startedAtMs = Date.now();
  const child = startChild(starter, [`--user-data-dir=${home}/profile`, target, ...args], {
    env: environment,
    stdout: 'pipe',
    stderr: 'pipe',
    ipc: true,
  });
  let said = '';
  child.stdout?.resume();
  child.stderr?.on('data', (piece) => (said = `${said}${piece}`.slice(-2000)));
  return { child, startedAtMs, said: () => said };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {(message: any) => boolean} wanted
 * @param {number} withinMs
 * @returns {Promise<any>}
 */
export function until(child, wanted, withinMs) {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      child.off('message', look);
      child.off('exit', gone);
    };
    const look = (/** @type {any} */ message) => {
      if (!wanted(message)) return;
      done();
      resolve(message);
    };
    const fail = (/** @type {string} */ why) => {
      done();
      reject(new Error(why));
    };
    const gone = () => fail('Electron ended');
    const timer = setTimeout(() => fail(`Nothing within ${withinMs / 1000} s`), withinMs);
    child.on('message', look);
    child.once('exit', gone);
  });
}

/**
 * Ends the program and all of its child processes.
 * @param {import('node:child_process').ChildProcess} child
 */
export async function endWithAll(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const pids = process.platform === 'linux' ? treeOf(child.pid) : [];
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
  await ended;
  clearTimeout(timer);
  for (const pid of pids) endIfRunning(pid);
}

/** @param {number} pid */
function endIfRunning(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already ended, as it should.
  }
}
