// The scripts of the page: the first draws the start and the sign-in, the second all other screens.
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { languageCodes } from '../../src/shared/languages.ts';
import { openSettings } from '../gallery/picture.ts';
import { ready, signedOut } from './samples.ts';
import { expect, openScreen, sessionOf, test } from './screen-page.ts';

const secondScript = /\/later-[\w-]+\.js$/;

/** Records the scripts that a page loads: their bodies, by path. */
function scriptsOf(page: Page): Map<string, Promise<Buffer>> {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.set(new URL(response.url()).pathname, response.body());
  });
  return scripts;
}

/** Holds the second script back until `release`. */
async function holdSecondScript(page: Page) {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(secondScript, async (route) => {
    await held;
    await route.continue();
  });
  return { release };
}

for (const current of languageCodes)
  test(`loads a small first script, one language, and then the rest: ${current}`, async ({
    page,
    open,
  }) => {
    const scripts = scriptsOf(page);
    const language = { offered: languageCodes, byDefault: null, current } as const;
    await open({ phase: signedOut, info: { language } });
    await expect.poll(() => scripts.size).toBe(3);
    const sizes = new Map<string, number>();
    for (const [path, body] of scripts)
      sizes.set(path.replace(/.*\/|-[\w-]+\.js$/g, ''), gzipSync(await body, { level: 9 }).length);
    expect([...sizes.keys()].toSorted()).toEqual(['index', 'later', 'window']);
    expect(sizes.get('index')).toBeLessThan(95_000);
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(145_000);
  });

test('draws the sign-in without the second script, and opens a form once it is loaded @main', async ({
  page,
  open,
}) => {
  const { release } = await holdSecondScript(page);
  await open({ phase: signedOut });
  await page.getByLabel('User name').fill('anna');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByLabel('User name')).toHaveValue('anna');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('User name')).toHaveValue('anna');
});

test('shows the start while the screen of a sign-in is loading', async ({ page, open }) => {
  const { release } = await holdSecondScript(page);
  const bridge = await open({ phase: { kind: 'starting' } });
  await bridge.publish(sessionOf(ready, { revision: 2 }));
  await expect(page.locator('.starting .spinner')).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Launch' })).toBeFocused();
  await expect(page.locator('.starting')).toHaveCount(0);
});

test('draws a reloaded page only with the screen that it shows', async ({ page, open }) => {
  await page.addInitScript(() => {
    const received: string[] = [];
    Object.assign(globalThis, { seen: received });
    new MutationObserver(() => {
      for (const { className } of document.querySelectorAll('.starting, .home'))
        received.push(className);
    }).observe(document, { childList: true, subtree: true });
  });
  await open({ phase: ready });
  await page.getByRole('button', { name: 'Launch' }).waitFor();
  // The script above sets it.
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  expect([...new Set(seen)]).toEqual(['home']);
});

test('shows the plain screen if the second script cannot be loaded', async ({
  page,
  clientUrl,
}) => {
  await page.route(secondScript, (route) => route.abort());
  await openScreen(page, clientUrl, { phase: signedOut });
  await page.getByRole('heading', { name: 'This window ran into a problem' }).waitFor();
  await openScreen(page, clientUrl, { phase: ready });
  await page.getByRole('heading', { name: 'This window ran into a problem' }).waitFor();
});

test('loads no further file for screens and forms', async ({ page, open }) => {
  const scripts = scriptsOf(page);
  const bridge = await open({ phase: signedOut });
  await expect.poll(() => scripts.size).toBe(3);
  const received: string[] = [];
  page.on('request', (request) => received.push(request.url()));
  await bridge.publish(sessionOf(ready, { revision: 2 }));
  await openSettings(page, 'Appearance and language');
  expect(received).toEqual([]);
});
