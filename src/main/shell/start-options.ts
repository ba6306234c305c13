// How this start was meant: from a package or from a build folder, and with which configuration.
// SECURITY: in a package nothing outside it is asked: no switch, no variable, no file beside the program.
import path from 'node:path';

/** True when the running code lies inside an .asar archive. `codeFolder`: the main file's own `__dirname`. */
export function runsFromPackage(codeFolder: string): boolean {
  return codeFolder.split(/[\\/]/).some((name) => name.endsWith('.asar'));
}

/** The configuration beside package.json; in development the one that `--config FILE` names instead. */
export function configFile(codeFolder: string, argv: readonly string[]): string {
  const own = path.join(codeFolder, '..', '..', 'loader.config.json');
  if (runsFromPackage(codeFolder)) return own;
  const at = argv.findIndex((argument) => argument === '--config');
  if (at !== -1) return argv[at + 1] ?? '';
  const joined = argv.find((argument) => argument.startsWith('--config='));
  return joined === undefined ? own : joined.slice('--config='.length);
}
