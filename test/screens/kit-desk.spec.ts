// The components of the kit for pages with tables and navigation, with axe and by keyboard.
import type { Page } from '@playwright/test';
import { axeViolations } from '../support/accessibility.ts';
import { kitTest } from './kit-page.ts';
import { expect } from './screen-page.ts';

const test = kitTest({ path: 'desk.html', heading: 'Licenses' });

const widths = [375, 640, 760, 900, 960, 1100, 1600];

/** Pixels by which the page is wider than the window, at each width where it is. */
async function overflows(page: Page): Promise<Readonly<Record<number, number>>> {
  const found: Record<number, number> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: 1000 });
    const extra = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      return document.documentElement.scrollWidth - window.innerWidth;
    });
    if (extra > 0) found[width] = extra;
  }
  return found;
}

for (const width of [375, 900, 1600])
  test(`has no axe violations in light and dark themes at ${String(width)} px`, async ({ page }, {
    project,
  }) => {
    await page.setViewportSize({ width, height: 1000 });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.screenshot({
        path: `test-results/${project.name}/kit-desk.${String(width)}.${theme}.png`,
        fullPage: true,
      });
      expect(await axeViolations(page)).toEqual([]);
    }
  });

for (const direction of ['ltr', 'rtl'])
  test(`fits every width: ${direction}`, async ({ page }, { project }) => {
    await page.evaluate((value) => (document.documentElement.dir = value), direction);
    expect(await overflows(page)).toEqual({});
    await page.screenshot({
      path: `test-results/${project.name}/kit-desk.${direction}.png`,
      fullPage: true,
    });
    expect(await axeViolations(page)).toEqual([]);
    const nav = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
    expect(nav?.x).toBe(direction === 'ltr' ? 0 : 1600 - 240);
  });

test('marks what is chosen also in forced colours @main', async ({ page }, { project }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.screenshot({
    path: `test-results/${project.name}/kit-desk.forced.png`,
    fullPage: true,
  });
  const background = (text: string) =>
    page.locator('label, nav a', { hasText: text }).evaluate((element) => {
      return getComputedStyle(element).backgroundColor;
    });
  expect(await background('30 days')).not.toBe(await background('7 days'));
  expect(await background('Users')).not.toBe(await background('1,204'));
});

test('fits every width in a language with longer texts', async ({ page }, { project }) => {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      // Dates and keys have the same length in every language.
      if (/[a-z]{3}/i.test(text) && node.parentElement?.closest('time, .mono') === null)
        node.textContent = `${text} ëxtra löng tëxt`;
    }
  });
  expect(await overflows(page)).toEqual({});
  await page.setViewportSize({ width: 375, height: 1000 });
  await page.screenshot({ path: `test-results/${project.name}/kit-desk.long.png`, fullPage: true });
});
