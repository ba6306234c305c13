// Errors don't shift the layout: the submit button of each form stays in place and in view. New
// rows of the gallery's failure table are tested automatically.
import type { Page } from '@playwright/test';
import type { CommandName } from '../../src/shared/commands.ts';
import { inEngine } from '../support/engine.ts';
import { expect, test } from './screen-page.ts';
import { forms, type FormUnderTest, longest, refusing } from './steady-forms.ts';

const smallest = { width: 400, height: 560 } as const;
const larger = { width: 480, height: 680 } as const;

/** Tolerance for the position of the button, in pixels. */
const tolerance = 8;

interface Place {
  readonly top: number;
  /** The whole button is visible and can be pressed. */
  readonly inSight: boolean;
}

interface Answered extends Place {
  /** No alert has text. */
  readonly isSilent: boolean;
}

/**
 * Runs in the page: waits until the form has rendered `answers` replies, then measures its button.
 */
async function look(command: CommandName, answers: number): Promise<Place> {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const asked = () => window.stage.calls.filter(({ name }) => name === command).length;
  const busy = () => document.querySelector('form')?.ariaBusy === 'true';
  // A press renders a frame later: without this wait, a form in flight would look finished.
  do await frame();
  while (asked() < answers || busy());
  await frame();
  const button = document.querySelector('button[type=submit]');
  const main = document.querySelector('main')?.getBoundingClientRect();
  if (button === null || main === undefined) throw new Error('there is no form');
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const inSight = top >= main.top && bottom <= main.bottom && hit?.closest('button') === button;
  return { top, inSight };
}

const place = (page: Page, { command }: FormUnderTest, answers = 0): Promise<Place> =>
  page.evaluate(`(${look.toString()})(${JSON.stringify(command)}, ${answers})`);

/**
 * Runs in the page to avoid round trips: resubmits the filled form for each of `count` replies and
 * measures each time.
 */
async function sendAll(
  command: CommandName,
  count: number,
  lookAt: typeof look,
): Promise<Answered[]> {
  const fields = () => [...document.querySelectorAll<HTMLInputElement>('form input')];
  const filled = fields().map(({ value }) => value);
  const received: Answered[] = [];
  for (let answers = 1; answers <= count; answers += 1) {
    for (const [index, field] of fields().entries()) {
      if (field.value === filled[index]) continue;
      // React has not replaced the prototype's setter, so it notices this input.
      Reflect.set(HTMLInputElement.prototype, 'value', filled[index], field);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    await Promise.resolve();
    document.querySelector<HTMLElement>('button[type=submit]')?.click();
    const place = await lookAt(command, answers);
    // An alert can get its text a few frames after the layout.
    const said = () => document.querySelector('[role=alert]')?.textContent ?? '';
    for (let frames = 0; said() === '' && frames < 60; frames += 1)
      await new Promise((drawn) => requestAnimationFrame(drawn));
    received.push({ ...place, isSilent: said() === '' });
  }
  return received;
}

/** Fills the form and returns the measurement after each of its `count` replies. */
async function answered(page: Page, form: FormUnderTest, count: number): Promise<Answered[]> {
  await form.fill(page);
  return page.evaluate(
    `(${sendAll.toString()})(${JSON.stringify(form.command)}, ${count}, ${look.toString()})`,
  );
}

/** Describes how the button has moved from its initial place, or returns an empty string. */
function amiss({ top, inSight }: Place, rest: Place): string {
  const by = Math.abs(top - rest.top) > tolerance ? `moved by ${top - rest.top}` : '';
  return [by, inSight ? '' : 'out of sight'].filter(Boolean).join(', ');
}

for (const form of forms)
  test(
    `${form.name}: keeps the button in place on invalid input and every failure`,
    { tag: inEngine.layout },
    async ({ page, open }) => {
      await page.setViewportSize(larger);
      await open(refusing(form, form.failures));
      await form.arrive(page);
      const restInLarger = await place(page, form);
      await page.setViewportSize(smallest);
      const rest = await place(page, form);
      expect(rest.inSight).toBe(true);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').first()).toBeVisible();
      expect(await place(page, form), 'with nothing typed').toEqual(rest);
      await page.locator('form :is(input, textarea):focus').fill('x'.repeat(2100));
      await page.keyboard.press('Enter');
      expect(await place(page, form), 'with too much typed').toEqual(rest);
      const seen = await answered(page, form, form.failures.length);
      const moved = seen.flatMap((one, index) => {
        const what = one.isSilent ? 'silent' : amiss(one, rest);
        return what === '' ? [] : [`${form.failures[index]?.code ?? ''}: ${what}`];
      });
      // The last failure is still shown.
      await page.setViewportSize(larger);
      expect(moved).toEqual([]);
      expect(amiss(await place(page, form), restInLarger), 'in a larger window').toBe('');
    },
  );

for (const form of forms)
  test(`${form.name}: keeps the button in view with text at 200%`, async ({ page, open }) => {
    await page.setViewportSize(smallest);
    await open(refusing(form, [longest]));
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await form.arrive(page);
    const [answer] = await answered(page, form, 1);
    await page.setViewportSize(larger);
    const resized = await place(page, form);
    await page.setViewportSize(smallest);
    const back = await place(page, form);
    expect([answer?.inSight, resized.inSight, back.inSight]).toEqual([true, true, true]);
  });
