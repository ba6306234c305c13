// The size of the desk, and that the page loads its files only from the service, once.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { deskFolder } from '../../packages/service/src/http/browser/page-files.ts';
import { expect, test } from './desk-page.ts';

const limits = { '.js': 150_000, '.css': 20_000 } as const;

/** Bytes of an asset, compressed like the service compresses it. */
function compressedBytes(name: string): number {
  return gzipSync(readFileSync(join(deskFolder, 'assets', name))).length;
}

for (const locale of ['en-GB', 'de-DE'])
  test.describe(locale, () => {
    test.use({ locale });
    test('loads few bytes of scripts and style sheets', async ({ page, desk, owner }) => {
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
      await desk.signIn(owner, 'home');
      for (const [extension, limit] of Object.entries(limits)) {
        const files = loaded
          .filter((path) => path.endsWith(extension))
          .map((path) => basename(path));
        const bytes = files.map(compressedBytes).reduce((sum, size) => sum + size, 0);
        expect(bytes, files.join()).toBeGreaterThan(1000);
        expect(bytes, files.join()).toBeLessThan(limit);
      }
    });
  });

test('loads each file once, from the service, and keeps it @main', async ({
  page,
  desk,
  owner,
  service,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await desk.signIn(owner, 'home');
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
