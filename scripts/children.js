// Starts child processes, and ends them together with the script.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const endWithinMs = 6_000;
const endWithParent = new URL('./end-with-parent.js', import.meta.url).href;

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @type {Set<ChildProcess>} */
const running = new Set();

// A script may exit without endChildren(), after an exception or process.exit().
process.once('exit', () => {
  for (const child of running) child.kill();
});

/**
 * Starts a child that ends together with this process. The child has no stdin.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{
 *   env?: NodeJS.ProcessEnv,
 *   cwd?: string,
 *   stdout: 'pipe' | 'inherit' | number,
 *   stderr: 'pipe' | number,
 *   ipc?: boolean
 * }} options a number is a file descriptor to write to, and 2 is the stderr of this process
 * @returns {ChildProcess}
 */
export function startChild(file, args, { env = process.env, cwd, stdout, stderr, ipc = false }) {
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', stdout, stderr, ...(ipc ? /** @type {const} */ (['ipc']) : [])];
  const child = spawn(file, args, { env, cwd, stdio });
  running.add(child);
  const forget = () => running.delete(child);
  child.once('exit', forget);
  child.once('error', forget);
  return child;
}

/**
 * Starts a built file with this Node. The child ends even if this process is killed.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {number} stderr a file descriptor
 */
export function startNode(file, args, stderr = 2) {
  const env = { ...process.env };
  // `npm run dev` sets this variable, but workers of the children cannot reach the watcher.
  delete env.WATCH_REPORT_DEPENDENCIES;
  // SECURITY: the demo must not use a seller's database, keys or mail server set in this shell.
  delete env.DATABASE_URL;
  delete env.LATCHKEY_SIGNING_KEY_FILE;
  delete env.LATCHKEY_SECRET_FILE;
  delete env.LATCHKEY_SMTP_FILE;
  return startChild(process.execPath, ['--import', endWithParent, file, ...args], {
    env,
    stdout: 'pipe',
    stderr,
    ipc: true,
  });
}

/** Sends SIGTERM to every child, and SIGKILL after 6 s. Waits until all children have exited. */
export async function endChildren() {
  await Promise.all(
    [...running].map(async (child) => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
      await ended;
      clearTimeout(kill);
    }),
  );
}

/**
 * Calls `onLine` with each line of a child's stream.
 * @param {ChildProcess['stdout']} stream
 * @param {(line: string) => void} onLine
 */
export function eachLine(stream, onLine) {
  if (stream === null) return;
  createInterface({ input: stream }).on('line', onLine);
}

/**
 * Returns the first line of a child's stdout, or null if the child exits or `withinMs` passes.
 * @param {ChildProcess} child
 * @param {number} withinMs
 * @returns {Promise<string | null>}
 */
export function firstLine(child, withinMs) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), withinMs);
    const answer = (/** @type {string | null} */ line) => {
      clearTimeout(timer);
      resolve(line);
    };
    eachLine(child.stdout, answer);
    child.once('close', () => answer(null));
    child.once('error', () => answer(null));
  });
}
