// No form covers its own fields: at every size of the gallery, a field and its error are fully
// visible when the field has the focus, also after a refusal.
import type { Page } from '@playwright/test';
import { inEngine } from '../support/engine.ts';
import { expect, test } from './screen-page.ts';
import { forms, refusing } from './steady-forms.ts';

const sizes = [
  { width: 400, height: 560 },
  { width: 420, height: 680 },
  { width: 480, height: 680 },
  { width: 900, height: 600 },
  { width: 1200, height: 900 },
] as const;

/**
 * Runs in the page. Returns the points of fields and their errors that are out of view although the
 * field has the focus, and those that another element covers while the form is scrolled.
 */
function covered(): readonly string[] {
  const found = new Set<string>();
  const points = (element: Element): readonly (readonly [x: number, y: number])[] => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [top + 1, (top + bottom) / 2, bottom - 1].map((y) => [(left + right) / 2, y]);
  };
  const partsOf = (field: Element): readonly Element[] => {
    const error = field.closest('.field')?.querySelector('.error');
    return error === null || error === undefined ? [field] : [field, error];
  };
  const isSeen = (element: Element, [x, y]: readonly [number, number]): boolean => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || element.closest('.field') === hit);
  };
  const fields = [...document.querySelectorAll<HTMLElement>('.box > :is(input, textarea)')];
  for (const field of fields) {
    field.blur();
    field.focus();
    for (const part of partsOf(field))
      if (!points(part).every((point) => isSeen(part, point)))
        found.add(`out of view: ${part.className || part.tagName}`);
  }
  const stage = fields[0]?.closest('.stage') ?? null;
  if (stage === null) return [...found];
  const view = stage.getBoundingClientRect();
  for (let top = 0; top <= stage.scrollHeight - stage.clientHeight; top += 20) {
    stage.scrollTop = top;
    for (const part of fields.flatMap(partsOf))
      for (const point of points(part)) {
        const inView = point[1] > view.top + 1 && point[1] < view.bottom - 1;
        if (inView && !isSeen(part, point)) found.add(`covered: ${part.className || part.tagName}`);
      }
  }
  return [...found];
}

async function measure(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height });
    // The settings follow the new width in the next frame.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    const wrong = await page.evaluate(covered);
    if (wrong.length > 0) found[`${String(width)} x ${String(height)}`] = wrong;
  }
  return found;
}

for (const form of forms)
  test(
    `covers no field of the form: ${form.name}`,
    { tag: inEngine.layout },
    async ({ page, open }) => {
      // The first failure that is shown at a field, not below the form.
      await open(refusing(form, form.failures.slice(0, 1)));
      await form.arrive(page);
      expect(await measure(page), 'before an answer').toEqual({});
      await form.fill(page);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').first().waitFor();
      expect(await measure(page), 'after a refusal').toEqual({});
    },
  );
