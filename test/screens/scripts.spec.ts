// The page's script and each language are in two parts: the first screen needs one of them. No screen is ever empty for want of
// the other.
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { languageCodes } from '../../src/shared/languages.ts';
import { openRedeem } from '../gallery/picture.ts';
import { installFakeBridge } from '../support/fake-bridge.ts';
import { demoInfo, failureOf, ready, redeemAlone, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const later = /later-[^/]*\.js$/;

function scriptsOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') seen.push(request.url());
  });
  return seen;
}

test('the sign-in form needs one script and its language; the other one comes after it', async ({
  page,
  open,
}) => {
  const seen = scriptsOf(page);
  await open({ phase: signedOut, stoppedClock: true });
  await expect(page.getByLabel('User name')).toBeFocused();
  expect(seen).toHaveLength(2);
  await page.clock.runFor(400);
  await expect.poll(() => seen.length).toBe(4);
  expect(seen[2]).toMatch(later);
  expect(seen[3]).toMatch(later);
});

for (const current of languageCodes)
  test(`what is loaded before the sign-in form is small: ${current}`, async ({ page, open }) => {
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    const language = { offered: languageCodes, byDefault: null, current } as const;
    await open({ phase: signedOut, info: { language }, stoppedClock: true });
    expect(scripts).toHaveLength(2);
    const packed = (await Promise.all(scripts)).map((body) => gzipSync(body, { level: 9 }).length);
    // The bound is 87 KB; what is kept free is for the screens to come, whose way in stands on the first one.
    expect(packed.reduce((sum, size) => sum + size, 0)).toBeLessThan(84_000);
  });

/** The later parts, as long as the test holds them back. */
async function holdLater(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(later, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

test('a refusal whose words are not there yet waits for them', async ({ page, open }) => {
  const release = await holdLater(page);
  const failure = failureOf({ code: 'bad-credentials', triesLeft: null, retryAt: null });
  const bridge = await open({
    phase: signedOut,
    replies: { signIn: [{ result: { ok: false, failure } }] },
  });
  await page.getByLabel('User name').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect.poll(() => bridge.inputsOf('signIn')).toHaveLength(1);
  await expect(page.locator('form')).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByText('That user name and password do not match')).toBeVisible();
  await expect(page.locator('form')).toHaveAttribute('aria-busy', 'false');
});

test('so does what a start has to tell', async ({ page, open }) => {
  const release = await holdLater(page);
  const bridge = await open({ phase: signedOut });
  const failure = failureOf({ code: 'vault-unreadable' });
  const notice = { kind: 'failure', failure } as const;
  await bridge.publish(sessionOf({ ...signedOut, failure }, { revision: 2 }));
  await bridge.publish(sessionOf({ ...signedOut, failure }, { revision: 3, notice }));
  await expect(page.getByLabel('User name')).toBeFocused();
  release();
  await expect(page.getByText('key store did not open your kept sign-in')).toBeVisible();
});

test('a screen that is not there yet waits behind the one that is', async ({ page, open }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(later, async (route) => {
    await held;
    await route.continue();
  });
  const bridge = await open({ phase: signedOut });
  await page.evaluate(() => {
    const empty: string[] = [];
    Object.assign(window, { empty });
    new MutationObserver(() => {
      if (document.querySelector('main h1') === null) empty.push(document.body.innerHTML);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await bridge.publish(sessionOf(ready, { revision: 2 }));
  await bridge.publish(sessionOf({ ...ready, announcement: 'The newest.' }, { revision: 3 }));
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Launch' })).toBeFocused();
  await expect(page.getByText('The newest.')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'empty') as string[])).toEqual([]); // made above
});

test('the redeem form is asked for before it is there', async ({ page, open }) => {
  await page.route(later, async (route) => {
    await new Promise((then) => setTimeout(then, 300));
    await route.continue();
  });
  await open({ phase: signedOut, info: redeemAlone });
  await openRedeem(page);
  await expect(page.getByLabel('License key')).toBeVisible();
});

test('a part that cannot be loaded ends in a plain screen, not in an empty one', async ({
  page,
  clientUrl,
}) => {
  await page.route(later, (route) => route.abort());
  const bridge = await installFakeBridge(page, {
    info: demoInfo,
    session: sessionOf(signedOut),
    cancelled: failureOf({ code: 'cancelled' }),
  });
  await page.goto(clientUrl);
  await expect(page.getByLabel('User name')).toBeFocused();
  await bridge.publish(sessionOf(ready, { revision: 2 }));
  await expect(page.getByRole('heading', { name: 'This window ran into a problem' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible();
});
