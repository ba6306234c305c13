// Which switches a package starts with. Chromium has hundreds, and some lead traffic to others, let others in, or take the sandbox
// away: what is not named here ends the start. Decides only; start-refused.ts acts on it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Size, language, graphics, window system, key store, and what screen readers need on Linux. */
const allowed: ReadonlySet<string> = new Set([
  'force-device-scale-factor',
  'lang',
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-software-rasterizer',
  'use-gl',
  'use-angle',
  'ozone-platform',
  'ozone-platform-hint',
  'enable-wayland-ime',
  'wayland-text-input-version',
  'gtk-version',
  'password-store',
  'force-renderer-accessibility',
]);

export interface StartFacts {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly execPath: string;
  /** Whether this system lets a program of this user have no sandbox of its own; asked only where it matters. */
  readonly namespacesBlocked: () => boolean;
}

/**
 * The names of all switches that this start must not have, without their values. `argv` as the system gave it: what the program
 * appends by itself later is its own business.
 */
export function refusedSwitches(argv: readonly string[], facts: StartFacts): readonly string[] {
  const names = argv
    .slice(1)
    .map((argument) => nameOf(argument, facts.platform))
    .filter((name) => name !== null);
  // Electron takes this variable for the switch.
  const { ELECTRON_DISABLE_SANDBOX: off } = facts.env;
  const all = off === undefined ? names : [...names, 'no-sandbox'];
  return all.filter((name) => !isAllowed(name, facts));
}

/** True: Chromium runs without its sandbox, as `refusedSwitches` has allowed; the user must know. */
export function runsWithoutSandbox(argv: readonly string[], facts: StartFacts): boolean {
  const { ELECTRON_DISABLE_SANDBOX: off } = facts.env;
  return off !== undefined || argv.some((one) => nameOf(one, facts.platform) === 'no-sandbox');
}

function isAllowed(name: string, facts: StartFacts): boolean {
  if (allowed.has(name)) return true;
  // The Finder of older systems numbers each start.
  if (facts.platform === 'darwin' && /^psn_[\d_]+$/.test(name)) return true;
  return name === 'no-sandbox' && isAppImage(facts) && facts.namespacesBlocked();
}

/** The start script of an AppImage adds it where the sandbox could not work, for its files cannot have the setuid bit. */
function isAppImage({ platform, env, execPath }: StartFacts): boolean {
  const { APPIMAGE: image = '', APPDIR: folder = '' } = env;
  return (
    platform === 'linux' &&
    image !== '' &&
    folder !== '' &&
    execPath.startsWith(path.join(folder, path.sep))
  );
}

/**
 * As Chromium's base/command_line.cc reads it: one or two dashes, on Windows also a slash and any case, white space around it
 * ignored. Stricter in one thing: what follows `--` alone is read as well. null: no switch.
 */
function nameOf(argument: string, platform: NodeJS.Platform): string | null {
  const windows = platform === 'win32';
  const [, name] = (windows ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/).exec(argument.trim()) ?? [];
  if (name === undefined || name === '-') return null;
  return windows ? name.toLowerCase() : name;
}

/** As the start script of an AppImage finds it out. */
export function namespacesBlocked(): boolean {
  return spawnSync('unshare', ['-Ur', 'true'], { stdio: 'ignore', timeout: 5_000 }).status !== 0;
}
