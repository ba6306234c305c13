// Errors move nothing: whatever the service answers, the button of each form stays where it was and in sight. A new row of the
// gallery's failures is tried here, too.
import type { Page } from '@playwright/test';
import type { CommandName } from '../../src/shared/commands.ts';
import { inEngine } from '../support/engine.ts';
import { expect, test } from './screen-page.ts';
import { forms, type FormUnderTest, longest, refusing } from './steady-forms.ts';

const smallest = { width: 400, height: 560 } as const;
const larger = { width: 480, height: 680 } as const;

/** How far the button may be from its place, in pixels. */
const tolerance = 8;

interface Place {
  readonly top: number;
  /** All of it can be seen and pressed where it is. */
  readonly inSight: boolean;
}

interface Answered extends Place {
  /** Nothing is said. */
  readonly isSilent: boolean;
}

/** Runs in the page: waits until the form has been answered `answers` times and drawn, then looks at its button. */
async function look(command: CommandName, answers: number): Promise<Place> {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const asked = () => window.stage.calls.filter(({ name }) => name === command).length;
  const busy = () => document.querySelector('form')?.ariaBusy === 'true';
  // A press is drawn a moment later: looked at first, a form that sends would seem to be done.
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

/** Runs in the page, where a press costs no way: sends the filled form again after each of `count` answers, and looks each time. */
async function sendAll(
  command: CommandName,
  count: number,
  lookAt: typeof look,
): Promise<Answered[]> {
  const fields = () => [...document.querySelectorAll<HTMLInputElement>('form input')];
  const filled = fields().map(({ value }) => value);
  const seen: Answered[] = [];
  for (let answers = 1; answers <= count; answers += 1) {
    for (const [index, field] of fields().entries()) {
      if (field.value === filled[index]) continue;
      // By the setter that React has not replaced: it hears of what is typed.
      Reflect.set(HTMLInputElement.prototype, 'value', filled[index], field);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    await Promise.resolve();
    document.querySelector<HTMLElement>('button[type=submit]')?.click();
    const place = await lookAt(command, answers);
    // What is read aloud may come a moment after what is seen.
    const said = () => document.querySelector('[role=alert]')?.textContent ?? '';
    for (let frames = 0; said() === '' && frames < 60; frames += 1)
      await new Promise((drawn) => requestAnimationFrame(drawn));
    seen.push({ ...place, isSilent: said() === '' });
  }
  return seen;
}

/** What is seen after each of the form's `count` answers. */
async function answered(page: Page, form: FormUnderTest, count: number): Promise<Answered[]> {
  await form.fill(page);
  return page.evaluate(
    `(${sendAll.toString()})(${JSON.stringify(form.command)}, ${count}, ${look.toString()})`,
  );
}

/** What is wrong with the place of the button, compared with its place at rest; empty: nothing. */
function amiss({ top, inSight }: Place, rest: Place): string {
  const by = Math.abs(top - rest.top) > tolerance ? `moved by ${top - rest.top}` : '';
  return [by, inSight ? '' : 'out of sight'].filter(Boolean).join(', ');
}

for (const form of forms)
  test(
    `${form.name}: no slip and no failure moves the button @slow`,
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
      // The last answer still stands.
      await page.setViewportSize(larger);
      expect(moved).toEqual([]);
      expect(amiss(await place(page, form), restInLarger), 'in a larger window').toBe('');
    },
  );

for (const form of forms)
  test(`${form.name}, text twice as large: the button stays in sight @slow`, async ({
    page,
    open,
  }) => {
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
