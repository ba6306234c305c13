// Decodes the QR code on a screenshot of the window, like a phone.
import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import { readPng } from './png.ts';

/** Returns the decoded text or null. `takeScreenshot` returns a PNG of the visible window. */
export async function scanQr(
  page: Page,
  takeScreenshot: () => Promise<Buffer> = () => page.screenshot(),
): Promise<string | null> {
  // Scroll like a user, then wait two frames until the code is painted.
  await page.locator('.qr').evaluate((card) => {
    card.scrollIntoView({ block: 'start' });
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  const { data, width, height } = readPng(await takeScreenshot());
  return jsQR(data, width, height)?.data ?? null;
}
