// A package registers the link scheme of loader.config.json, as electron-builder itself reads it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { schemeArguments } from '../../scripts/package-schemes.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const base = path.join(root, 'electron-builder.yml');

function argumentsOf(
  config: object,
  given: readonly string[] = [],
  encoding: BufferEncoding = 'utf8',
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-schemes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const configuration = path.join(folder, 'loader.config.json');
  const text = JSON.stringify({ brand: { name: 'Northwind Studio' }, ...config });
  writeFileSync(configuration, text, encoding);
  const file = path.join(folder, 'electron-builder.json');
  const write = (text: string) => {
    writeFileSync(file, text);
    return file;
  };
  return { file, given: schemeArguments({ configuration, base, given, write }) };
}

interface BuilderConfig {
  readonly protocols?: readonly object[];
  readonly appId?: string;
  readonly electronFuses?: object;
  readonly extraMetadata?: object;
}

/** Reads the configuration with electron-builder, including what it extends, and validates it. */
async function readByBuilder(file: string): Promise<BuilderConfig> {
  const require = createRequire(import.meta.url);
  // This module has no types.
  const { getConfig, validateConfiguration } =
    require('app-builder-lib/out/util/config/config') as {
      getConfig: (folder: string, file: string, options: null) => Promise<BuilderConfig>;
      validateConfiguration: (config: BuilderConfig, debug: { add: () => void }) => Promise<void>;
    };
  const config = await getConfig(root, file, null);
  await validateConfiguration(config, { add: () => undefined });
  return config;
}

test('a scheme is added to the configuration of electron-builder.yml', async () => {
  const { file, given } = argumentsOf({ scheme: 'northwind' });
  expect(given).toEqual(['--config', file]);
  const config = await readByBuilder(file);
  expect(config.protocols).toEqual([{ name: 'Northwind Studio', schemes: ['northwind'] }]);
  expect(config.appId).toBe('com.example.latchkey');
  expect(config.extraMetadata).toEqual({ productName: 'Latchkey', appId: 'com.example.latchkey' });
  expect(config.electronFuses).toMatchObject({ onlyLoadAppFromAsar: true });
});

test('nothing is added without a scheme, or if the seller passes a separate configuration', () => {
  expect(argumentsOf({}).given).toEqual([]);
  for (const own of [['--config', 'mine.yml'], ['--config=mine.yml'], ['-c', 'mine.yml']])
    expect(argumentsOf({ scheme: 'northwind' }, own).given).toEqual([]);
});

test('a configuration in another encoding is refused', () => {
  const brand = { name: 'Caf\xe9 Nord' };
  expect(() => argumentsOf({ scheme: 'northwind', brand }, [], 'latin1')).toThrow(
    /loader\.config\.json, line 1, is not UTF-8 text\./,
  );
  const { file, given } = argumentsOf({ scheme: 'northwind', brand });
  expect(given).toEqual(['--config', file]);
});
