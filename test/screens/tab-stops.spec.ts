// Tab reaches every control in document order, and the focused control is in view, even in small
// windows.
import type { Page } from '@playwright/test';
import type { Phase } from '../../src/shared/session.ts';
import { refusedSignIn } from '../gallery/computers.ts';
import { phasePictures } from '../gallery/phases.ts';
import { openRecoveryStep } from '../gallery/recovery-codes.ts';
import { chooseKeyAction, openRedeem } from '../gallery/picture.ts';
import { inEngine } from '../support/engine.ts';
import { ready, signedOut } from './samples.ts';
import { expect, test } from './screen-page.ts';
import { smallWindows } from './small-windows.ts';

interface Stop {
  /** Index in document order; -1 if nothing has the focus. */
  readonly index: number;
  readonly name: string;
  readonly isInSight: boolean;
}

const stop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const at = document.activeElement;
    const main = document.querySelector('main');
    if (at === null || main === null || at === document.body)
      return { index: -1, name: '', isInSight: false };
    const { top, bottom, left, right } = at.getBoundingClientRect();
    const frame = (main.contains(at) ? main : document.body).getBoundingClientRect();
    const x = (left + right) / 2;
    const isSeen = [top + 1, (top + bottom) / 2, bottom - 1].every((y) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (at.contains(hit) || hit.contains(at));
    });
    return {
      index: [...document.querySelectorAll('*')].indexOf(at),
      name: `${at.tagName} ${at.textContent}`,
      isInSight: isSeen && top >= frame.top - 1 && bottom <= frame.bottom + 1,
    };
  });

/** Presses the key until the focus returns to the first stop, and returns each stop once. */
async function goRound(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press(key);
    const next = await stop(page);
    if (next.index === stops[0]?.index) return stops;
    if (next.index !== -1) stops.push(next);
  }
  throw new Error(`${key} does not come round`);
}

/** The indexes of all enabled, visible controls in document order. */
const controls = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('*')];
    return all.flatMap((element, index) =>
      element.matches(':is(button, input, select, textarea):enabled:not([tabindex="-1"])') &&
      element.checkVisibility({ visibilityProperty: true })
        ? [index]
        : [],
    );
  });

const wide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, header, footer')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => element.tagName),
  );

const rising = (stops: readonly Stop[]) =>
  stops.map(({ index }) => index).sort((one, other) => one - other);

const screens: readonly (readonly [string, Phase, ((page: Page) => Promise<void>) | null])[] = [
  ['sign-in', signedOut, null],
  ['redeem', ready, openRedeem],
  ['create an account', signedOut, (page) => chooseKeyAction(page, 'Create an account')],
  ['a key alone', signedOut, (page) => chooseKeyAction(page, 'Sign in with only the key')],
  ['code', { kind: 'code-needed', username: 'theo' }, null],
  ['recovery code', { kind: 'code-needed', username: 'theo', recovery: true }, openRecoveryStep],
  ['ready', ready, null],
  ['the list of computers', refusedSignIn, null],
  ...Object.entries(phasePictures)
    .filter(([of]) => ['no-subscription', 'wrong-device', 'unreachable', 'banned'].includes(of))
    .map(([of, [first]]) => [of, first?.open.phase ?? ready, null] as const),
];

async function expectRounds(
  page: Page,
  [name, size, text]: (typeof smallWindows)[number],
): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    (fontSize) => Object.assign(document.documentElement.style, { fontSize }),
    text,
  );
  const there = await goRound(page, 'Tab');
  const back = await goRound(page, 'Shift+Tab');
  const hidden = [...there, ...back].filter(({ isInSight }) => !isInSight);
  expect(hidden, `${name}: out of sight`).toEqual([]);
  expect(await controls(page), `${name}: stops of Tab`).toEqual(rising(there));
  for (const [stops, step] of [
    [there, 1],
    [back, -1],
  ] as const) {
    // The order wraps after the last stop.
    const turns = stops.filter(
      ({ index }, at) => (index - (stops.at(at - 1)?.index ?? 0)) * step < 0,
    );
    expect(turns.length, `${name}: comes round once`).toBeLessThanOrEqual(1);
  }
  expect(rising(back), `${name}: stops of Shift+Tab`).toEqual(rising(there));
  expect(await wide(page), `${name}: too wide`).toEqual([]);
}

/** The last one has more space than the others. */
const [largeText, zoomed, smallest] = smallWindows;
for (const [kind, phase, act] of screens)
  for (const [place, sizes] of [
    ['view', [largeText, zoomed]],
    ['view in the smallest window', [smallest]],
  ] as const)
    test(
      `allows reaching every control of ${kind} by Tab, in order and in ${place}`,
      { tag: inEngine.focus },
      async ({ page, open }) => {
        await open({ phase });
        await act?.(page);
        for (const size of sizes) await expectRounds(page, size);
      },
    );
