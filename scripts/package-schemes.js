// What a package must say to the system so that links of the loader's scheme open it: the one of loader.config.json, so that the two
// cannot differ. macOS reads it in Info.plist, Linux in the program's .desktop file; on Windows the loader says so itself.
import { readFileSync } from 'node:fs';

/**
 * What stands before the arguments that were given: none where no scheme is configured, or the seller names a configuration of
 * their own. `configuration`: loader.config.json; `base`: electron-builder.yml; `write` stores the text and answers its path.
 * @param {{ configuration: string, base: string, given: readonly string[], write: (text: string) => string }} parts
 * @returns {readonly string[]}
 */
export function schemeArguments({ configuration, base, given, write }) {
  const { scheme, brand } = JSON.parse(readFileSync(configuration, 'utf8').replace(/^\uFEFF/, ''));
  if (scheme === undefined || given.some((one) => /^(--config|-c)(=|$)/.test(one))) return [];
  const protocols = [{ name: brand.name, schemes: [scheme] }];
  return ['--config', write(JSON.stringify({ extends: base, protocols }))];
}
