// Reads the formats from the arguments of `npm run package`, and names the ones that this system
// cannot build.

/** The systems of users, as electron-builder names them. */
export type PackageSystem = 'linux' | 'win' | 'mac';

export interface Target {
  readonly system: PackageSystem;
  /** In lower case. */
  readonly format: string;
}

const options: Readonly<Record<string, PackageSystem>> = {
  '--linux': 'linux',
  '-l': 'linux',
  '--win': 'win',
  '--windows': 'win',
  '-w': 'win',
  '--mac': 'mac',
  '--macos': 'mac',
  '-m': 'mac',
  '-o': 'mac',
};

/** The formats of electron-builder.yml, for a system without a named format. */
const defaults = { linux: 'appimage', win: 'nsis', mac: 'dmg' };

const builtOn = { linux: 'Linux', win: 'Windows', mac: 'macOS' };

/** Returns the targets that electron-builder reads from `args`, such as `--linux deb AppImage`. */
export function targetsOf(
  args: readonly string[],
  platform: NodeJS.Platform = process.platform,
): readonly Target[] {
  const chosen = new Map<PackageSystem, string[]>();
  let formats: string[] | null = null;
  for (const argument of args.flatMap(separate)) {
    const system = options[argument];
    if (system !== undefined) {
      formats = chosen.get(system) ?? [];
      chosen.set(system, formats);
    } else if (argument.startsWith('-')) formats = null;
    else formats?.push(argument.replace(/:.*/, '').toLowerCase());
  }
  if (chosen.size === 0) chosen.set(systemOf(platform), []);
  return [...chosen].flatMap(([system, named]) => {
    const unnamed = args.includes('--dir') ? 'dir' : defaults[system];
    return (named.length === 0 ? [unnamed] : named).map((format) => ({ system, format }));
  });
}

/** Splits `--linux=deb`, and several systems in one argument, like `-wl`. */
function separate(argument: string): readonly string[] {
  if (/^-[lmow]{2,}$/.test(argument))
    return argument
      .slice(1)
      .split('')
      .map((one) => `-${one}`);
  return /^-[^=]+=/.test(argument) ? argument.split('=', 2) : [argument];
}

/** Returns a sentence for each system whose formats cannot be built on `platform`. */
export function foreignFormats(
  targets: readonly Target[],
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  const here = systemOf(platform);
  const foreign = targets.filter(
    // Every system can build the folder for Linux, because it only copies files.
    ({ system, format }) => system !== here && !(system === 'linux' && format === 'dir'),
  );
  const systems = [...new Set(foreign.map(({ system }) => system))];
  return systems.map((system) => {
    const formats = foreign.filter((one) => one.system === system).map(({ format }) => format);
    const verb = formats.length === 1 ? 'is' : 'are';
    return `${formats.join(' and ')} ${verb} built on ${builtOn[system]} only: run the same command there, or copy the workflow examples/packages.yml to GitHub (docs/packaging.md).`;
  });
}

function systemOf(platform: NodeJS.Platform): PackageSystem {
  if (platform === 'win32') return 'win';
  return platform === 'darwin' ? 'mac' : 'linux';
}
