// The page loads one script and one language chunk, and no screen loads more.
import { gzipSync } from 'node:zlib';
import { languageCodes } from '../../src/shared/languages.ts';
import { openSettings } from '../gallery/picture.ts';
import { ready, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

for (const current of languageCodes)
  test(`loads one small script and only one language: ${current}`, async ({ page, open }) => {
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    const language = { offered: languageCodes, byDefault: null, current } as const;
    await open({ phase: signedOut, info: { language } });
    expect(scripts).toHaveLength(2);
    const packed = (await Promise.all(scripts)).map((body) => gzipSync(body, { level: 9 }).length);
    expect(packed.reduce((sum, size) => sum + size, 0)).toBeLessThan(130_000);
  });

test('loads no further file for screens and forms', async ({ page, open }) => {
  const bridge = await open({ phase: signedOut });
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url()));
  await bridge.publish(sessionOf(ready, { revision: 2 }));
  await openSettings(page, 'Appearance and language');
  expect(seen).toEqual([]);
});
