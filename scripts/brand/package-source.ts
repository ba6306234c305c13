// Chooses the source of `npm run package`: a brand, or the configuration in the project's folder.
import path from 'node:path';
import { readLoaderConfig } from '../../src/main/adapters/config-file.ts';
import type { LoaderConfig } from '../../src/shared/config.ts';
import { root } from '../build-if-stale.js';
import { Refusal } from '../refusal.js';
import type { BrandFile } from './brand-file.ts';
import { brandedConfig, packageConfig } from './builder-config.ts';
import { checkBrand } from './checks.ts';
import { findBrand } from './find-brand.ts';

export interface ChosenSource {
  /** Null if the seller passes a separate configuration of electron-builder. */
  readonly source: {
    /** The configuration of electron-builder. */
    readonly builder: object;
    readonly branded?: {
      readonly folder: string;
      readonly output: string;
      readonly brand: BrandFile;
      readonly config: LoaderConfig;
    };
  } | null;
  /** Arguments for electron-builder. */
  readonly given: readonly string[];
}

const base = path.join(root, 'electron-builder.yml');

/** Throws a Refusal with all problems if the package cannot be built. Prints warnings. */
export async function chooseSource(args: readonly string[]): Promise<ChosenSource> {
  const { brand: name, isOffline, given } = readOptions(args);
  const hasOwnConfig = given.some((one) => /^(--config|-c)(=|$)/.test(one));
  if (name === null) return { source: hasOwnConfig ? null : projectSource(), given };
  if (hasOwnConfig) throw new Refusal('Give --brand or --config, not both.');
  const folder = findBrand(name);
  const { problems, warnings, source } = await checkBrand(folder, isOffline);
  for (const warning of warnings) console.error(`Note: ${warning}`);
  if (problems.length > 0 || source === null)
    throw new Refusal(['The package cannot be built:', ...problems].join('\n  '));
  const output = path.join(root, 'dist', path.basename(folder));
  const branded = { folder, output, ...source };
  return { source: { builder: brandedConfig({ base, ...branded }), branded }, given };
}

function projectSource() {
  const config = readChecked(path.join(root, 'loader.config.json'));
  console.error('Note: this packs the demo. "npm run brand -- new" begins a package of your own.');
  return { builder: packageConfig({ base, folder: root, config }) };
}

/** Throws a Refusal if the loader would reject the configuration on startup. */
export function readChecked(file: string): LoaderConfig {
  const reading = readLoaderConfig(file);
  if (!reading.ok) throw new Refusal([`${file}:`, ...reading.problems].join('\n  '));
  return reading.config;
}

function readOptions(args: readonly string[]) {
  let brand: string | null = null;
  const given: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const one = args[index] ?? '';
    if (one === '--offline') continue;
    if (one.startsWith('--brand=')) brand = one.slice('--brand='.length);
    else if (one === '--brand') {
      index += 1;
      brand = args[index] ?? '';
    } else given.push(one);
  }
  return { brand, isOffline: args.includes('--offline'), given };
}
