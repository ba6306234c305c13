// `npm run package` refuses a configuration that the loader would refuse at its start.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { checkConfiguration } from '../../scripts/check-configuration.js';
import { readConfiguration } from '../../scripts/read-configuration.js';

const committed = fileURLToPath(new URL('../../loader.config.json', import.meta.url));

function written(brand: object): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'loader.config.json');
  writeFileSync(file, JSON.stringify({ ...readConfiguration(committed), brand }));
  return file;
}

test('accepts the committed configuration', () => {
  expect(() => checkConfiguration(committed)).not.toThrow();
});

test('reports every problem of the brand, with its field', () => {
  const brand = { name: 'Northwind Studio', color: '#4f46e5', logo: 'a.png', cover: 'b.png' };
  const file = written(brand);
  expect(() => checkConfiguration(file)).toThrow(
    [`${file}:`, '  brand.logo: the image is missing', '  brand.cover: the image is missing'].join(
      '\n',
    ),
  );
});
