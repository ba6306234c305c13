// Brings one screen of a picture into the window, as it is drawn and as it is looked at again.
import type { Page } from '@playwright/test';
import type { OpenScreen } from '../screens/screen-page.ts';
import { type Panel } from './strips.ts';

export async function showPanel(
  page: Page,
  open: OpenScreen,
  { picture, size, theme }: Panel,
): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  const bridge = await open(picture.open);
  await picture.act?.(page, bridge);
  // A clock that stands still has no frames.
  if (picture.open.stoppedClock === true) return;
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}
