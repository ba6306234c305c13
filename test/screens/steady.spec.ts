// Errors move nothing: whatever the service answers, the button of each form stays where it was and in sight. The rows are
// every failure that there is, so that a new one is looked at by itself.
import type { Page } from '@playwright/test';
import type { CommandName } from '../../src/shared/commands.ts';
import { longSellerText } from './samples.ts';
import { expect, test } from './screen-page.ts';
import { failures, forms, type FormUnderTest } from './steady-forms.ts';

const sizes = [
  { width: 480, height: 680 },
  { width: 400, height: 560 },
] as const;

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

/**
 * Runs in the page, where a press costs no way: sends the filled form again after each answer, and looks each time, from the answer
 * `from` on until there were `count`.
 */
async function sendAll(
  command: CommandName,
  from: number,
  count: number,
  lookAt: typeof look,
): Promise<Answered[]> {
  const fields = () => [...document.querySelectorAll<HTMLInputElement>('form input')];
  const filled = fields().map(({ value }) => value);
  const seen: Answered[] = [];
  for (let answers = from; answers <= count; answers += 1) {
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

/** What is seen after each of the form's failures, from the first (1) or a later one on. */
async function answered(
  page: Page,
  form: FormUnderTest,
  count: number,
  from = 1,
): Promise<Answered[]> {
  await form.fill(page);
  return page.evaluate(
    `(${sendAll.toString()})(${JSON.stringify(form.command)}, ${from}, ${count}, ${look.toString()})`,
  );
}

for (const form of forms)
  for (const size of sizes)
    test(`${form.name}, ${size.width} x ${size.height}: no failure moves the button`, async ({
      page,
      open,
    }) => {
      await page.setViewportSize(size);
      await open(form.open);
      await form.arrive(page);
      const rest = await place(page, form);
      expect(rest.inSight).toBe(true);
      const all = form.failures ?? failures;
      const seen = await answered(page, form, all.length);
      const moved = seen.flatMap(({ top, inSight, isSilent }, index) =>
        Math.abs(top - rest.top) > tolerance || !inSight || isSilent
          ? [
              `${all[index]?.code ?? ''}: by ${top - rest.top}${inSight ? '' : ', out of sight'}${isSilent ? ', silent' : ''}`,
            ]
          : [],
      );
      expect(moved).toEqual([]);
    });

for (const form of forms)
  for (const [index, size] of sizes.entries())
    test(`${form.name}, text twice as large, ${size.width} x ${size.height}: the button stays in sight`, async ({
      page,
      open,
    }) => {
      await page.setViewportSize(size);
      await open(form.open);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      await form.arrive(page);
      const all = form.failures ?? failures;
      const longest = all.findLastIndex(({ sellerText }) => sellerText === longSellerText) + 1;
      const seen = await answered(page, form, longest);
      // With the longest message there, the window gets another size.
      await page.setViewportSize(sizes[1 - index] ?? size);
      const resized = await place(page, form);
      await page.setViewportSize(size);
      seen.push(...(await answered(page, form, all.length, longest + 1)));
      const hidden = seen.flatMap(({ inSight }, at) => (inSight ? [] : [all[at]?.code]));
      expect({ hidden, resized: resized.inSight }).toEqual({ hidden: [], resized: true });
    });

for (const form of forms)
  test(`${form.name}: what is missing or cannot be right moves the button as little`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize(sizes[1]);
    await open(form.open);
    await form.arrive(page);
    const rest = await place(page, form);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').first()).toBeVisible();
    expect(await place(page, form)).toEqual(rest);
    const field = page.locator('form :is(input, textarea):focus');
    await field.fill('x'.repeat(2100));
    await page.keyboard.press('Enter');
    expect(await place(page, form)).toEqual(rest);
  });
