// The configuration of electron-builder for a package, as electron-builder itself reads it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { brandedConfig, packageConfig } from '../../scripts/brand/builder-config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const base = path.join(root, 'electron-builder.yml');
const look = {
  name: 'Fjord Tools',
  color: '#0d9488',
  logo: 'images/logo.png',
  cover: 'cover.webp',
};
const folder = '/brands/fjord';

const brand = {
  id: 'tools.fjord.loader',
  executable: 'fjord-tools',
  version: '1.4.0',
  author: 'Fjord AS',
  email: 'help@fjord.tools',
  homepage: 'https://fjord.tools',
};

interface BuilderConfig {
  readonly extends?: string;
  readonly files?: readonly object[];
  readonly productName?: string;
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

function read(config: object): Promise<BuilderConfig> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'builder-config-'));
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
  const file = path.join(temporary, 'electron-builder.json');
  writeFileSync(file, JSON.stringify(config));
  return readByBuilder(file);
}

test('a package contains the configuration, its images and its scheme', async () => {
  const source = { base, folder, config: { brand: look, scheme: 'fjord' } };
  const config = await read(packageConfig(source));
  expect(config.files).toContainEqual({
    from: folder,
    to: undefined,
    filter: ['loader.config.json', 'images/logo.png', 'cover.webp'],
  });
  expect(config.protocols).toEqual([{ name: 'Fjord Tools', schemes: ['fjord'] }]);
  expect(config.appId).toBe('com.example.latchkey');
  expect(config.electronFuses).toMatchObject({ onlyLoadAppFromAsar: true });
});

test('a package without images and scheme contains only the configuration', async () => {
  const config = await read(
    packageConfig({ base, folder, config: { brand: { name: 'A', color: '#000000' } } }),
  );
  expect(config.files).toContainEqual({
    from: folder,
    to: undefined,
    filter: ['loader.config.json'],
  });
  expect(config.protocols).toBeUndefined();
});

test('a branded package does not contain the name of this project', async () => {
  const config = await read(
    brandedConfig({ base, folder, output: '/dist/fjord', config: { brand: look }, brand }),
  );
  expect(config).toMatchObject({
    appId: 'tools.fjord.loader',
    productName: 'Fjord Tools',
    copyright: 'Copyright © Fjord AS',
    directories: { output: '/dist/fjord', buildResources: folder },
    extraMetadata: { name: 'fjord-tools', productName: 'Fjord Tools', version: '1.4.0' },
    linux: { executableName: 'fjord-tools', maintainer: 'Fjord AS <help@fjord.tools>' },
  });
  const { extends: _base, ...rest } = config;
  expect(JSON.stringify(rest)).not.toMatch(/latchkey/i);
});

test('an imported brand keeps the name of its data folder', async () => {
  const imported = { ...brand, productName: 'Fjord' };
  const config = await read(
    brandedConfig({
      base,
      folder,
      output: '/dist/fjord',
      config: { brand: look },
      brand: imported,
    }),
  );
  expect(config.productName).toBe('Fjord');
  expect(config.extraMetadata).toMatchObject({ productName: 'Fjord', description: 'Fjord Tools' });
});
