// The home screen of a low window: with the usual cards, nothing scrolls, and what a user presses
// every day is in view.
import type { Page } from '@playwright/test';
import { wideHome } from '../gallery/wide-home.ts';
import { programSample, withUpdate } from '../gallery/program.ts';
import { nowMs, plainAnnouncement } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const heights = [560, 600, 640, 680, 700];
const widths = [760, 900, 1071, 1072, 1400];
const announcement = { ...plainAnnouncement, text: 'Maintenance on Sunday, 02:00 to 03:00.' };
const phase = { ...wideHome.phase, announcement };
const notice = { kind: 'checked', at: nowMs, changed: false } as const;

/** What is cut, and how far the screen scrolls. */
function cut(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const stage = document.querySelector('.home > .stage');
    const foot = document.querySelector('.foot')?.getBoundingClientRect().top ?? 0;
    const cover = document.querySelector('.cover.above')?.getBoundingClientRect().bottom ?? 0;
    const found: string[] = [];
    if (stage === null) return ['no home screen'];
    const over = stage.scrollHeight - stage.clientHeight;
    if (over > 0) found.push(`scrolls by ${over}`);
    const buttons = document.querySelectorAll('.control-face .button, .home-actions .button');
    if (buttons.length < 2) found.push(`${buttons.length} buttons`);
    for (const button of [...buttons, ...document.querySelectorAll('.cover-text, .control-row')]) {
      const { top, bottom } = button.getBoundingClientRect();
      const end = button.closest('.cover') === null ? foot : cover;
      if (top < 0 || bottom > end) found.push(`${button.className} is cut by ${bottom - end}`);
    }
    return found;
  });
}

for (const language of ['en', 'de'] as const)
  test(`shows launching and redeeming without scrolling in low windows: ${language}`, async ({
    page,
    open,
  }) => {
    const bridge = await open({
      ...wideHome,
      phase,
      info: {
        ...wideHome.info,
        language: { offered: ['en', 'de'], byDefault: null, current: language },
      },
    });
    const found: Record<string, readonly string[]> = {};
    let revision = 1;
    for (const [name, program] of [
      ['installed', wideHome.session.program],
      ['update', withUpdate],
      ['install', programSample],
    ] as const) {
      revision += 1;
      await bridge.publish(sessionOf(phase, { revision, program, notice }));
      for (const width of widths)
        for (const height of heights) {
          await page.setViewportSize({ width, height });
          const faults = await cut(page);
          if (faults.length > 0) found[`${name} ${width} x ${height}`] = faults;
        }
    }
    expect(found).toEqual({});
  });

test('a name of three lines stays above the cards of a low window', async ({ page, open }) => {
  await page.setViewportSize({ width: 760, height: 560 });
  const name = 'The Complete Northwind Drawing Studio for Illustrators and Animators';
  await open({ ...wideHome, phase, info: { brand: { ...wideHome.info.brand, name } } });
  const text = await page.locator('.cover-text').boundingBox();
  const cards = await page.locator('.home-deck').boundingBox();
  expect(text?.y).toBeGreaterThan(0);
  expect(text?.height).toBeGreaterThan(160);
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThan(cards?.y ?? 0);
});
