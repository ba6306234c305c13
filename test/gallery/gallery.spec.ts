// Shows every phase and every failure without a service, in light and dark, narrow and large, and lets axe look at each. Errors
// of the page, breaks of its CSP and overflow fail the test. Chromium then shows each in the other languages. `npm run gallery` also
// draws them, as PNG files in test-results/gallery/; the Electron under test would in test-results/electron-pages/.
import type { Page } from '@playwright/test';
import { expect, test } from '../screens/screen-page.ts';
import { whatAxeFinds } from '../support/accessibility.ts';
import type { EngineOption } from '../support/engine.ts';
import { groups } from './groups.ts';
import { lookInOtherLanguages } from './languages.ts';
import { draw } from './picture.ts';
import { plainPictures } from './plain.ts';

const sizes = { narrow: { width: 420, height: 680 }, large: { width: 1200, height: 900 } } as const;
const themes = ['light', 'dark'] as const;

const all = [...groups, ['plain', plainPictures] as const];

for (const [group, pictures] of all)
  for (const picture of pictures)
    test(`${group} ${picture.name}`, async ({ page, open, engine }, { project }) => {
      const bridge = await open(picture.open);
      await picture.act?.(page, bridge);
      await settle(page, picture.open.stoppedClock === true);
      for (const [size, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport);
        await expectNoOverflow(page);
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          await draw(page, project.name, `${group}.${picture.name}.${theme}.${size}`);
          const rules = size === 'narrow' ? rulesFor(engine, theme) : [];
          await expectAccessible(page, rules, picture.open.stoppedClock === true);
        }
      }
      // In Electron they would say the same again, and the plain screen chooses no language.
      if (engine === 'chromium' && pictures !== plainPictures)
        await lookInOtherLanguages(page, `${group}.${picture.name}`);
    });

/** Until React has drawn what the last act caused. */
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

/**
 * All rules in light; in dark the one that colours can change. The markup is the same in every engine: in Electron's only the colours
 * are looked at, once, because an older one may not know how they are given.
 */
function rulesFor(engine: EngineOption['engine'], theme: (typeof themes)[number]) {
  if (theme === 'dark') return engine === 'electron' ? [] : ['color-contrast'];
  return engine === 'electron' ? ['color-contrast'] : undefined;
}

/** undefined: all rules. */
async function expectAccessible(
  page: Page,
  rules: readonly string[] | undefined,
  stoppedClock: boolean,
): Promise<void> {
  if (rules?.length === 0) return;
  const look = whatAxeFinds(page, rules);
  const found = await (stoppedClock ? whileMoving(page, look) : look);
  expect(found, 'what axe found').toEqual([]);
}

/** axe waits by timers: where the clock stands still, it is moved in steps that no stage of waiting notices. */
async function whileMoving<Found extends object>(page: Page, work: Promise<Found>): Promise<Found> {
  const step = (): Promise<null> => page.clock.runFor(10).then(() => null);
  for (;;) {
    const first = await Promise.race([work, step()]);
    if (first !== null) return first;
  }
}
