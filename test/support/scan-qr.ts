// What a phone reads from the window: the QR code on a screenshot, as another program decodes it.
import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import { readPng } from './png.ts';

/** The address in the code that can be seen in the window; null: none can be read. `shoot`: a PNG of all that is seen. */
export async function scanQr(
  page: Page,
  shoot: () => Promise<Buffer> = () => page.screenshot(),
): Promise<string | null> {
  // As its user would scroll; drawn when two frames have come.
  await page.locator('.qr').evaluate((card) => {
    card.scrollIntoView({ block: 'start' });
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  const { data, width, height } = readPng(await shoot());
  return jsQR(data, width, height)?.data ?? null;
}
