// `npm run pictures`: draws the pictures of README.md and docs/ anew, by the same screens as the gallery, and records what those
// screens consist of, so that the gallery can say when one of them has changed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { expect, openScreen, test } from '../screens/screen-page.ts';
import { makeUpOf } from './screen-content.ts';
import { folder, hashOf, writeRecord } from './record.ts';
import { showPanel } from './show-panel.ts';
import { strips, windowSize } from './strips.ts';

const gap = 24;
const quality = 0.5;

test('the pictures', async ({ clientUrl, browser }) => {
  test.setTimeout(240_000);
  const screens = new Map<string, readonly string[]>();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { file, panels } of strips) {
    const shots: Buffer[] = [];
    for (const panel of panels) {
      // A clock that stands still stands still for all pages of a context, and for good.
      const context = await browser.newContext();
      const page = await context.newPage();
      await showPanel(page, (options) => openScreen(page, clientUrl, options), panel);
      screens.set(`${panel.name} ${panel.theme}`, await makeUpOf(page));
      shots.push(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
      await context.close();
    }
    writeFileSync(join(folder, file), await sideBySide(browser, shots));
  }
  const files = new Map(strips.map(({ file }) => [file, hashOf(file)]));
  writeRecord({ files, screens });
  expect(files.size).toBe(strips.length);
});

/** One WebP of all, with round corners as a window has them, on nothing. */
async function sideBySide(browser: Browser, shots: readonly Buffer[]): Promise<Buffer> {
  const page = await browser.newPage();
  const data = await page.evaluate(
    async ({ images, width, height, between, level }) => {
      const canvas = document.createElement('canvas');
      canvas.width = images.length * width + (images.length - 1) * between;
      canvas.height = height;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas here');
      for (const [index, image] of images.entries()) {
        const left = index * (width + between);
        const loaded = new Image();
        loaded.src = `data:image/png;base64,${image}`;
        await loaded.decode();
        context.save();
        context.beginPath();
        context.roundRect(left, 0, width, height, 12);
        context.clip();
        context.drawImage(loaded, left, 0, width, height);
        context.restore();
        context.beginPath();
        context.roundRect(left + 0.5, 0.5, width - 1, height - 1, 12);
        context.strokeStyle = 'rgba(128, 128, 128, 0.45)';
        context.stroke();
      }
      return canvas.toDataURL('image/webp', level);
    },
    {
      images: shots.map((shot) => shot.toString('base64')),
      ...windowSize,
      between: gap,
      level: quality,
    },
  );
  await page.close();
  const [kind, content] = data.split(',');
  if (kind !== 'data:image/webp;base64' || content === undefined) throw new Error('no WebP here');
  return Buffer.from(content, 'base64');
}
