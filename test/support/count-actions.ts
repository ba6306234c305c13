// Counts a user's actions in a page: clicks, and presses of keys that type nothing.
import type { Page } from '@playwright/test';

export interface Cost {
  readonly clicks: number;
  readonly keys: number;
}

/** Runs in the page: counts trusted events, so that filling a field by a script counts as typing. */
export function countActions(): void {
  const counts = { clicks: 0, keys: 0 };
  Object.assign(window, { actionCounts: counts });
  addEventListener('click', ({ isTrusted, detail }) => {
    // A click by a key has no detail.
    if (isTrusted && detail > 0) counts.clicks += 1;
  });
  addEventListener('keydown', ({ key }) => {
    if (key.length > 1) counts.keys += 1;
  });
}

export async function actionsIn(page: Page): Promise<Cost> {
  return page.evaluate(() => Reflect.get(window, 'actionCounts') as Cost); // countActions sets it
}
