// `npm run pictures`: draws the pictures of the desk, with the numbers of a seller that never was.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, openPlace, signInBrowser, test } from '../desk/desk-page.ts';
import { addUsers, signInAs } from '../desk/users-parts.ts';
import type { TestService } from '../../packages/service/test/support/service.ts';
import { deskPrefix, folder } from './record.ts';
import { sideBySide } from './webp.ts';

const size = { width: 1280, height: 800 };
const dayMs = 86_400_000;
const application = 'Northwind Studio';

test.use({ viewport: size });

test('the pictures of the desk', async ({ page, browser, desk, owner, shop, service, seller }) => {
  await addNumbers(service, shop.app.id);
  await addUsers(shop, 'anna', 'berta', 'carla', 'doris');
  expect(await signInAs(shop, 'anna', { computer: 'HOME-PC' })).toBe('ok');
  expect(await signInAs(shop, 'anna', { computer: 'LAPTOP' })).toBe('wrong-device');
  await seller('add', { expiry: '365', amount: '6', note: 'November sale' });
  await seller('add', { expiry: '30', amount: '3', order: 'shop-4711' });
  await renameApplication(service, shop.app.id);
  mkdirSync(folder, { recursive: true });
  const draw = async (name: string, theme: 'light' | 'dark', ...place: readonly string[]) => {
    await page.emulateMedia({ colorScheme: theme });
    await openPlace(page, desk.url, [application, ...place]);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('.skeleton')).toHaveCount(0);
    const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    const picture = await sideBySide(browser, [shot], { ...size, between: 0, quality: 0.5 });
    writeFileSync(join(folder, `${deskPrefix}${name}.webp`), picture);
    return picture.length;
  };
  await signInBrowser(page, service, owner);
  const sizes = [
    await draw('home-light', 'light', 'home'),
    await draw('home-dark', 'dark', 'home'),
    await draw('user', 'light', 'users', 'anna'),
    await draw('licenses', 'light', 'licenses'),
  ];
  expect(Math.max(...sizes)).toBeLessThan(60_000);
});

async function renameApplication({ database }: TestService, id: string): Promise<void> {
  await database
    .updateTable('applications')
    .set({ name: application })
    .where('id', '=', id)
    .execute();
}

/** Two months of numbers with weekends, which grow slowly. */
async function addNumbers({ database }: TestService, applicationId: string): Promise<void> {
  const today = Date.now();
  const rows = Array.from({ length: 60 }, (_, ago) => {
    const at = new Date(today - ago * dayMs);
    const day = at.toISOString().slice(0, 10);
    const busy = (60 - ago / 2) * ([0, 6].includes(at.getUTCDay()) ? 0.55 : 1);
    const wave = 1 + 0.18 * Math.sin(ago * 2.3);
    const count = (share: number) => Math.max(1, Math.round(busy * wave * share));
    return Object.entries({
      made: count(0.32),
      redeemed: count(0.27),
      refunded: ago % 9 === 0 ? 1 : 0,
      signins: count(2.4),
      users: count(1.7),
      newusers: count(0.21),
      'refused:bad-credentials': count(0.14),
      'refused:wrong-device': count(0.07),
      'refused:no-subscription': count(0.05),
    }).map(([kind, number]) => ({ applicationId, day, kind, count: number }));
  }).flat();
  await database.insertInto('dayCounts').values(rows).execute();
}
