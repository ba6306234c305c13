// Checks loader.config.json and its images before they are packaged, as the loader does at its start.
import { readLoaderConfig } from '../src/main/adapters/config-file.ts';
import { Refusal } from './refusal.js';

/** @param {string} file */
export function checkConfiguration(file) {
  const reading = readLoaderConfig(file);
  if (!reading.ok) throw new Refusal([`${file}:`, ...reading.problems].join('\n  '));
}
