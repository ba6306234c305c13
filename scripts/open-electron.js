// Starts the loader in Electron and waits for its window. Returns the reason of a failure.
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build-if-stale.js';
import { eachLine, startChild } from './children.js';

const readyWithinMs = 15_000;
const readyLine = 'window ready';
/** The beginning of a line of the loader's log. */
const logLine = '{"at":';

/**
 * Opens the loader. The demo's folder gets its profile and its log, so that the terminal shows the
 * sheet alone.
 * @param {string} program
 * @param {string} config
 * @param {string | null} demoFolder
 */
export function openLoader(program, config, demoFolder) {
  if (demoFolder === null) return openElectron(program, ['--config', config]);
  const profile = `--user-data-dir=${join(demoFolder, 'profile')}`;
  const log = join(demoFolder, 'loader.log');
  return openElectron(program, [profile, '--config', config], log);
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string | null} [logFile] for the loader's log, to keep the terminal free for the user
 * @returns {Promise<
 *   | { ready: true, child: import('node:child_process').ChildProcess }
 *   | { ready: false, reason: string }
 * >}
 */
export function openElectron(program, args, logFile = null) {
  const env = { ...process.env };
  // Terminals of some editors set this variable, which makes Electron run as plain Node.
  delete env.ELECTRON_RUN_AS_NODE;
  const child = startChild(program, [root, ...args], { env, stdout: 'pipe', stderr: 'pipe' });
  let lastError = '';
  const log = logFile === null ? null : openSync(logFile, 'w', 0o600);
  if (log !== null) child.once('close', () => closeSync(log));
  eachLine(child.stderr, (line) => {
    if (log !== null && line.startsWith(logLine)) writeSync(log, `${line}\n`);
    else console.error(line);
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
