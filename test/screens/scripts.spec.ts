// The page's script is in two parts: the first screen needs one of them. No screen is ever empty for want of the other.
import type { Page } from '@playwright/test';
import { openRedeem } from '../gallery/picture.ts';
import { installFakeBridge } from '../support/fake-bridge.ts';
import { demoInfo, failureOf, ready, signedOut } from './samples.ts';
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
  await expect.poll(() => seen.length).toBe(3);
  expect(seen[2]).toMatch(later);
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
  await open({ phase: signedOut });
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
