// At 200 % zoom, the focus ring of every control is fully visible: no box or window edge clips it.
import type { Page } from '@playwright/test';
import { phasePictures } from '../gallery/phases.ts';
import { openRecoveryStep } from '../gallery/recovery-codes.ts';
import { chooseKeyAction, openRedeem } from '../gallery/picture.ts';
import { ready, signedOut } from './samples.ts';
import { expect, test } from './screen-page.ts';

/** The default and the smallest window, at 200 %. */
const sizes = [
  { width: 450, height: 300 },
  { width: 200, height: 280 },
] as const;

interface Ring {
  /** Index in document order. */
  readonly index: number;
  readonly name: string;
  /** The boxes that clip the ring, each with the side and the number of pixels. */
  readonly cuts: readonly string[];
}

/** Returns the focused control and what clips its ring; null if nothing has the focus. */
const ringOf = (page: Page): Promise<Ring | null> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body) return null;
    const style = getComputedStyle(at);
    const around = Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset);
    const box = at.getBoundingClientRect();
    const cuts: string[] = [];
    const compare = (
      by: string,
      edge: { top: number; left: number; right: number; bottom: number },
    ) => {
      const over = {
        top: edge.top - (box.top - around),
        left: edge.left - (box.left - around),
        right: box.right + around - edge.right,
        bottom: box.bottom + around - edge.bottom,
      };
      for (const [side, px] of Object.entries(over))
        if (px > 0.5) cuts.push(`${by} cuts ${px.toFixed(1)} px at the ${side}`);
    };
    compare('the window', { top: 0, left: 0, right: innerWidth, bottom: innerHeight });
    for (let outer = at.parentElement; outer !== null; outer = outer.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(outer);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const { top, left } = outer.getBoundingClientRect();
      const [x, y] = [left + outer.clientLeft, top + outer.clientTop];
      const edge = {
        top: y,
        left: x,
        right: x + outer.clientWidth,
        bottom: y + outer.clientHeight,
      };
      compare(`${outer.tagName}.${outer.className}`, edge);
    }
    const index = [...document.querySelectorAll('*')].indexOf(at);
    return { index, name: `${at.tagName} ${at.textContent}`, cuts };
  });

for (const [kind, phase, act] of [
  ['sign-in', signedOut, null],
  ['redeem', ready, openRedeem],
  ['create an account', signedOut, (page: Page) => chooseKeyAction(page, 'Create an account')],
  ['code', { kind: 'code-needed', username: 'theo' }, null],
  ['recovery code', { kind: 'code-needed', username: 'theo', recovery: true }, openRecoveryStep],
  ['ready', ready, null],
  ...Object.entries(phasePictures)
    .filter(([of]) => ['no-subscription', 'wrong-device', 'unreachable', 'banned'].includes(of))
    .map(([of, [first]]) => [of, first?.open.phase ?? ready, null] as const),
] as const)
  test(`shows every focus ring of ${kind} completely at 200 % zoom`, async ({ page, open }) => {
    await open({ phase });
    await act?.(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      const received: number[] = [];
      // Until the focus returns to the first control.
      for (let press = 0; press < 40; press += 1) {
        await page.keyboard.press('Tab');
        const ring = await ringOf(page);
        if (ring === null) continue;
        if (ring.index === received[0]) break;
        expect(ring.cuts, `${ring.name} at ${size.width} x ${size.height}`).toEqual([]);
        received.push(ring.index);
      }
      expect(received.length).toBeGreaterThan(2);
      expect(received.length).toBeLessThan(40);
    }
  });
