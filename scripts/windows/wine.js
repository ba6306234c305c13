// Finds Wine, and runs Node for Windows in it.
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { startChild } from '../children.js';

const wine = process.env.WINE64 ?? '/usr/lib/wine/wine64';
const home = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
/** What the tests in Windows need, about 900 MB. */
export const windowsFolder =
  process.env.LATCHKEY_WINDOWS_CACHE ?? join(home, 'latchkey', 'windows');
const prefix = join(windowsFolder, 'prefix');
export const drive = join(prefix, 'drive_c');
const followEveryMs = 200;

/** @returns {import('../test-machine.js').TestProgram} */
export function findWine() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { ok: false, reason: 'Wine runs Node for Windows only on Linux for x64' };
  if (!existsSync(wine)) return { ok: false, reason: 'Wine is not installed (wine64)' };
  return { ok: true, what: 'Node for Windows in Wine', env: {} };
}

/**
 * Runs a program of Windows and prints its output. Wine gives node.exe no usable pipes, so it writes
 * to a file, which this process follows.
 * @param {readonly string[]} command
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<number | null>} the exit code
 */
export async function runInWindows(command, { cwd = windowsFolder, env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-windows-'));
  const file = join(folder, 'output');
  const [output, reader] = [openSync(file, 'a'), openSync(file, 'r')];
  try {
    const child = startChild(wine, command, {
      cwd,
      env: {
        ...process.env,
        WINEPREFIX: prefix,
        WINEDEBUG: '-all',
        DISPLAY: '',
        // No offer to install .NET or a browser.
        WINEDLLOVERRIDES: 'mscoree,mshtml=',
        ...env,
      },
      stdout: output,
      stderr: output,
    });
    const follow = setInterval(() => printFrom(reader), followEveryMs);
    const [exitCode] = await once(child, 'exit');
    clearInterval(follow);
    printFrom(reader);
    return exitCode;
  } finally {
    closeSync(output);
    closeSync(reader);
    rmSync(folder, { recursive: true });
  }
}

/**
 * Prints what was added to an open file.
 * @param {number} reader
 */
function printFrom(reader) {
  const buffer = Buffer.alloc(64 * 1024);
  for (;;) {
    const length = readSync(reader, buffer);
    if (length === 0) return;
    process.stdout.write(Buffer.from(buffer.subarray(0, length)));
  }
}
