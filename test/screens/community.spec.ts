// Community data on the account page: requested only while shown, and always drawn as text.
import { expect, test } from './screen-page.ts';
import { failureOf, ready } from './samples.ts';
import { numbers, openCommunity, shows, communityReply } from '../gallery/community.ts';
import { openSettings } from '../gallery/picture.ts';

const region = { name: 'Community', exact: true };

test('formats numbers in the window language and stops polling on Back @main', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready, info: shows, replies: communityReply(numbers) });
  expect(await bridge.inputsOf('readCommunity')).toEqual([]);
  await openCommunity(page);
  const part = page.getByRole('region', region);
  await expect(part).toContainText('Users12,408');
  await expect(part).toContainText('Keys1,000,000 or more');
  await expect(part.getByRole('listitem')).toHaveText(['anna', 'bernadette***', 'bob', 'zoe']);
  await page.getByLabel('Language').selectOption('de');
  await expect(part).toContainText('12.408');
  expect(await bridge.inputsOf('stopReading')).toEqual([]);
  await page.getByRole('button', { name: 'Zurück' }).click();
  await expect.poll(() => bridge.inputsOf('stopReading')).toEqual([{ what: 'community' }]);
});

test('does not request community data when the feature is off', async ({ page, open }) => {
  const bridge = await open({ phase: ready });
  await openSettings(page, 'Account');
  await expect(page.getByRole('region', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByRole('region', region)).toHaveCount(0);
  expect(await bridge.inputsOf('readCommunity')).toEqual([]);
});

test('is hidden when the service returns no facts', async ({ page, open }) => {
  const nothing = { online: null, users: null, usersOnline: null, keys: null };
  const bridge = await open({ phase: ready, info: shows, replies: communityReply(nothing) });
  await openSettings(page, 'Account');
  await expect.poll(async () => (await bridge.inputsOf('readCommunity')).length).toBe(2);
  await expect(page.getByRole('region', region)).toHaveCount(0);
});

test('keeps the last data when a later request fails', async ({ page, open }) => {
  const failed = { result: { ok: false, failure: failureOf({ code: 'offline' }) } } as const;
  const [told] = communityReply(numbers).readCommunity;
  const bridge = await open({
    phase: ready,
    info: shows,
    replies: { readCommunity: [told, failed, 'hold'] },
  });
  await openCommunity(page);
  await expect.poll(async () => (await bridge.inputsOf('readCommunity')).length).toBe(3);
  await expect(page.getByRole('region', region)).toContainText('12,408');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('shows names as text', async ({ page, open }) => {
  const name = '<img src=x onerror=alert(1)>';
  const online = { names: [name], more: 1 };
  const bridge = await open({
    phase: ready,
    info: shows,
    replies: communityReply({ ...numbers, online }),
  });
  await openCommunity(page);
  await expect(page.getByRole('region', region).getByRole('listitem')).toHaveText([name, '1 more']);
  await expect(page.locator('main img')).toHaveCount(0);
  expect(await bridge.violations()).toEqual([]);
});
