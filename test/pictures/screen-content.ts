// What a screen consists of, one line for each thing that can be seen: words, colours, sizes and places. Unlike pixels it is nearly
// the same with the fonts of another computer, so that it can say when a screen has moved away from its picture.
import type { Page } from '@playwright/test';

/** Pixels that a place may differ by, and a control's height: fonts of other computers are a little wider or higher. */
const tolerance = { place: 14, height: 6 } as const;

/** One line: what it is and looks like, then after ` @ ` its left, middle and right, the gap above it and a control's height. */
export function makeUpOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const controls = 'input, button, a, select, textarea, img, svg, hr';
    const seen = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ checkVisibilityCSS: true });
    };
    const ownWords = (element: Element): string =>
      [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent ?? '')
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim();
    const ground = (element: Element): string => {
      for (let up: Element | null = element; up !== null; up = up.parentElement) {
        const { backgroundColor } = getComputedStyle(up);
        if (!/(, 0\)|\/ 0\))$/.test(backgroundColor)) return backgroundColor;
      }
      return 'none';
    };
    const words = (element: Element): string =>
      element instanceof HTMLInputElement
        ? `${element.type} ${element.type === 'password' ? element.value.length : element.value}`
        : ownWords(element);
    const parts = [...document.querySelectorAll('body *')]
      .filter((element) => element.closest('svg') === null || element.localName === 'svg')
      .filter((element) => element.matches(controls) || ownWords(element) !== '')
      .filter(seen);
    let bottom = 0;
    return parts.map((element) => {
      const { left, right, top, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const look = [style.color, ground(element), style.borderTopColor, style.borderTopWidth];
      const type = [style.fontSize, style.fontWeight, style.borderTopLeftRadius];
      const gap = top - bottom;
      bottom = top + height;
      const places = [left, (left + right) / 2, right, gap, element.matches(controls) ? height : 0];
      const what = `${element.localName} "${words(element)}"`;
      return `${what} ${look.join(' ')} ${type.join(' ')} @ ${places.map(Math.round).join(' ')}`;
    });
  });
}

/** What differs between two screens, in words; nothing where they are the same but for fonts. */
export function differences(recorded: readonly string[], drawn: readonly string[]): string[] {
  if (recorded.length !== drawn.length) {
    const at = recorded.findIndex((line, index) => looksOf(line) !== looksOf(drawn[index] ?? ''));
    const where = at < 0 ? recorded.length : at;
    return [
      `${drawn.length} things are drawn, ${recorded.length} were recorded; the first difference: ${String(drawn[where])}, recorded: ${String(recorded[where])}`,
    ];
  }
  return recorded.flatMap((line, index) => {
    const now = drawn[index] ?? '';
    const same = looksOf(line) === looksOf(now) && isNear(placesOf(line), placesOf(now));
    return same ? [] : [`drawn: ${now}, recorded: ${line}`];
  });
}

const cut = (line: string): number => line.lastIndexOf(' @ ');
const looksOf = (line: string): string => line.slice(0, cut(line));
const placesOf = (line: string): number[] =>
  line
    .slice(cut(line) + 3)
    .split(' ')
    .map(Number);

/** Words that are wider in another font keep their left, their middle or their right, as they are aligned. */
function isNear(one: readonly number[], other: readonly number[]): boolean {
  const apart = one.map((value, index) => Math.abs(value - (other[index] ?? Number.NaN)));
  const [left = 0, middle = 0, right = 0, gap = 0, height = 0] = apart;
  const inPlace = Math.min(left, middle, right) <= tolerance.place;
  return inPlace && gap <= tolerance.place && height <= tolerance.height;
}
