// Detects a packaged start and finds the configuration file.
// SECURITY: in a package, no switch, variable or outside file changes the result.
import path from 'node:path';

/** Whether the code runs from an .asar archive. `codeFolder`: the main file's `__dirname`. */
export function runsFromPackage(codeFolder: string): boolean {
  return codeFolder.split(/[\\/]/).some((name) => name.endsWith('.asar'));
}

/** Returns the configuration beside package.json; in development `--config FILE` overrides it. */
export function configFile(codeFolder: string, argv: readonly string[]): string {
  const own = path.join(codeFolder, '..', '..', 'loader.config.json');
  if (runsFromPackage(codeFolder)) return own;
  const at = argv.findIndex((argument) => argument === '--config');
  if (at !== -1) return argv[at + 1] ?? '';
  const joined = argv.find((argument) => argument.startsWith('--config='));
  return joined === undefined ? own : joined.slice('--config='.length);
}
