// Every text on every cover has a contrast of 4.5:1, measured on the pixels behind the text.
import { demoInfo } from '../screens/samples.ts';
import { sessionOf, expect, test } from '../screens/screen-page.ts';
import type { LoaderInfo } from '../../src/shared/loader-info.ts';
import { brandPhases, brands, hardCovers } from './brands.ts';
import { leastContrasts, type InkBox } from './pixel-contrast.ts';

const viewport = { width: 900, height: 600 } as const;
test.use({ viewport });

/** Runs in the page: hides all visible texts on the cover, and returns their boxes. */
function takeTexts(): InkBox[] {
  const cover = document.querySelector('.cover')?.getBoundingClientRect();
  if (cover === undefined) throw new Error('there is no cover');
  const found: { element: HTMLElement; box: InkBox }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.nodeValue?.trim() ?? '';
    if (element === null || text === '' || element.closest('.unseen, .tip, [popover]')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const [red = 0, green = 0, blue = 0] =
      getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [];
    for (const { left, top, right, bottom } of range.getClientRects()) {
      if (right <= left || left >= cover.right || top >= cover.bottom || bottom <= cover.top)
        continue;
      // The lines that a clamp cuts off are hidden.
      if (!element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)))
        continue;
      found.push({ element, box: { text, ink: [red, green, blue], left, top, right, bottom } });
    }
  }
  // A clamped heading draws its ellipsis in its own colour.
  for (const { element } of found)
    for (const one of [element, element.closest('h1')])
      one?.style.setProperty('color', 'transparent', 'important');
  return found.map(({ box }) => box);
}

const longest: LoaderInfo['brand'] = {
  ...demoInfo.brand,
  logo: null,
  name: 'The Extraordinarily Comprehensive Northwind Rendering and Compositing Suite',
  tagline: 'x'.repeat(8).concat(' ').repeat(8),
};
/** Each brand with its own picture, and the longest texts on every picture. */
const all: Readonly<Record<string, LoaderInfo['brand']>> = {
  ...brands,
  ...Object.fromEntries(
    Object.entries(brands).map(([name, brand]) => [`${name}, derived`, { ...brand, cover: null }]),
  ),
  ...Object.fromEntries(
    Object.entries({ ...hardCovers, derived: null }).map(([name, cover]) => [
      `the longest texts, ${name}`,
      { ...longest, cover },
    ]),
  ),
};

for (const [name, brand] of Object.entries(all))
  for (const colorScheme of ['light', 'dark'] as const)
    test(`keeps every text readable: ${name}, ${colorScheme}`, async ({ page, open }) => {
      await page.emulateMedia({ colorScheme });
      const bridge = await open({ phase: { kind: 'starting' }, info: { brand } });
      const low: Record<string, number> = {};
      for (const [index, [screen, phase]] of Object.entries(brandPhases).entries()) {
        await bridge.publish(sessionOf(phase, { revision: index + 2 }));
        await page.locator('h1').first().waitFor();
        const measured = await leastContrasts(page, takeTexts, null);
        expect([...measured.keys()], screen).toContain(brand.name);
        for (const [text, ratio] of measured) if (ratio < 4.5) low[`${screen}: ${text}`] = ratio;
      }
      expect(low).toEqual({});
    });
