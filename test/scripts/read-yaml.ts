// Reads a YAML file. electron-builder brings the reader, which has no types.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export function readYaml(file: string): unknown {
  const builder = createRequire(import.meta.url).resolve('app-builder-lib/package.json');
  const { load } = createRequire(builder)('js-yaml') as { load: (yaml: string) => unknown };
  return load(readFileSync(file, 'utf8'));
}
