// Finds scroll bars that lead to no content, such as one for a single pixel of padding.
import type { Page } from '@playwright/test';

/**
 * Returns each scroll container that scrolls, although all of its content is in view. A last line
 * that is cut by one pixel is content: every text that changes its height may end there.
 */
export function needlessScrollBars(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    /** The width and distance of the focus ring of a control. */
    const ring = 4;
    const bottomOf = (container: Element): number => {
      const bottoms = [
        ...container.querySelectorAll('input, button, img, .sheet, .message, .announcement'),
      ].map(
        (element) =>
          element.getBoundingClientRect().bottom + (element.matches('input, button') ? ring : 0),
      );
      const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        if (node.textContent?.trim() === '' || node.parentElement?.closest('.unseen') !== null)
          continue;
        range.selectNodeContents(node);
        bottoms.push(range.getBoundingClientRect().bottom);
      }
      return Math.max(...bottoms);
    };
    return [...document.querySelectorAll(':not(textarea)')].flatMap((element) => {
      const { scrollHeight, clientHeight, scrollTop, clientTop } = element;
      const scrolls =
        element === document.documentElement || getComputedStyle(element).overflowY === 'auto';
      if (!scrolls || scrollHeight <= clientHeight) return [];
      const end = element.getBoundingClientRect().top + clientTop + clientHeight;
      const hidden = bottomOf(element) + scrollTop - end;
      // The end of the page can be scrolled clear of floating notices.
      const notices = parseFloat(getComputedStyle(element).getPropertyValue('--notices-height'));
      if (notices > 0 && hidden + notices > 0) return [];
      const by = `${scrollHeight - clientHeight} px to scroll, ${Math.round(hidden)} px of content`;
      return hidden > 0 ? [] : [`${element.tagName}.${element.className}: ${by}`];
    });
  });
}
