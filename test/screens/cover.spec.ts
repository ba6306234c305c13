// The position of the cover in windows of every width, and the parts of the header that it shows.
import type { Page } from '@playwright/test';
import { brands } from '../gallery/brands.ts';
import { openRedeem, openSettings } from '../gallery/picture.ts';
import { ready, report, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const wrongDevice = {
  kind: 'wrong-device',
  username: 'anna',
  shortDeviceId: '9f2c41d8',
  report,
} as const;

interface Places {
  readonly cover: DOMRect | undefined;
  readonly main: DOMRect;
}

const places = (page: Page): Promise<Places> =>
  page.evaluate(() => {
    const cover = [...document.querySelectorAll('.cover')].find((one) => one.checkVisibility());
    const main = document
      .querySelector('.column, .home-cards, .settings-page')
      ?.getBoundingClientRect();
    if (main === undefined) throw new Error('there is no column');
    return { cover: cover?.getBoundingClientRect(), main };
  });

test('is beside forms and states in windows of at least 760 pixels @main', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: signedOut, info: { brand: brands['game'] ?? never() } });
  const header = page.getByRole('banner').getByText('Emberfall');
  const title = page.getByRole('region', { name: 'Emberfall' }).locator('.cover-title');
  for (const [index, phase] of [signedOut, wrongDevice].entries()) {
    await bridge.publish(sessionOf(phase, { revision: index + 2 }));
    await page.setViewportSize({ width: 759, height: 600 });
    await expect(header).toBeVisible();
    await expect(title).toBeHidden();
    await page.setViewportSize({ width: 760, height: 600 });
    await expect(header).toBeHidden();
    await expect(title).toHaveText('Emberfall');
    await expect(page.getByText('The last fire is yours.')).toBeVisible();
    const { cover, main } = await places(page);
    expect(cover).toMatchObject({ x: 0, y: 0, height: 600 });
    expect(cover?.width).toBeCloseTo(760 * 0.44, 0);
    expect(main.x).toBeGreaterThan(cover?.right ?? 760);
  }
});

test('is above the home screen, beside its forms, and not shown in the settings', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await open({ phase: ready });
  const home = await places(page);
  expect(home.cover).toMatchObject({ x: 0, y: 0, width: 900, height: 220 });
  expect(home.main.y).toBeGreaterThan(220);
  await openRedeem(page);
  expect((await places(page)).cover).toMatchObject({ x: 0, height: 600 });
  await page.keyboard.press('Escape');
  await openSettings(page, 'Account');
  expect((await places(page)).cover).toBeUndefined();
});

test('is hidden in a wide but very low window', async ({ page, open }) => {
  await page.setViewportSize({ width: 900, height: 400 });
  await open({ phase: signedOut });
  expect((await places(page)).cover).toBeUndefined();
  await expect(page.getByRole('banner').getByText('Northwind Studio')).toBeVisible();
});

test("fills the cover with the brand's picture, and announces no picture", async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await open({ phase: signedOut, info: { brand: brands['indigo'] ?? never() } });
  const picture = page.locator('.cover-picture');
  await expect(picture).toHaveAttribute('alt', '');
  expect(await picture.evaluate((image) => image.getBoundingClientRect())).toMatchObject({
    width: 396,
    height: 600,
  });
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(90);
});

function never(): never {
  throw new Error('the gallery has no such brand');
}
