// Finds words in buttons and other elements that break into two lines.
import type { Page } from '@playwright/test';
import { expect } from '../screens/screen-page.ts';

/** Returns the broken words of visible elements. Hosts, keys and long names may break. */
export function brokenWords(page: Page, selector = 'button, .button'): Promise<readonly string[]> {
  return page.evaluate((wanted) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll(wanted)) {
      if (!element.checkVisibility()) continue;
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        if (node.parentElement?.closest('bdi, .unseen') !== null) continue;
        for (const match of (node.nodeValue ?? '').matchAll(/(?<!\S)\p{L}{2,}(?!\S)/gu)) {
          const range = document.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          if (new Set(tops).size > 1) found.push(`${match[0]} in "${element.textContent}"`);
        }
      }
    }
    return found;
  }, selector);
}

/** Sets the text to 200 %, checks narrow windows, and sets it back. */
export async function expectWholeWordsInLargeText(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const width of [480, 400]) {
    await page.setViewportSize({ width, height: 680 });
    const message = `${name}: words at 200 % and ${width} px`;
    // Waits for the settings, which get their narrow layout only after the resize.
    await expect.poll(() => brokenWords(page), { message }).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}
