// Finds words in buttons that break into two lines.
import type { Page } from '@playwright/test';

/** Returns the broken words of visible buttons. Hosts, keys and long names may break. */
export function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const button of document.querySelectorAll('button, .button')) {
      if (!button.checkVisibility()) continue;
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        if (node.parentElement?.closest('bdi, .unseen') !== null) continue;
        for (const match of (node.nodeValue ?? '').matchAll(/(?<!\S)\p{L}{2,}(?!\S)/gu)) {
          const range = document.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          if (new Set(tops).size > 1) found.push(`${match[0]} in "${button.textContent}"`);
        }
      }
    }
    return found;
  });
}
