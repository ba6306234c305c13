// No form covers its own fields: at every size of the gallery, a field and its error are visible as a
// whole when the field has the focus, also after a refusal.
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
 * Runs in the page: focuses each field in turn, and returns the points of the field and of its error
 * that another element covers, or that are outside of the part that scrolls.
 */
function covered(): readonly string[] {
  const found: string[] = [];
  for (const field of document.querySelectorAll<HTMLElement>('.box > :is(input, textarea)')) {
    field.blur();
    field.focus();
    const error = field.closest('.field')?.querySelector('.error');
    for (const element of [field, ...(error === null || error === undefined ? [] : [error])]) {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      for (const y of [top + 1, (top + bottom) / 2, bottom - 1]) {
        const hit = document.elementFromPoint((left + right) / 2, y);
        const isSeen = hit !== null && (element.contains(hit) || hit.contains(element));
        if (!isSeen || hit.matches('html, body, footer'))
          found.push(`${element.className || element.tagName} at ${String(Math.round(y))}`);
      }
    }
  }
  return found;
}

async function measure(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height });
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
