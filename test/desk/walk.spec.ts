// Every page that a role sees, full of data, in every width and colour scheme.
import type { Page } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { axeViolations } from '../support/accessibility.ts';
import { expect, overflow, test } from './desk-page.ts';
import { openHash, settled, visitDialogs, visitPages } from './every-page.ts';
import { addHostileSeller } from './hostile-data.ts';
import { remembered } from './sign-in-steps.ts';

const widths = [375, 768, 1440, 1600];
const roles = ['owner', 'all', 'read', 'support', 'sell', 'release', 'reseller'] as const;

/** The segments after the application. */
function pathIn(hash: string): readonly string[] {
  return (hash.split('?')[0] ?? '').split('/').slice(2);
}

/** Checks what holds in every width and colour scheme. */
async function expectWellFormed(page: Page, hash: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), hash).toHaveCount(1);
  const filled = page.locator('button.filled:visible');
  expect.soft(await filled.count(), `${hash}: filled buttons`).toBeLessThanOrEqual(1);
  const headings = await page
    .getByRole('heading')
    .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
  headings.forEach((level, at) => {
    expect(level - (headings[at - 1] ?? 0), `${hash}: levels ${headings.join()}`).toBeLessThan(2);
  });
}

for (const role of roles)
  test(
    `every page of this role is well formed: ${role}`,
    { tag: '@slow' },
    async ({ page, desk, shop, service }) => {
      test.slow();
      const hostile = await addHostileSeller(service, shop);
      const person =
        role === 'owner' || role === 'reseller' ? hostile[role] : await hostile.managerOf(role);
      await desk.signIn(person);
      await settled(page);
      const titles = new Map<string, string>();
      const pages = new Set<string>();
      await visitPages(page, desk, async (hash) => {
        await expect(page.getByText(english.frame.failed), hash).toHaveCount(0);
        await expectWellFormed(page, hash);
        const [path = ''] = hash.split('?');
        titles.set(path, await page.title());
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          expect.soft(await overflow(page), `${hash}: pixels beside ${width}`).toBe(0);
          // The roles share most pages, so one of them checks every combination.
          const schemes = role === 'owner' ? (['light', 'dark'] as const) : [];
          for (const colorScheme of schemes) {
            await page.emulateMedia({ colorScheme });
            expect
              .soft(await axeViolations(page), `${hash}, ${width} px, ${colorScheme}`)
              .toEqual([]);
          }
        }
        expect.soft(await axeViolations(page), hash).toEqual([]);
      });
      expect(titles.size, [...titles].join()).toBe(pages.size);
      const kept = await remembered(page);
      expect(kept).toMatchObject({ session: {}, databases: [], caches: [], cookie: '' });
      expect(Object.keys(kept['local'] ?? {})).toEqual([]);
    },
  );

test(
  'every dialog of an owner is well formed',
  { tag: '@slow' },
  async ({ page, desk, shop, service }) => {
    test.setTimeout(180_000);
    const { owner } = await addHostileSeller(service, shop, 1);
    await desk.signIn(owner);
    await settled(page);
    const places: string[] = [];
    await visitPages(page, desk, (hash) => Promise.resolve(void places.push(hash)), { links: 1 });
    const titles: string[] = [];
    console.log(places.join(' '));
    for (const hash of places.filter((one) => !one.includes('?')))
      titles.push(
        ...(await visitDialogs(page, desk, hash, async (title) => {
          console.log(Date.now() % 1000000, title);
          for (const width of [375, 1440]) {
            await page.setViewportSize({ width, height: 900 });
            expect.soft(await overflow(page), `${title}: pixels beside ${width}`).toBe(0);
            expect.soft(await axeViolations(page), `${title}, ${width} px`).toEqual([]);
          }
        })),
      );
    console.log(titles.join('\n'));
    expect(titles.length).toBeGreaterThan(20);
    void openHash;
  },
);
