// Starts a program in Electron as an unprivileged user with Chromium's sandbox, on a virtual
// display, with a separate home, and optionally with a key store.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, expect } from '@playwright/test';

/** If root runs the tests, this user id runs Electron, because Chromium's sandbox refuses root. */
const nobody = 65534;
const runsAsRoot = process.getuid?.() === 0;

export interface ElectronStart {
  /** A folder with a package.json, or a script. */
  readonly target: string;
  /** The user's home, created if missing. Reuse a home to keep its state over a restart. */
  readonly home: string;
  readonly args?: readonly string[];
  /** Starts a session bus with a key store, which is unlocked unless `locked`. */
  readonly keyStore?: boolean | 'locked';
  readonly colorScheme?: 'light' | 'dark';
  readonly locale?: string;
  readonly timezoneId?: string;
  /** A file that receives all output of the program. */
  readonly output?: string;
}

const programs: Readonly<Record<string, string>> = {
  win32: 'electron.exe',
  darwin: 'Electron.app',
};

/** Returns ELECTRON_OVERRIDE_DIST_PATH (printed by setup-debian.sh) or the installed Electron. */
export function electronFolder(): string {
  const installed = fileURLToPath(new URL('../../node_modules/electron/dist', import.meta.url));
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? installed;
  if (!existsSync(path.join(folder, programs[process.platform] ?? 'electron')))
    throw new Error('No Electron here: set ELECTRON_OVERRIDE_DIST_PATH (setup-debian.sh)');
  return folder;
}

/**
 * Chromium drops keys and clicks until a page has drawn its first frame. Tests can act before that
 * frame, and this switch accepts their input. Playwright adds the switch, but not if the caller
 * sets `executablePath`.
 */
export const inputBeforeFirstFrame = 'allow-pre-commit-input';

export async function startElectron(start: ElectronStart): Promise<ElectronApplication> {
  return _electron.launch({
    executablePath: await writeStarter(start, path.join(electronFolder(), 'electron')),
    args: [`--${inputBeforeFirstFrame}`, start.target, ...(start.args ?? [])],
    cwd: start.home,
    env: await environmentOf(start),
    chromiumSandbox: true,
    colorScheme: start.colorScheme ?? null,
    ...(start.locale === undefined ? {} : { locale: start.locale }),
    ...(start.timezoneId === undefined ? {} : { timezoneId: start.timezoneId }),
  });
}

/** Gives a file or folder to the user that runs Electron. */
export async function giveToElectronUser(place: string): Promise<void> {
  if (runsAsRoot) await chown(place, nobody, nobody);
}

/** Returns the log file of all calls to the key store, as dbus-monitor prints them. */
export function keyStoreCalls(home: string): string {
  return path.join(home, 'run', 'key-store-calls');
}

/**
 * Writes a script to `home` that starts `program` as the unprivileged user; returns its path. Each
 * call writes a new file, because Linux refuses to run a file that a concurrent start is writing.
 */
export async function writeStarter(
  { home, keyStore, output }: Pick<ElectronStart, 'home' | 'keyStore' | 'output'>,
  program: string,
): Promise<string> {
  await mkdir(path.join(home, 'run'), { recursive: true, mode: 0o700 });
  await giveToElectronUser(home);
  await giveToElectronUser(path.join(home, 'run'));
  const drop = runsAsRoot ? `setpriv --reuid=${nobody} --regid=${nobody} --clear-groups ` : '';
  const daemon = `gnome-keyring-daemon ${keyStore === 'locked' ? '--daemonize' : '--unlock'} --components=secrets`;
  const watch = `dbus-monitor --session path_namespace=/org/freedesktop/secrets >"${keyStoreCalls(home)}" &`;
  const bus = `printf test | ${daemon} >/dev/null; ${watch} exec "$0" --password-store=gnome-libsecret "$@"`;
  const line =
    keyStore === undefined || keyStore === false
      ? `"${program}" --password-store=basic "$@"`
      : `dbus-run-session -- sh -c '${bus}' "${program}" "$@"`;
  // Playwright reads the streams only after it has connected, so earlier output would be lost.
  const copy =
    output === undefined ? '' : `exec > >(tee -a "${output}") 2> >(tee -a "${output}" >&2)\n`;
  const file = path.join(home, `start-${randomUUID()}`);
  await writeFile(file, `#!/bin/bash\n${copy}exec ${drop}${line}\n`);
  await chmod(file, 0o755);
  return file;
}

/** Starts the program without Playwright and resolves when the program has ended. */
export async function runToEnd(home: string, args: readonly string[]) {
  const starter = await writeStarter({ home }, path.join(electronFolder(), 'electron'));
  const started = spawn(starter, args, { env: await environmentOf({ home }), stdio: 'pipe' });
  let written = '';
  started.stdout.on('data', (piece: Buffer) => (written += piece.toString()));
  started.stderr.on('data', (piece: Buffer) => (written += piece.toString()));
  const [exitCode] = (await once(started, 'close')) as [number | null]; // as Node documents it
  return { exitCode, written };
}

/** Returns the processes whose command line contains all the texts. */
export async function processesWith(...texts: readonly string[]): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const lines = pids.map(async (pid) => {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    // Chromium writes spaces instead of the system's NULs.
    const plain = line.replaceAll('\0', ' ');
    return texts.every((text) => plain.includes(text)) ? pid : 0;
  });
  return (await Promise.all(lines)).filter((pid) => pid > 0);
}

/**
 * Kills the processes of a home, waits until they have ended, and removes the home. After a failed
 * test, its program could otherwise write into the folder during the removal.
 */
export async function removeHome(home: string): Promise<void> {
  // The path selects the processes to kill. An empty path would match all processes.
  if (!home.startsWith(path.join(tmpdir(), 'latchkey-'))) throw new Error(`No home: ${home}`);
  const killRemaining = () => {
    const pids = processesOf(home);
    for (const pid of pids) killIfRunning(pid);
    return pids;
  };
  await expect.poll(killRemaining, { intervals: [20], timeout: 20_000 }).toEqual([]);
  await rm(home, { recursive: true, force: true });
}

/** Returns the processes with `home` in their environment or command line, without zombies. */
function processesOf(home: string): number[] {
  // Windows and macOS have no such folder.
  const pids = existsSync('/proc') ? readdirSync('/proc').map(Number) : [];
  return pids.filter((pid) => pid > 0 && textsOf(pid).some((text) => text.includes(home)));
}

function textsOf(pid: number): string[] {
  try {
    return ['environ', 'cmdline'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8'));
  } catch {
    // The process ended, or belongs to another user.
    return [];
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Returns the program's environment. It takes only PATH from the test runner's environment. */
export async function environmentOf({
  home,
}: Pick<ElectronStart, 'home'>): Promise<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    HOME: home,
    TMPDIR: path.join(home, 'run'),
    XDG_RUNTIME_DIR: path.join(home, 'run'),
    DISPLAY: await display(),
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  };
}

let startedDisplay: Promise<string> | undefined;

/** Starts one virtual display for this test process. The display ends with the process. */
export function display(): Promise<string> {
  startedDisplay ??= new Promise((resolve, reject) => {
    // Xvfb writes its display number to descriptor 3. -ac admits the other user, who has no cookie.
    const screen = ['-screen', '0', '1280x900x24', '-ac', '-nolisten', 'tcp', '-displayfd', '3'];
    const server = spawn('setpriv', ['--pdeathsig', 'TERM', 'Xvfb', ...screen], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Xvfb ended: is it installed (setup-debian.sh)?')));
    const number = server.stdio[3];
    if (number !== null && number !== undefined && 'read' in number)
      createInterface({ input: number }).once('line', (line) => resolve(`:${line.trim()}`));
    process.once('exit', () => server.kill());
    server.unref();
  });
  return startedDisplay;
}
