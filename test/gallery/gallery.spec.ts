// Renders every phase and failure without a service, in both themes and two sizes, and runs axe on
// each. Page errors, CSP violations and overflow fail the test. Then checks the other languages.
// `npm run gallery` also writes PNG files to test-results/gallery/.
import type { Page } from '@playwright/test';
import { expect, test } from '../screens/screen-page.ts';
import { axeViolations } from '../support/accessibility.ts';
import { brandPictures } from './brands.ts';
import { brokenWords, expectWholeWordsInLargeText } from './broken-words.ts';
import { groups } from './groups.ts';
import { lookInOtherLanguages } from './languages.ts';
import { draw } from './picture.ts';
import { plainPictures } from './plain.ts';
import { paleButtons } from './pale-buttons.ts';
import { needlessScrollBars } from './scroll-bars.ts';

const sizes = {
  narrow: { width: 480, height: 680 },
  smallest: { width: 400, height: 560 },
  wide: { width: 900, height: 600 },
} as const;
const themes = ['light', 'dark'] as const;

const all = [...groups, ['plain', plainPictures] as const];

for (const [group, pictures] of all)
  for (const picture of pictures)
    test(`${group} ${picture.name}`, async ({ page, open }, { project }) => {
      const bridge = await open(picture.open);
      await picture.act?.(page, bridge);
      await settle(page, picture.open.stoppedClock === true);
      expect.soft(await paleButtons(page), 'buttons that remove or stop something').toEqual([]);
      for (const [size, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport);
        await expectNoOverflow(page);
        expect.soft(await needlessScrollBars(page), `in the ${size} window`).toEqual([]);
        expect.soft(await brokenWords(page), `words in the ${size} window`).toEqual([]);
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          await draw(page, project.name, `${group}.${picture.name}.${theme}.${size}`);
          if (size !== 'narrow') continue;
          // The markup is the same in the dark theme.
          const rules = theme === 'dark' ? ['color-contrast'] : undefined;
          await expectAccessible(page, rules, picture.open.stoppedClock === true);
        }
      }
      await expectWholeWordsInLargeText(page, `${group}.${picture.name}`);
      // The plain screen has no language menu. Brands change colours, which have no language.
      if (pictures !== plainPictures && pictures !== brandPictures)
        await lookInOtherLanguages(page, `${group}.${picture.name}`);
    });

/** Waits until React has rendered the last change. */
async function settle(page: Page, stoppedClock: boolean): Promise<void> {
  if (stoppedClock) return;
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

async function expectNoOverflow(page: Page): Promise<void> {
  const wider = await page.evaluate(() =>
    [...document.querySelectorAll('html, main, header, footer, .sheet, .message, .button, .menu')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName}.${element.className}`),
  );
  expect(wider, 'elements whose content is wider than they are').toEqual([]);
}

/** Runs all rules if `rules` is undefined. */
async function expectAccessible(
  page: Page,
  rules: readonly string[] | undefined,
  stoppedClock: boolean,
): Promise<void> {
  const look = axeViolations(page, rules);
  const found = await (stoppedClock ? whileMoving(page, look) : look);
  expect(found, 'what axe found').toEqual([]);
}

/**
 * axe uses timers: advances a paused clock in steps too small to change what the page shows while
 * it waits.
 */
async function whileMoving<Found extends object>(page: Page, work: Promise<Found>): Promise<Found> {
  const step = (): Promise<null> => page.clock.runFor(10).then(() => null);
  for (;;) {
    const first = await Promise.race([work, step()]);
    if (first !== null) return first;
  }
}
