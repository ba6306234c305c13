// One grid: the title, the cards and the buttons of a screen share their edges at every width.
import type { Page } from '@playwright/test';
import { english } from '../../src/copy/en/window.ts';
import { openSettings } from '../gallery/picture.ts';
import { programSample, runningTask } from '../gallery/program.ts';
import { openCodes, openNewCodes } from '../gallery/recovery-codes.ts';
import { wideHome } from '../gallery/wide-home.ts';
import { failureOf, ready, report, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const widths = [400, 480, 760, 900, 1400];

/** The left and right edges of each place in the page, rounded. */
function edgesOf(page: Page, places: readonly string[]) {
  return page.evaluate((selectors) => {
    const edges = selectors.map((selector) => {
      const all = [...document.querySelectorAll(selector)]
        .filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect());
      const left = Math.min(...all.map((one) => one.left));
      return [selector, Math.round(left), Math.round(Math.max(...all.map((one) => one.right)))];
    });
    return edges as [place: string, left: number, right: number][]; // three values each
  }, places);
}

test('the home screen has two edges at every width', async ({ page, open }) => {
  await open(wideHome);
  await page.getByRole('button', { name: 'Launch' }).waitFor();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    const lefts = await edgesOf(page, ['.cover h1', '.home-card', '.home-actions .button']);
    expect(new Set(lefts.map(([, left]) => left)).size, JSON.stringify(lefts)).toBe(1);
    const wide = width >= 760 ? ['.head .menu-button'] : [];
    const rights = await edgesOf(page, ['.control-face', '.home-card', ...wide]);
    expect(new Set(rights.map(([, , right]) => right)).size, JSON.stringify(rights)).toBe(1);
  }
});

test('a price on a line of its own begins where the texts of its card begin', async ({
  page,
  open,
}) => {
  const language = { offered: ['en', 'de'], byDefault: null, current: 'de' } as const;
  await open({ ...wideHome, info: { ...wideHome.info, language } });
  await page.setViewportSize({ width: 760, height: 700 });
  const parts = ['.plans .headline', '.home-card-acts > bdi'];
  const [head, price] = await edgesOf(page, parts);
  const renew = await page.locator('.plans .button').boundingBox();
  const { y = 0 } = (await page.locator('.home-card-acts > bdi').boundingBox()) ?? {};
  expect(y).toBeGreaterThan((renew?.y ?? 0) + 16);
  expect(price?.[1]).toBe(head?.[1]);
});

for (const width of [760, 1400])
  test(`a form of the settings begins where its page begins at a width of ${width}`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await open(openCodes());
    await openSettings(page, 'Security');
    const before = await edgesOf(page, ['.stage h1', '.settings-list']);
    for (const name of ['Change password', english.twoFactor.turnOff, 'New codes']) {
      await page.getByRole('button', { name }).click();
      await expect(page.locator('.stage form')).toBeVisible();
      const [title, side] = await edgesOf(page, ['.stage form h1', '.settings-list']);
      expect(side).toEqual(before[1]);
      expect(title?.[1]).toBe(before[0]?.[1]);
      await page.keyboard.press('Escape');
      await expect(page.locator('.stage form')).toHaveCount(0);
    }
    await page.reload();
    await openNewCodes(page);
    const [title, side] = await edgesOf(page, ['.stage h1', '.settings-list']);
    expect(side).toEqual(before[1]);
    expect(title?.[1]).toBe(before[0]?.[1]);
  });

/** Shows each tooltip in turn, and returns those that cover a main action. */
function coveringTips(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.with-tip > .tip')].flatMap((tip) => {
      const { left, right, top, bottom } = tip.getBoundingClientRect();
      const isUnder = ({ left: l, right: r, top: t, bottom: b }: DOMRect) =>
        l < right && left < r && t < bottom && top < b;
      const main = [...document.querySelectorAll('main .filled, .control-face')].filter(
        (one) => !(tip.parentElement?.contains(one) ?? false),
      );
      return main.some((one) => isUnder(one.getBoundingClientRect())) ? [tip.textContent] : [];
    }),
  );
}

test('no tooltip covers the main action', async ({ page, open }) => {
  const bridge = await open({ phase: signedOut });
  const lapsed = { kind: 'no-subscription', username: 'erin', lapsed: [], report } as const;
  const phases = [
    signedOut,
    { ...lapsed, cause: 'expired' },
    { ...lapsed, cause: 'never' },
    { ...lapsed, cause: 'paused' },
    { kind: 'unreachable', username: 'anna', failure: failureOf({ code: 'offline' }) },
    { kind: 'banned', cause: 'user', username: 'anna', reason: null, report },
    { kind: 'wrong-device', username: 'anna', shortDeviceId: '9f2c41d8', report },
    wideHome.phase,
  ] as const;
  for (const [at, phase] of phases.entries())
    for (const width of [400, 900]) {
      await page.setViewportSize({ width, height: 600 });
      await bridge.publish(sessionOf(phase, { revision: 2 + at * 2 + (width > 400 ? 1 : 0) }));
      await page.locator('main h1').waitFor();
      expect(await coveringTips(page), `${phase.kind} at ${width}`).toEqual([]);
    }
});

test('buttons that remove something are red', async ({ page, open }) => {
  await open({ phase: ready, session: { program: programSample, tasks: [runningTask] } });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog').locator('.filled')).toHaveClass(/danger/);
});
