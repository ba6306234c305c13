// Every text on every cover has a contrast of 4.5:1, measured on the pixels behind the text.
import type { Page } from '@playwright/test';
import { demoInfo } from '../screens/samples.ts';
import { sessionOf, expect, test } from '../screens/screen-page.ts';
import type { LoaderInfo } from '../../src/shared/loader-info.ts';
import { readPng, type Pixels } from '../support/png.ts';
import { brandPhases, brands, hardCovers } from './brands.ts';

const viewport = { width: 900, height: 600 } as const;
test.use({ viewport });

interface TextBox {
  readonly text: string;
  readonly ink: readonly [red: number, green: number, blue: number];
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Runs in the page: hides all visible texts on the cover, and returns their boxes. */
function takeTexts(): TextBox[] {
  const cover = document.querySelector('.cover')?.getBoundingClientRect();
  if (cover === undefined) throw new Error('there is no cover');
  const found: { element: HTMLElement; box: TextBox }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.nodeValue?.trim() ?? '';
    if (element === null || text === '' || element.closest('.unseen, .tip, [popover]')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const [red = 0, green = 0, blue = 0] =
      getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [];
    for (const { left, top, right, bottom } of range.getClientRects())
      if (right > left && left < cover.right && top < cover.bottom && bottom > cover.top)
        found.push({ element, box: { text, ink: [red, green, blue], left, top, right, bottom } });
  }
  for (const { element } of found) element.style.setProperty('color', 'transparent', 'important');
  return found.map(({ box }) => box);
}

/** Runs in the page: shows the texts again, because the next screen may keep these elements. */
function showTexts(): void {
  for (const element of document.querySelectorAll<HTMLElement>('*'))
    element.style.removeProperty('color');
}

/** sRGB value of a channel to linear light (WCAG 2.2). */
const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * (linear[red] ?? 0) + 0.7152 * (linear[green] ?? 0) + 0.0722 * (linear[blue] ?? 0);
}

/** Returns the lowest contrast of the ink with any pixel under the box. */
function lowestContrast({ data, width, height }: Pixels, box: TextBox): number {
  const ink = luminance(...box.ink) + 0.05;
  let lowest = 21;
  for (let y = Math.floor(box.top); y < Math.min(height, Math.ceil(box.bottom)); y += 1)
    for (let x = Math.floor(box.left); x < Math.min(width, Math.ceil(box.right)); x += 1) {
      const [red = 0, green = 0, blue = 0] = data.subarray(
        (y * width + x) * 4,
        (y * width + x) * 4 + 3,
      );
      const behind = luminance(red, green, blue) + 0.05;
      lowest = Math.min(lowest, Math.max(ink, behind) / Math.min(ink, behind));
    }
  return lowest;
}

const moved = ({ left, top, right, bottom, ...same }: TextBox, x: number, y: number): TextBox => ({
  ...same,
  left: left - x,
  top: top - y,
  right: right - x,
  bottom: bottom - y,
});

async function lowestOnCover(page: Page): Promise<ReadonlyMap<string, number>> {
  const texts = await page.evaluate(takeTexts);
  // Captures only the part of the window with the texts, because decoding pixels takes time.
  const x = Math.floor(Math.min(...texts.map(({ left }) => left)));
  const y = Math.floor(Math.min(...texts.map(({ top }) => top)));
  const width = Math.ceil(Math.max(...texts.map(({ right }) => right))) - x;
  const height = Math.ceil(Math.max(...texts.map(({ bottom }) => bottom))) - y;
  const pixels = readPng(await page.screenshot({ clip: { x, y, width, height } }));
  await page.evaluate(showTexts);
  return new Map(texts.map((box) => [box.text, lowestContrast(pixels, moved(box, x, y))]));
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
        const measured = await lowestOnCover(page);
        expect([...measured.keys()], screen).toContain(brand.name);
        for (const [text, ratio] of measured) if (ratio < 4.5) low[`${screen}: ${text}`] = ratio;
      }
      expect(low).toEqual({});
    });
