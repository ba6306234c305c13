// Detects that npm has ended. npm sends SIGTERM to the shell between it and the script, and some
// shells end without forwarding it.
import { clearInterval, setInterval } from 'node:timers';

const checkEveryMs = 500;

/**
 * Calls `then` once when npm started this process and its parent has ended. Keeps no process alive.
 * It cannot detect this on Windows, where the console ends all its processes together.
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
