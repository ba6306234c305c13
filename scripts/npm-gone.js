// Detects the end of npm. A script cannot rely on a signal, because npm sends SIGTERM to the shell
// that runs the script, and some shells do not forward it.
import { clearInterval, setInterval } from 'node:timers';

const checkEveryMs = 500;

/**
 * Calls `then` once when the parent of this process has ended, if npm started this process. Does
 * not keep the process alive. On Windows it never calls `then`: the console ends all its processes.
 * @param {() => void} then
 */
export function whenNpmIsGone(then) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, checkEveryMs);
  timer.unref();
}
