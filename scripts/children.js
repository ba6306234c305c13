// The processes that a script starts. None of them outlives it: they are asked to end and, if they do not, ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const endWithinMs = 6_000;
const endWithParent = new URL('./end-with-parent.js', import.meta.url).href;

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @type {Set<ChildProcess>} */
const running = new Set();

// The last resort when this process ends without having asked: an exception, or process.exit.
process.once('exit', () => {
  for (const child of running) child.kill();
});

/**
 * Starts a child that is ended together with this process. It has no stdin.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, stdout: 'pipe' | 'inherit' | 2, stderr: 'pipe' | number, ipc?: boolean }} options
 *   a number: the open file that the child writes to; 2 is this process's stderr
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
 * Starts a file of the build with this Node; it notices when this process is gone, even when it was killed.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {number} stderr an open file
 */
export function startNode(file, args, stderr = 2) {
  const env = { ...process.env };
  // Set under `npm run dev`: the workers of our children would report to Node's watcher, which they cannot reach.
  delete env.WATCH_REPORT_DEPENDENCIES;
  // SECURITY: the demo has its own folder; a database, a key and a mail server that this shell names are a seller's.
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

/** Asks every child to end and waits until all have; after 6 s they are killed. */
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
 * Calls `onLine` with every line of a child's stream.
 * @param {ChildProcess['stdout']} stream
 * @param {(line: string) => void} onLine
 */
export function eachLine(stream, onLine) {
  if (stream === null) return;
  createInterface({ input: stream }).on('line', onLine);
}

/**
 * The first line of a child's stdout; null when it ends or `withinMs` passes without one.
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
