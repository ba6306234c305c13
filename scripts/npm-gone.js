// Notices that npm is gone. npm hands SIGTERM to the shell between it and the script, and some shells end without
// telling the script.
import { clearInterval, setInterval } from 'node:timers';

const lookEveryMs = 500;

/**
 * Calls `then` once when this process was started by npm and its parent has ended. Keeps no process alive.
 * On Windows a parent's end cannot be seen this way; there the console ends all of its processes together.
 * @param {() => void} then
 */
export function whenNpmIsGone(then) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    then();
  }, lookEveryMs);
  look.unref();
}
