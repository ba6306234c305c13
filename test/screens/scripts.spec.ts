// The scripts of the page: the first draws the start and the sign-in, the second all other screens
// but the settings and the chat, which load when the user opens them.
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { languageCodes } from '../../src/shared/languages.ts';
import { openSettings } from '../gallery/picture.ts';
import { failureOf, ready, signedOut } from './samples.ts';
import { expect, openScreen, sessionOf, test } from './screen-page.ts';

const secondScript = /\/later-[\w-]{8}\.js$/;
const laterTexts = /\/later-texts-[\w-]+\.js$/;
const thirdScript = /\/opened-[\w-]+\.js$/;

/** Bytes of gzip. `first`: the first script and its texts. */
const limits = { first: 91_000, atStart: 136_000, opened: 18_000 } as const;

/** Records the scripts that a page loads: their bodies, by path. */
function scriptsOf(page: Page): Map<string, Promise<Buffer>> {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.set(new URL(response.url()).pathname, response.body());
  });
  return scripts;
}

/** Returns the compressed sizes of the loaded scripts, by name. */
async function sizesOf(
  scripts: ReadonlyMap<string, Promise<Buffer>>,
): Promise<Readonly<Record<string, number>>> {
  const sizes: Record<string, number> = {};
  for (const [path, body] of scripts)
    sizes[path.replace(/.*\/|-[\w-]{8}\.js$/g, '')] = gzipSync(await body, { level: 9 }).length;
  return sizes;
}

/** Holds a script back until `release`. */
async function hold(page: Page, script: RegExp) {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(script, async (route) => {
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
    await expect.poll(() => scripts.size).toBe(4);
    const sizes = await sizesOf(scripts);
    const { index = NaN, 'first-texts': texts = NaN } = sizes;
    expect(Object.keys(sizes).toSorted()).toEqual(['first-texts', 'index', 'later', 'later-texts']);
    expect(index + texts).toBeLessThan(limits.first);
    expect(Object.values(sizes).reduce((sum, size) => sum + size)).toBeLessThan(limits.atStart);
  });

test('draws the sign-in without the second script, and opens a form once it is loaded @main', async ({
  page,
  open,
}) => {
  const { release } = await hold(page, secondScript);
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
  const { release } = await hold(page, secondScript);
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

test('loads one more script for settings and chat, and none for other screens', async ({
  page,
  open,
}) => {
  const scripts = scriptsOf(page);
  const bridge = await open({ phase: signedOut });
  await expect.poll(() => scripts.size).toBe(4);
  scripts.clear();
  await bridge.publish(sessionOf(ready, { revision: 2 }));
  await page.getByRole('button', { name: 'Launch' }).waitFor();
  expect([...scripts.keys()]).toEqual([]);
  await openSettings(page, 'Appearance and language');
  const { opened = NaN, ...others } = await sizesOf(scripts);
  expect(others).toEqual({});
  expect(opened).toBeLessThan(limits.opened);
});

test('keeps the screen until the settings have loaded', async ({ page, open }) => {
  const { release } = await hold(page, thirdScript);
  await open({ phase: signedOut });
  await page.getByRole('button', { name: 'Have a license key?' }).click();
  const key = page.getByLabel('License key');
  await key.fill('AAAA');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(key).toHaveValue('AAAA');
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(key).toHaveValue('AAAA');
});

test('shows a failed sign-in only with its reason', async ({ page, open }) => {
  const { release } = await hold(page, laterTexts);
  const failure = failureOf({ code: 'bad-credentials', triesLeft: null, retryAt: null });
  const bridge = await open({ phase: { kind: 'starting' } });
  await bridge.publish(sessionOf({ ...signedOut, failure }, { revision: 2 }));
  await expect(page.locator('.starting .spinner')).toBeVisible();
  release();
  await expect(page.getByLabel('User name')).toBeVisible();
  await expect(page.getByText('Your saved password no longer works')).toBeVisible();
});
