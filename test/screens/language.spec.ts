// The language of the window: the initial choice, loading, and changes that keep the input.
import { german } from '../../src/copy/de/window.ts';
import { english } from '../../src/copy/en/window.ts';
import { demoInfo, failureOf, ready, signedOut } from './samples.ts';
import { inEngine } from '../support/engine.ts';
import { expect, openScreen, sessionOf, test } from './screen-page.ts';

const both = ['en', 'de'] as const;
/** One chunk for each language. */
const chunks = /\/(?:first|later)-texts-[^/]*\.js$/;
const speaks = (current: 'en' | 'de' | null, offered: readonly ('en' | 'de')[] = both) => ({
  language: { offered, byDefault: null, current },
});

test('starts in the language of the main process and loads only that language @main', async ({
  page,
  open,
}) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text());
  });
  await open({ phase: signedOut, info: speaks('de') });
  await expect(page.getByRole('heading', { name: german.signIn.title })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page).toHaveTitle(`${german.signIn.title} · ${demoInfo.brand.name}`);
  const texts = await Promise.all(scripts);
  expect(texts.some((text) => text.includes(german.signIn.usernameMissing))).toBe(true);
  expect(texts.some((text) => text.includes(english.signIn.usernameMissing))).toBe(false);
});

test('preloads the language of the URL before the main process answers', async ({
  page,
  clientUrl,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/first-texts-')) requests.push(request.url());
  });
  await page.addInitScript(() => {
    const never = () => new Promise(() => undefined);
    Object.assign(window, { loader: { describe: never, getSession: never, onSession: never } });
  });
  for (const [address, count] of [
    ['?language=de', 1],
    ['?language=xx', 0],
    ['', 0],
  ] as const) {
    requests.length = 0;
    await page.goto(`${clientUrl}index.html${address}`, { waitUntil: 'networkidle' });
    await expect.poll(() => requests.length, address).toBe(count);
  }
});

test('prefers the language of the main process over the one in the URL', async ({
  page,
  clientUrl,
}) => {
  await openScreen(page, `${clientUrl}index.html?language=en`, {
    phase: signedOut,
    info: speaks('de'),
  });
  await expect(page.getByRole('heading', { name: german.signIn.title })).toBeVisible();
});

test.describe('the preferred language of the browser (de-AT)', () => {
  test.use({ locale: 'de-AT' });
  test('is used', async ({ page, open }) => {
    await open({ phase: signedOut, info: speaks(null) });
    await expect(page.getByRole('heading', { name: german.signIn.title })).toBeVisible();
  });
  test('is overridden by the main process', async ({ page, open }) => {
    await open({ phase: signedOut, info: speaks('en') });
    await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  });
});

test('keeps input and focus on a change, translates errors and saves the choice', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: signedOut, info: speaks('en') });
  await page.getByLabel('User name').fill('anna');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(english.signIn.passwordMissing)).toBeVisible();
  await page.getByLabel('Keep me signed in').check();
  await page.getByLabel('Language').focus();
  await page.getByLabel('Language').selectOption('de');

  await expect(page.getByRole('heading', { name: german.signIn.title })).toBeVisible();
  await expect(page.getByText(german.signIn.passwordMissing)).toBeVisible();
  await expect(page.getByLabel(german.signIn.username)).toHaveValue('anna');
  await expect(page.getByLabel(german.remember.label)).toBeChecked();
  await expect(page.getByLabel(german.footer.language)).toBeFocused();
  expect(await bridge.inputsOf('chooseLanguage')).toEqual([{ language: 'de' }]);

  await page.getByLabel(german.password.label, { exact: true }).fill('geheim');
  await page.getByLabel(german.footer.language).selectOption('en');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('geheim');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
});

test('localizes dates and numbers', { tag: inEngine.words }, async ({ page, open }) => {
  await open({ phase: ready, info: speaks('en') });
  const line = page.getByText(/^until /).first();
  await expect(line).toHaveText(/^until 14 March 2027 /);
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByText(/^bis 14\. März 2027 /).first()).toBeVisible();
});

test('keeps the old language until the new one is loaded', async ({ page, open }) => {
  const bridge = await open({ phase: ready, info: speaks('en') });
  const notice = { kind: 'failure', failure: failureOf({ code: 'offline' }) } as const;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(chunks, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Language').selectOption('de');
  await bridge.publish(sessionOf(ready, { revision: 2, notice }));
  await expect(page.getByText(english.connection.offline.title, { exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
  release();
  await expect(page.getByText(german.connection.offline.title, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: german.ready.launch })).toBeVisible();
});

test('offers no choice if there is only one language', async ({ page, open }) => {
  await open({ phase: signedOut, info: speaks('de', ['de']) });
  await expect(page.getByRole('heading', { name: german.signIn.title })).toBeVisible();
  await expect(page.getByRole('combobox')).toHaveCount(0);
});

test('shows the plain screen in English when the first language fails to load', async ({
  page,
  clientUrl,
}) => {
  await page.route(chunks, (route) => route.abort());
  // Does not use `open`, which fails because the page logs the failed request.
  await openScreen(page, clientUrl, { phase: signedOut, info: speaks('de') });
  await expect(page.getByRole('heading', { name: english.plain.stopped })).toBeVisible();
});

test('shows the plain screen when a chosen language fails to load', async ({ page, clientUrl }) => {
  await openScreen(page, clientUrl, { phase: signedOut, info: speaks('en') });
  await page.route(chunks, (route) => route.abort());
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('heading', { name: english.plain.stopped })).toBeVisible();
});
