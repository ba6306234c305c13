// Detects the end of npm. npm sends SIGTERM to the shell that runs the script, and some shells do
// not forward the signal.
import { clearInterval, setInterval } from 'node:timers';

const checkEveryMs = 500;

/**
 * Calls `then` once when npm started this process and its parent has ended. Does not keep the
 * process alive. Has no effect on Windows, where the console ends all its processes together.
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
