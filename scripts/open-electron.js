// Starts the loader in Electron and waits for its window. Returns the reason of a failure.
import { root } from './build-if-stale.js';
import { eachLine, startChild } from './children.js';

const readyWithinMs = 15_000;
const readyLine = 'window ready';

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<
 *   | { ready: true, child: import('node:child_process').ChildProcess }
 *   | { ready: false, reason: string }
 * >}
 */
export function openElectron(program, args) {
  const env = { ...process.env };
  // Terminals of some editors set this variable, which makes Electron run as plain Node.
  delete env.ELECTRON_RUN_AS_NODE;
  const child = startChild(program, [root, ...args], { env, stdout: 'pipe', stderr: 'pipe' });
  let lastError = '';
  eachLine(child.stderr, (line) => {
    console.error(line);
    if (line.trim() !== '') lastError = line.trim();
  });
  return new Promise((resolve) => {
    const giveUp = (/** @type {string} */ what) => {
      clearTimeout(timer);
      child.kill();
      const because = lastError === '' ? '' : `: ${lastError}`;
      resolve({ ready: false, reason: `${what}${because}` });
    };
    const timer = setTimeout(
      () => giveUp(`Electron's window was not ready after ${readyWithinMs / 1000} s`),
      readyWithinMs,
    );
    eachLine(child.stdout, (line) => {
      if (line !== readyLine) return console.error(line);
      clearTimeout(timer);
      resolve({ ready: true, child });
    });
    child.once('close', (exitCode) => {
      // If a window is already open, a second instance exits immediately with 0.
      const hint = exitCode === 0 ? ' (perhaps the loader is already open)' : '';
      giveUp(`Electron ended before its window was ready${hint}`);
    });
    child.once('error', (error) => giveUp(`Electron could not be started (${error.message})`));
  });
}
