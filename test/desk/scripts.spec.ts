// The size of the desk, and that the page loads its files only from the service, once.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { deskFolder } from '../../packages/service/src/features/desk/files.ts';
import { expect, test } from './desk-page.ts';
import { expectSignedIn } from './sign-in-steps.ts';

/** Bytes of all files of a kind, compressed like the service compresses them. */
function compressedBytes(extension: string): number {
  const folder = join(deskFolder, 'assets');
  return readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
}

test('the scripts and style sheets of all pages and languages are small', () => {
  expect(compressedBytes('.js')).toBeLessThan(150_000);
  expect(compressedBytes('.css')).toBeLessThan(20_000);
});

test('loads each file once, from the service, and keeps it', async ({
  page,
  desk,
  owner,
  service,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await desk.signIn(owner, 'home');
  await expectSignedIn(page);
  const assets = requested.filter((url) => url.includes('/assets/'));
  expect(assets.length).toBeGreaterThanOrEqual(3);
  expect(new Set(assets).size).toBe(assets.length);
  for (const url of requested.filter((one) => one !== 'about:blank'))
    expect(new URL(url).origin).toBe(service.url);
  for (const url of assets) {
    const answer = await page.request.get(url);
    expect(answer.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  }
  const start = await page.request.get(desk.url);
  expect(start.headers()['cache-control']).toBe('no-store');
});
