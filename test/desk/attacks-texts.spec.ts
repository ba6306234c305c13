// Stored scripts: every text of every table and of every person is hostile, and every page of every
// role is opened. No script runs, and no element or link comes from a text.
import type { Page } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { expect, test } from './attacker-page.ts';
import { settled, visitPages } from './every-page.ts';
import { addHostileSeller, payload, runnableMarks } from './hostile-data.ts';

/** What the page must not have: results of a script, and elements that a text made. */
function traces(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => [
    ...('xss' in globalThis ? ['a script ran'] : []),
    ...[
      ...document.querySelectorAll(
        'body script, iframe, object, embed, img:not([src^="data:image/"]), [onload], [onerror], [srcdoc], [style*="url("]',
      ),
    ].map(({ outerHTML }) => outerHTML),
    ...[...document.querySelectorAll('a, area, form, [formaction], use')].flatMap((element) => {
      const addresses = ['href', 'action', 'formaction', 'xlink:href', 'ping'];
      return addresses
        .map((name) => element.getAttribute(name) ?? '#')
        .filter((address) => !address.startsWith('#') && !address.startsWith('https://'));
    }),
  ]);
}

/** Pages without such a text outside of fields. */
const settings = [
  'webhooks/deliveries',
  ...['sign-in', 'records', 'developers'].map((name) => `settings/${name}`),
];
const pagesWithoutTexts = {
  owner: settings,
  read: settings,
  support: settings,
  sell: ['licenses'],
  release: [],
  reseller: [],
};

function pathIn(hash: string): string {
  return hash.split('/').slice(2).join('/');
}

async function openMenus(page: Page, check: () => Promise<void>): Promise<void> {
  const openers = page.locator('button[aria-haspopup="menu"]:visible');
  const count = await openers.count();
  for (let at = 0; at < count; at += 1) {
    await openers.nth(at).click();
    await check();
    await page.keyboard.press('Escape');
  }
}

for (const role of ['owner', 'read', 'support', 'sell', 'release', 'reseller'] as const)
  test(`shows hostile texts as texts: ${role}`, async ({ page, desk, shop, service }) => {
    // An owner has 69 places, each a fresh page.
    test.setTimeout(180_000);
    const hostile = await addHostileSeller(service, shop);
    const person =
      role === 'owner' || role === 'reseller' ? hostile[role] : await hostile.managerOf(role);
    await desk.signIn(person);
    await settled(page);
    const check = async () => expect(await traces(page)).toEqual([]);
    const without: string[] = [];
    await visitPages(
      page,
      desk,
      async (hash) => {
        await expect(page.getByText(english.frame.failed), hash).toHaveCount(0);
        const content = await page.getByRole('main').innerText();
        if (!content.includes(payload)) without.push(pathIn(hash));
        await check();
        await openMenus(page, check);
      },
      { links: 20, also: role === 'sell' ? [['licenses', hostile.key]] : [] },
    );
    expect(without).toEqual(pagesWithoutTexts[role]);
  });

for (const mark of runnableMarks)
  test(`the hostile text runs on a page that takes it as markup or link: ${mark}`, async ({
    page,
    defenceless,
  }) => {
    await page.goto(defenceless.sameSite);
    await page.setContent(mark);
    await page.evaluate((text) => {
      const link = document.createElement('a');
      link.href = text;
      document.body.append(link);
      if (link.protocol === 'javascript:') link.click();
    }, mark);
    await expect.poll(() => page.evaluate(() => 'xss' in globalThis)).toBe(true);
  });
