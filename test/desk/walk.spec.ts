// Every page that a role sees, full of hostile and long texts, in every width and colour scheme.
import type { Page } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { axeViolations } from '../support/accessibility.ts';
import { expect, overflow, test } from './desk-page.ts';
import { settled, visitPages } from './every-page.ts';
import { addHostileSeller } from './hostile-data.ts';
import { remembered } from './sign-in-steps.ts';
import { brokenWords } from '../gallery/broken-words.ts';

const widths = [375, 768, 1440, 1600];
type Scheme = 'light' | 'dark';
const roles = ['owner', 'all', 'read', 'support', 'sell', 'release', 'reseller'] as const;
/** The roles share most pages, so colours at every width are checked for one of them. */
const walks: readonly { role: (typeof roles)[number]; scheme: Scheme | null }[] = [
  ...(['light', 'dark'] as const).map((scheme) => ({ role: 'owner' as const, scheme })),
  ...roles.slice(1).map((role) => ({ role, scheme: null })),
];

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

async function expectFits(page: Page, hash: string, scheme: Scheme | null): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await overflow(page), `${hash}: pixels beside ${width}`).toBe(0);
    const broken = await brokenWords(page, 'button, .button, td');
    expect.soft(broken, `${hash}: words at ${width}`).toEqual([]);
    if (scheme === null) continue;
    // The markup is the same in the dark scheme.
    const rules = scheme === 'dark' ? ['color-contrast'] : undefined;
    expect.soft(await axeViolations(page, rules), `${hash}, ${width} px`).toEqual([]);
  }
  if (scheme === null) expect.soft(await axeViolations(page), hash).toEqual([]);
}

for (const { role, scheme } of walks)
  test(`every page is well formed: ${role}, ${scheme ?? 'any scheme'}`, async ({
    page,
    desk,
    shop,
    service,
  }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme: scheme });
    const hostile = await addHostileSeller(service, shop);
    const isOwn = role === 'owner' || role === 'reseller';
    await desk.signIn(isOwn ? hostile[role] : await hostile.managerOf(role));
    await settled(page);
    const titles = new Map<string, string>();
    await visitPages(page, desk, async (hash) => {
      await expectWellFormed(page, hash);
      const place = placeIn(hash);
      if (place.length === 1) titles.set(place.join(), await page.title());
      await expectFits(page, hash, scheme);
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
