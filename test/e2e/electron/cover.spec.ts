// The largest allowed cover in the real window.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { drawPng } from '../../support/draw-png.ts';
import { brandColor, brandName, test } from '../../support/electron-app.ts';

test('shows a cover of almost 2 MiB beside the sign-in form', async ({ open, home }) => {
  const [width, height] = [800, 860];
  // Noise, which the file cannot compress.
  const noise = randomBytes(width * height * 3);
  const cover = drawPng(width, height, (x, y) => {
    const [red = 0, green = 0, blue = 0] = noise.subarray((y * width + x) * 3);
    return [red, green, blue];
  });
  expect(cover.length).toBeGreaterThan(1.95 * 1024 * 1024);
  await mkdir(home, { recursive: true });
  await writeFile(path.join(home, 'cover.png'), cover);
  const brand = { name: brandName, color: `#${brandColor}`, cover: 'cover.png' };
  const { page } = await open({ config: { brand } });
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  const picture = page.locator('.cover-picture');
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(width);
});
