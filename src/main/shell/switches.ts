// Allowlist of command-line switches for a package. Some of Chromium's switches redirect traffic,
// open ports or disable the sandbox, so start-refused.ts ends a start with any other switch.
import { spawnSync } from 'node:child_process';

/** These switches set scale, language, graphics, window system, key store and accessibility. */
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
  /** The AppImage that runs; null if this program is no AppImage. */
  readonly image: string | null;
  /** Whether this system denies unprivileged programs a sandbox. Called only if needed. */
  readonly namespacesBlocked: () => boolean;
}

/** Returns the refused names, without values. `argv`: the arguments as the system passed them. */
export function refusedSwitches(argv: readonly string[], facts: StartFacts): readonly string[] {
  const names = argv
    .slice(1)
    .map((argument) => nameOf(argument, facts.platform))
    .filter((name) => name !== null);
  // Electron treats this variable like the switch.
  const { ELECTRON_DISABLE_SANDBOX: off } = facts.env;
  const all = off === undefined ? names : [...names, 'no-sandbox'];
  return all.filter((name) => !isAllowed(name, facts));
}

/** Whether Chromium runs without its sandbox because of an allowed switch. The user is warned. */
export function runsWithoutSandbox(argv: readonly string[], facts: StartFacts): boolean {
  const { ELECTRON_DISABLE_SANDBOX: off } = facts.env;
  return off !== undefined || argv.some((one) => nameOf(one, facts.platform) === 'no-sandbox');
}

function isAllowed(name: string, facts: StartFacts): boolean {
  if (allowed.has(name)) return true;
  // The Finder of older macOS versions adds this switch.
  if (facts.platform === 'darwin' && /^psn_[\d_]+$/.test(name)) return true;
  // The installer of an update starts the new version with this switch, which means nothing here.
  if (facts.platform === 'win32' && name === 'updated') return true;
  // An AppImage adds it if required, because its files cannot have the setuid bit.
  return name === 'no-sandbox' && facts.image !== null && facts.namespacesBlocked();
}

/**
 * Parses like Chromium's base/command_line.cc, but also after a lone `--`: one or two dashes, on
 * Windows also a slash and any case, white space trimmed. Returns null for other arguments.
 */
function nameOf(argument: string, platform: NodeJS.Platform): string | null {
  const windows = platform === 'win32';
  const [, name] = (windows ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/).exec(argument.trim()) ?? [];
  if (name === undefined || name === '-') return null;
  return windows ? name.toLowerCase() : name;
}

/** Uses the same test as the start script of an AppImage. */
export function namespacesBlocked(): boolean {
  return spawnSync('unshare', ['-Ur', 'true'], { stdio: 'ignore', timeout: 5_000 }).status !== 0;
}
