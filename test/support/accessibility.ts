// Runs the accessibility checker axe on a page. The large script is injected once for each page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the violated rules with their elements. Runs all rules, or only `rules`. */
export async function axeViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
  };
  const { violations } = await page.evaluate((given) => window.axe.run(document, given), options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
}
