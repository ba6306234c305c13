// Measures where elements are on a screen, however far the screen is scrolled.
import type { Locator } from '@playwright/test';

/** Returns the distance of each element from the top of `screen`, in pixels. */
export async function positionsIn(screen: Locator, elements: Locator): Promise<readonly number[]> {
  const top = await screen.evaluate((one) => one.getBoundingClientRect().y);
  const tops = await elements.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  return tops.map((y) => y - top);
}
