// Every page that a role sees, full of hostile and long texts, in every width and colour scheme.
import type { Page } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { axeViolations } from '../support/accessibility.ts';
import { expect, overflow, test } from './desk-page.ts';
import { settled, visitPages } from './every-page.ts';
import { addHostileSeller } from './hostile-data.ts';
import { remembered } from './sign-in-steps.ts';

const widths = [375, 768, 1440, 1600];
const roles = ['owner', 'all', 'read', 'support', 'sell', 'release', 'reseller'] as const;

/** The segments of a fragment after the application. */
function placeIn(hash: string): readonly string[] {
  return (hash.split('?')[0] ?? '').split('/').slice(2);
}

/** Checks what does not depend on the width and the colours. */
async function expectWellFormed(page: Page, hash: string): Promise<void> {
  await expect(page.getByText(english.frame.failed), hash).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 }), hash).toHaveCount(1);
  const filled = page.locator('button.filled:visible');
  expect.soft(await filled.count(), `${hash}: filled buttons`).toBeLessThanOrEqual(1);
  const levels = await page
    .getByRole('heading')
    .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
  const steps = levels.map((level, at) => level - (levels[at - 1] ?? 0));
  expect.soft(Math.max(...steps), `${hash}: levels ${levels.join()}`).toBe(1);
}

/** The roles share most pages, so the colours are checked for one of them. */
async function expectFits(page: Page, hash: string, hasColours: boolean): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await overflow(page), `${hash}: pixels beside ${width}`).toBe(0);
    for (const colorScheme of hasColours ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme });
      const name = `${hash}, ${width} px, ${colorScheme}`;
      // The markup is the same in the dark scheme.
      const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined;
      expect.soft(await axeViolations(page, rules), name).toEqual([]);
    }
  }
  if (!hasColours) expect.soft(await axeViolations(page), hash).toEqual([]);
}

for (const role of roles)
  test(`every page of this role is well formed: ${role}`, async ({ page, desk, shop, service }) => {
    test.setTimeout(180_000);
    const hostile = await addHostileSeller(service, shop);
    const isOwn = role === 'owner' || role === 'reseller';
    await desk.signIn(isOwn ? hostile[role] : await hostile.managerOf(role));
    await settled(page);
    const titles = new Map<string, string>();
    await visitPages(page, desk, async (hash) => {
      await expectWellFormed(page, hash);
      const place = placeIn(hash);
      if (place.length === 1) titles.set(place.join(), await page.title());
      await expectFits(page, hash, role === 'owner');
    });
    expect(new Set(titles.values()).size, [...titles.values()].join()).toBe(titles.size);
    const nothing = {
      local: { session: expect.any(String) as unknown },
      session: {},
      databases: [],
      caches: [],
      cookie: '',
    };
    expect(await remembered(page)).toMatchObject(nothing);
  });
