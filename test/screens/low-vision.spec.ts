// Accessibility for low vision and keyboard use: forced colours, more contrast and large
// text.
import type { Page } from '@playwright/test';
import { contrast } from '@latchkey/kit/colour.ts';
import { brokenWords } from '../gallery/broken-words.ts';
import { optionPictures } from '../gallery/options.ts';
import { phasePictures } from '../gallery/phases.ts';
import { chooseKeyAction, fillCode, submitSignIn } from '../gallery/picture.ts';
import { twoFactorPictures } from '../gallery/two-factor.ts';
import { inEngine } from '../support/engine.ts';
import { failureOf, ready, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';
import { smallWindows } from './small-windows.ts';

const refused = {
  signIn: [
    {
      result: {
        ok: false,
        failure: failureOf({ code: 'bad-credentials', triesLeft: null, retryAt: null }),
      },
    },
  ],
} as const;

const phases = Object.values(phasePictures).flatMap(([first]) => first?.open.phase ?? []);

/** The computed colours and border of an element. */
const looks = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { backgroundColor, color, borderTopStyle, borderTopWidth } = getComputedStyle(element);
      return { backgroundColor, color, borderTopStyle, borderTopWidth };
    });

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test(
    'distinguish an invalid field by its border',
    { tag: inEngine.layout },
    async ({ page, open }) => {
      await open({ phase: signedOut, replies: refused });
      await submitSignIn(page);
      await expect(page.getByRole('alert')).toBeVisible();
      const valid = await looks(page, 'input[name=username]');
      const invalid = await looks(page, 'input[name=password]');
      expect(invalid.borderTopWidth).not.toBe(valid.borderTopWidth);
      expect(invalid.borderTopStyle).not.toBe(valid.borderTopStyle);
    },
  );

  test('distinguish primary, outlined and disabled buttons', async ({ page, open }) => {
    await open({ phase: ready, replies: { launch: ['hold'] } });
    const filled = await looks(page, '.button.filled');
    const outlined = await looks(page, '.button.outlined');
    expect(filled.backgroundColor).not.toBe(outlined.backgroundColor);
    await page.mouse.move(5, 300);
    await page.keyboard.press('Enter');
    await expect(page.locator('.button.filled[aria-disabled]')).toBeVisible();
    const inert = await looks(page, '.button.filled');
    expect(inert.backgroundColor).not.toBe(filled.backgroundColor);
    expect(inert.color).not.toBe(outlined.color);
    expect(inert.borderTopStyle).not.toBe(outlined.borderTopStyle);
  });
});

function hexOf(rgb: string): string {
  const channels = (rgb.match(/\d+/g) ?? []).slice(0, 3).map(Number);
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`gives secondary text a contrast of 7:1 in ${colorScheme} mode if the user prefers more contrast`, async ({
    page,
    open,
  }) => {
    const measured = new Map<string, number>();
    await page.emulateMedia({ colorScheme, contrast: 'more', reducedMotion: 'reduce' });
    const bridge = await open({ phase: { kind: 'starting' } });
    for (const [index, phase] of phases.entries()) {
      await bridge.publish(sessionOf(phase, { revision: index + 2 }));
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      const pairs = await page.evaluate(() =>
        [...document.querySelectorAll('.lead, .small, .hint, dt, .trust, .foot-end, .chip')].map(
          (element) => {
            let behind: Element | null = element;
            const ground = () =>
              behind === null ? 'rgb(255, 255, 255)' : getComputedStyle(behind).backgroundColor;
            while (behind !== null && ground() === 'rgba(0, 0, 0, 0)')
              behind = behind.parentElement;
            return [element.className, getComputedStyle(element).color, ground()] as const;
          },
        ),
      );
      for (const [name, ink, ground] of pairs)
        measured.set(`${name}: ${ink} on ${ground}`, contrast(hexOf(ink), hexOf(ground)));
    }
    expect(measured.size).toBeGreaterThan(5);
    expect([...measured].filter(([, ratio]) => ratio < 7)).toEqual([]);
  });

for (const [pictures, name] of [
  [optionPictures, 'unread'],
  [twoFactorPictures, 'is-on'],
] as const)
  test(`breaks no word of messages and headings of settings in large text: ${name}`, async ({
    page,
    open,
  }) => {
    const picture = pictures.find((one) => one.name === name);
    if (picture === undefined) throw new Error('no such picture');
    const bridge = await open(picture.open);
    await picture.act?.(page, bridge);
    await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '200%' }));
    await page.setViewportSize({ width: 400, height: 680 });
    const parts = '.settings-head, .message p, .button';
    await expect(page.locator('.settings.narrow')).toBeVisible();
    expect(await brokenWords(page, parts)).toEqual([]);
  });

test('does not scroll when the sticky button gets the focus @main', async ({ page, open }) => {
  await page.setViewportSize({ width: 400, height: 560 });
  await open({ phase: signedOut });
  await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '200%' }));
  await chooseKeyAction(page, 'Create an account');
  const stage = page.locator('.stage');
  const scrolled = () => stage.evaluate(({ scrollTop }) => scrollTop);
  await stage.evaluate((element) => Object.assign(element, { scrollTop: 0 }));
  await page.locator('.submit > .button').focus();
  expect(await scrolled()).toBe(0);
  // The form is long enough to scroll.
  await stage.evaluate((element) => Object.assign(element, { scrollTop: 999 }));
  expect(await scrolled()).toBeGreaterThan(0);
});

test('scales icons and code cells with the text size', async ({ page, open }) => {
  await open({ phase: { kind: 'code-needed', username: 'theo' } });
  const sizes = () =>
    page.evaluate(() => {
      const icon = document.querySelector('footer .icon')?.getBoundingClientRect();
      const field = document.querySelector('.code');
      if (icon === undefined || field === null) throw new Error('there is nothing to measure');
      return { icon: icon.width, letter: Number.parseFloat(getComputedStyle(field).fontSize) };
    });
  const usual = await sizes();
  await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '150%' }));
  const large = await sizes();
  expect(large.icon / usual.icon).toBeCloseTo(1.5, 1);
  expect(large.letter / usual.letter).toBeCloseTo(1.5, 1);
});

test(
  'fits six cells into the code field at any size',
  { tag: inEngine.layout },
  async ({ page, open }) => {
    await open({ phase: { kind: 'code-needed', username: 'theo' } });
    await fillCode(page);
    for (const [, size, text] of smallWindows) {
      await page.setViewportSize(size);
      await page.evaluate(
        (fontSize) => Object.assign(document.documentElement.style, { fontSize }),
        text,
      );
      const { scroll, client } = await page.locator('.code').evaluate((field) => ({
        scroll: field.scrollWidth,
        client: field.clientWidth,
      }));
      expect(scroll).toBeLessThanOrEqual(client + 1);
    }
  },
);

test('allows reaching the disabled "Keep me signed in" and its reason by Tab', async ({
  page,
  open,
}) => {
  const bridge = await open({
    phase: signedOut,
    info: { remember: { possible: false, reason: 'no-key-store' } },
    replies: { signIn: ['hold'] },
  });
  const box = page.getByRole('checkbox', { name: 'Keep me signed in' });
  await page.getByRole('button', { name: 'Show password' }).focus();
  await page.keyboard.press('Tab');
  await expect(box).toBeFocused();
  await expect(box).toHaveAccessibleDescription(/can't save accounts safely/);
  await page.keyboard.press('Space');
  await expect(box).not.toBeChecked();
  await submitSignIn(page);
  expect(await bridge.inputsOf('signIn')).toMatchObject([{ remember: false }]);
});

test('hides a shown password on submit and after a refusal', async ({ page, open }) => {
  await open({ phase: signedOut, replies: refused });
  await page.getByLabel('User name').fill('anna');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('correct horse');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await password.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(password).toHaveAttribute('type', 'password');
});

test('keeps the account menu inside the smallest window at 200 %', async ({ page, open }) => {
  await page.setViewportSize({ width: 200, height: 320 });
  await open({ phase: ready });
  await page.getByRole('button', { name: /^Account of/ }).click();
  const { x = -1, width = 0 } = (await page.getByRole('menu').boundingBox()) ?? {};
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(200);
});
