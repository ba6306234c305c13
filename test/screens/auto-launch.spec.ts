// The countdown to an automatic launch: Cancel, Escape and any opened form cancel it.
import { english } from '../../src/copy/en/window.ts';
import { expect, test } from './screen-page.ts';
import { nowMs, ready } from './samples.ts';
import { openSettings } from '../gallery/picture.ts';

const soon = { phase: ready, session: { launchAt: nowMs + 4000 } } as const;
const cancel = { name: english.waiting.cancel };

test('the countdown is not announced each second @main', async ({ page, open }) => {
  await open({ ...soon, stoppedClock: true });
  await expect(page.getByText('Launches automatically in 0:03.')).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(english.ready.autoLaunchSpoken);
  await page.clock.runFor(1100);
  await expect(page.getByText('Launches automatically in 0:02.')).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(english.ready.autoLaunchSpoken);
  await page.clock.runFor(9000);
  await expect(page.getByText('Launches automatically in 0:00.')).toBeVisible();
});

test('the countdown keeps the focus on Launch', async ({ page, open }) => {
  await open(soon);
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeFocused();
});

test('the countdown is cancelled once by Cancel', async ({ page, open }) => {
  const bridge = await open(soon);
  await page.getByRole('button', cancel).click();
  expect(await bridge.inputsOf('cancel')).toEqual([{}]);
});

test('the countdown is cancelled by Escape', async ({ page, open }) => {
  const bridge = await open(soon);
  await page.getByRole('button', cancel).waitFor();
  await page.keyboard.press('Escape');
  expect(await bridge.inputsOf('cancel')).toEqual([{}]);
});

test('the countdown is cancelled when a form opens', async ({ page, open }) => {
  const bridge = await open(soon);
  await openSettings(page, 'Account');
  expect(await bridge.inputsOf('cancel')).toEqual([{}]);
});

test('shows no Cancel and cancels nothing without a countdown', async ({ page, open }) => {
  const bridge = await open({ phase: ready });
  await page.getByRole('button', { name: english.ready.launch }).waitFor();
  await expect(page.getByRole('button', cancel)).toHaveCount(0);
  await openSettings(page, 'Account');
  expect(await bridge.inputsOf('cancel')).toEqual([]);
});
