// Finds every page that a person can open: by the navigation, and by the links on the pages.
import type { Page } from '@playwright/test';
import { expect, type Desk } from './desk-page.ts';

/** Waits until everything that the page shows is loaded. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(page.locator('.skeleton, [aria-busy="true"]')).toHaveCount(0);
}

/** Opens a place by its fragment, as a fresh page. */
async function openHash(page: Page, desk: Pick<Desk, 'url'>, hash: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(desk.url + hash);
  await settled(page);
}

interface VisitOptions {
  /** How many new links of a page are followed. */
  readonly links?: number;
  /** Places of the application that no link leads to. */
  readonly also?: readonly (readonly string[])[];
}

/** Calls `visit` on every page of the signed-in person. Returns their fragments. */
export async function visitPages(
  page: Page,
  desk: Pick<Desk, 'url'>,
  visit: (hash: string) => Promise<void>,
  { links = 2, also = [] }: VisitOptions = {},
): Promise<readonly string[]> {
  const [application = ''] = new URL(page.url()).hash.replace('#/', '').split('/');
  const more = [['account'], ...also].map((place) =>
    ['#', application, ...place.map(encodeURIComponent)].join('/'),
  );
  const waiting = [...(await linksIn(page, 'nav')), ...more];
  const visited: string[] = [];
  for (let hash = waiting.shift(); hash !== undefined; hash = waiting.shift()) {
    if (visited.includes(hash)) continue;
    visited.push(hash);
    await openHash(page, desk, hash);
    await visit(hash);
    const found = await linksIn(page, 'main');
    const unknown = found.filter((one) => !visited.includes(one) && !waiting.includes(one));
    waiting.push(...unknown.slice(0, links));
  }
  return visited;
}

/** The fragments that links lead to. */
function linksIn(page: Page, container: string): Promise<string[]> {
  return page
    .locator(`${container} a[href^="#/"]`)
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);
}
