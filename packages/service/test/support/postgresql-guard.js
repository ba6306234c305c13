// A process beside a private PostgreSQL server: ends the server and removes its folder when whoever started it is gone, also
// by Ctrl-C or SIGKILL. It knows that by the end of its stdin. Argument: the server's folder.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [folder = ''] = process.argv.slice(2);
process.stdin.resume();
process.stdin.once('close', () => void endServer());

async function endServer() {
  const pid = serverPid();
  // Not in good order: nobody wants what is in it, and a server that was paused would not hear anything else.
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
 * @returns {boolean} whether there is such a process
 */
function signal(pid, name) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
