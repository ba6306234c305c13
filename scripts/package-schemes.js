// Registers the link scheme of loader.config.json in the package. macOS reads the scheme from
// Info.plist, and Linux from the .desktop file. On Windows, the loader registers it at run time.
import { readConfiguration } from './read-configuration.js';

/**
 * Returns additional arguments for electron-builder, or none without a scheme or if `given` names a
 * configuration file. `configuration` is the path of loader.config.json, and `base` the path of
 * electron-builder.yml. `write` saves a text and returns its path.
 * @param {{
 *   configuration: string,
 *   base: string,
 *   given: readonly string[],
 *   write: (text: string) => string
 * }} parts
 * @returns {readonly string[]}
 */
export function schemeArguments({ configuration, base, given, write }) {
  const { scheme, brand } = readConfiguration(configuration);
  if (scheme === undefined || given.some((one) => /^(--config|-c)(=|$)/.test(one))) return [];
  const protocols = [{ name: brand.name, schemes: [scheme] }];
  return ['--config', write(JSON.stringify({ extends: base, protocols }))];
}
