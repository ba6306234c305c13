// The folder that the program lies in where its user chose no other one: beside the loader's own data, but never in the part of a
// Windows profile that travels with its user, which would be copied over the network at each sign-in to a computer.
import { mkdirSync } from 'node:fs';

export interface ProgramHomeParts {
  /** As `process.platform`. */
  readonly system: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute: the user's own folder for this loader. */
  readonly dataFolder: string;
}

/** Absolute; made where it is another one than `dataFolder`, which it is again where that cannot be. */
export function openProgramHome(parts: ProgramHomeParts): string {
  const home = programHomeOf(parts);
  if (home === parts.dataFolder) return home;
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    return home;
  } catch {
    return parts.dataFolder;
  }
}

/** Windows names both parts of a profile in these variables. Whatever lies elsewhere was put there by somebody, and stays. */
export function programHomeOf({ system, env, dataFolder }: ProgramHomeParts): string {
  const { APPDATA: roaming = '', LOCALAPPDATA: local = '' } = env;
  if (system !== 'win32' || roaming === '' || local === '') return dataFolder;
  const rest = dataFolder.slice(roaming.length);
  // Names of files have no case there.
  const isBelow = dataFolder.slice(0, roaming.length).toLowerCase() === roaming.toLowerCase();
  return isBelow && /^[\\/]./.test(rest) ? local + rest : dataFolder;
}
