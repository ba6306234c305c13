// A watchdog for a private PostgreSQL server. When stdin ends, because the parent process is gone
// (even by Ctrl-C or SIGKILL), it stops the server and removes the folder given as its argument.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [folder = ''] = process.argv.slice(2);
process.stdin.resume();
process.stdin.once('close', () => void endServer());

async function endServer() {
  const pid = serverPid();
  // An immediate shutdown, because the data is not needed. A paused server must resume first.
  if (pid !== null) {
    signal(pid, 'SIGCONT');
    signal(pid, 'SIGQUIT');
  }
  for (let tries = 0; tries < 100 && pid !== null && signal(pid, 0); tries += 1) await pause(50);
  rmSync(folder, { recursive: true, force: true });
}

function serverPid() {
  try {
    return Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
  } catch {
    return null;
  }
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals | 0} name
 * @returns {boolean} whether the process exists
 */
function signal(pid, name) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
