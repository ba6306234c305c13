// The licenses of the loader's third-party packages, merged from the lists of all build parts.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { engineParts, readLicenses } from '../../src/main/adapters/licenses.ts';

let out = '';
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'latchkey-licenses-'));
});
afterEach(() => rm(out, { recursive: true, force: true }));

async function put(part: string, content: string): Promise<void> {
  await mkdir(path.join(out, part), { recursive: true });
  await writeFile(path.join(out, part, 'licenses.json'), content);
}

const zod = { name: 'zod', version: '4.6.7', identifier: 'MIT', text: 'MIT License' };

it('lists each package once, sorted by name, after the engine', async () => {
  await put('client', JSON.stringify([{ name: 'react', version: '19.3.1' }]));
  await put('main', JSON.stringify([zod, { name: 'uqr', version: '0.1.3', identifier: 'MIT' }]));
  await put('delivery-worker', JSON.stringify([zod]));
  await put('service', JSON.stringify([{ name: 'fastify', version: '5.12.0' }]));
  const engine = engineParts({ electron: '45.4.1', chrome: '150.0.1', node: '24.0.0' });
  expect(await readLicenses(out, engine)).toEqual([
    { name: 'Electron', version: '45.4.1', identifier: 'MIT', text: null },
    { name: 'Chromium', version: '150.0.1', identifier: 'BSD-3-Clause', text: null },
    { name: 'react', version: '19.3.1', identifier: null, text: null },
    { name: 'uqr', version: '0.1.3', identifier: 'MIT', text: null },
    zod,
  ]);
});

it.each(['', '{}', '[{"name":1}]'])('skips an unreadable file: %s', async (content) => {
  await put('client', content);
  await put('main', JSON.stringify([zod]));
  expect(await readLicenses(out, engineParts({ node: '24.0.0' }))).toEqual([zod]);
});
