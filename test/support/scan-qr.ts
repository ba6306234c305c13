// Decodes the QR code on a screenshot of the window, as a phone would.
import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import { readPng } from './png.ts';

/** The decoded text; null: unreadable. `shoot`: a PNG of the visible window. */
export async function scanQr(
  page: Page,
  shoot: () => Promise<Buffer> = () => page.screenshot(),
): Promise<string | null> {
  // Scrolls like a user would; two frames later it is painted.
  await page.locator('.qr').evaluate((card) => {
    card.scrollIntoView({ block: 'start' });
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  const { data, width, height } = readPng(await shoot());
  return jsQR(data, width, height)?.data ?? null;
}
