// Attacks on the page itself: in a frame, through a window handle, and with injected code. Each works
// on a page without defences.
import type { Page } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { expect, test } from './attacker-page.ts';
import { inject, injectedInto, injections, requestedPaths } from './injected-code.ts';

for (const site of ['sameSite', 'crossSite'] as const) {
  test(`a page of another origin cannot show the desk in a frame: ${site}`, async ({
    page,
    desk,
    owner,
    attacker,
    defenceless,
  }) => {
    await desk.signIn(owner);
    const evil = await page.context().newPage();
    await evil.goto(attacker[site]);
    for (const url of [`${defenceless[site]}/`, desk.url, `${desk.url}invitation`])
      await evil.evaluate(async (address) => {
        const frame = document.createElement('iframe');
        document.body.append(frame);
        await new Promise((resolve) => {
          frame.addEventListener('load', resolve, { once: true });
          frame.src = address;
        });
      }, url);
    const [open, ...desks] = evil.frames().slice(1);
    await expect(open?.getByRole('heading', { level: 1 }) ?? evil.locator('none')).toBeVisible();
    expect(desks).toHaveLength(2);
    for (const frame of desks) {
      expect(frame.url()).toMatch(/^chrome-error:/);
      expect(await frame.content()).not.toContain('root');
    }
  });

  test(`a page of another origin learns nothing from a window of the desk: ${site}`, async ({
    page,
    desk,
    owner,
    attacker,
    defenceless,
  }) => {
    await desk.signIn(owner);
    const evil = await page.context().newPage();
    await evil.goto(attacker[site]);
    const openWindow = async (url: string) => {
      const opened = page.context().waitForEvent('page');
      await evil.evaluate((address) => {
        Object.assign(globalThis, { handle: window.open(address) });
      }, url);
      const popup = await opened;
      await popup.getByRole('heading', { level: 1 }).waitFor();
      return popup;
    };
    const open = await openWindow(`${defenceless[site]}/`);
    expect(await open.evaluate(() => window.opener === null)).toBe(false);
    expect(await isReachable(evil)).toBe(true);
    await moveWindow(evil, `${attacker[site]}/moved`);
    await open.waitForURL(/moved/);
    await open.close();

    const popup = await openWindow(desk.url);
    expect(await popup.evaluate(() => window.opener === null)).toBe(true);
    expect(await isReachable(evil)).toBe(false);
    await moveWindow(evil, `${attacker[site]}/moved`);
    await expect(popup.getByRole('heading', { level: 1 })).toHaveText(english.home.title);
    expect(popup.url()).toContain(desk.url);
  });
}

interface AttackerGlobals {
  readonly handle: Window;
}

/** Whether the attacker's page still holds the window that it opened. */
function isReachable(evil: Page): Promise<boolean> {
  return evil.evaluate(() => !(globalThis as unknown as AttackerGlobals).handle.closed); // set by the test
}

async function moveWindow(evil: Page, url: string): Promise<void> {
  await evil.evaluate((address) => {
    (globalThis as unknown as AttackerGlobals).handle.location.href = address; // set by the test
  }, url);
}

test('runs no injected code and loads nothing from elsewhere @main', async ({
  page,
  desk,
  owner,
  attacker,
  defenceless,
}) => {
  desk.permitFaults(/./);
  const arrived = () => [...new Set(attacker.received.map(({ path }) => path))].toSorted();
  await page.goto(defenceless.sameSite);
  await page.evaluate(inject, attacker.crossSite);
  await expect.poll(arrived).toEqual(requestedPaths);
  const inAnyOrder = async () => (await injectedInto(page)).ran.toSorted();
  await expect.poll(inAnyOrder).toEqual([...injections].toSorted());

  await desk.signIn(owner);
  attacker.forget();
  await page.evaluate(inject, attacker.crossSite);
  const refused = async () => (await injectedInto(page)).refused.toSorted();
  await expect.poll(refused).toEqual([
    // The form aims at a frame, which is refused, too.
    ...['base-uri', 'connect-src', 'connect-src', 'form-action', 'frame-src', 'frame-src'],
    'img-src',
    ...Array.from({ length: 8 }, () => 'require-trusted-types-for'),
    ...['script-src-elem', 'style-src-attr', 'style-src-elem'],
  ]);
  expect((await injectedInto(page)).ran).toEqual([]);
  expect(arrived()).toEqual([]);
});
