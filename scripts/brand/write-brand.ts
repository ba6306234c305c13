// Writes the folder of a brand, after checking all of its content.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseLoaderConfig } from '../../src/shared/config.ts';
import { Refusal } from '../refusal.js';
import { parseBrandFile } from './brand-file.ts';

export interface BrandContent {
  /** The content of loader.config.json. */
  readonly config: object;
  /** The content of brand.json. */
  readonly brand: object;
  /** `from`: absolute path; `to`: path inside the folder. */
  readonly files: readonly { readonly from: string; readonly to: string }[];
}

/** Throws a Refusal, and leaves no folder behind, if the folder exists or the content is invalid. */
export function writeBrand(folder: string, { config, brand, files }: BrandContent): void {
  if (existsSync(folder)) throw new Refusal(`${folder} exists already.`);
  const configText = asText(config);
  const parsed = parseLoaderConfig(configText);
  const checked = parseBrandFile(brand);
  const missing = files.filter(({ from }) => !existsSync(from));
  const problems = [
    ...(parsed.ok ? [] : parsed.problems),
    ...(checked.ok ? [] : checked.problems),
    ...missing.map(({ from }) => `There is no file ${from}.`),
  ];
  if (problems.length > 0) throw new Refusal(problems.join('\n'));
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'loader.config.json'), configText);
    writeFileSync(path.join(folder, 'brand.json'), asText(brand));
    for (const { from, to } of files) copy(from, path.join(folder, to));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function asText(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

function copy(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  if (statSync(from).isDirectory()) cpSync(from, to, { recursive: true });
  else copyFileSync(from, to);
}
