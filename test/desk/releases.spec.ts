// Releases: the rollout, retracting, and deleting old ones.
import { addRelease } from './add-release.ts';
import { expect, test } from './desk-page.ts';

test('rolls a release out, retracts it and offers it again @main', async ({
  page,
  desk,
  owner,
  shop,
  service,
  seller,
}) => {
  await addRelease(service, shop.app.id, 1);
  await addRelease(service, shop.app.id, 2, 10);
  const states = async () => {
    const { releases } = await seller('fetchreleases');
    const rows = releases as readonly Readonly<Record<string, unknown>>[]; // as its schema says
    return rows.map(({ version, rollout, state }) => [version, rollout, state]);
  };
  await desk.signIn(owner, 'releases');
  const row = page.getByRole('row').filter({ hasText: '1.2' });
  await expect(row).toContainText('10%');
  await desk.expectAccessible();
  await row.getByRole('button', { name: 'Change rollout: 1.2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('slider', { name: 'Rollout' }).fill('50');
  await desk.picture('releases-rollout');
  await dialog.getByRole('button', { name: 'Offer to 50%' }).click();
  await expect(page.getByRole('status').getByText('1.2 is offered to 50%')).toBeVisible();
  await expect(row).toContainText('50%');
  const bystander = ['1.1', 100, 'published'];
  expect(await states()).toEqual([['1.2', 50, 'published'], bystander]);

  await row.getByRole('button', { name: 'Retract: 1.2' }).click();
  await dialog.getByRole('button', { name: 'Retract' }).click();
  await expect(row).toContainText('Retracted');
  expect(await states()).toEqual([['1.2', 50, 'retracted'], bystander]);
  await row.getByRole('button', { name: 'Offer again: 1.2' }).click();
  await dialog.getByRole('button', { name: 'Offer again' }).click();
  await expect(row).toContainText('Published');
  expect(await states()).toEqual([['1.2', 50, 'published'], bystander]);
});

test('requires a feature for a release, and none again', async ({
  page,
  desk,
  owner,
  shop,
  service,
  seller,
}) => {
  await addRelease(service, shop.app.id, 1);
  await addRelease(service, shop.app.id, 2, 10);
  const features = async () => {
    const { releases } = await seller('fetchreleases');
    const rows = releases as readonly Readonly<Record<string, unknown>>[]; // as its schema says
    return rows.map(({ version, rollout, feature }) => [version, rollout, feature]);
  };
  await desk.signIn(owner, 'releases');
  const row = page.getByRole('row').filter({ hasText: '1.2' });
  const dialog = page.getByRole('dialog');
  const save = async (name: string) => {
    await row.getByRole('button', { name: 'Change rollout: 1.2' }).click();
    await dialog.getByLabel('Required feature').fill(name);
    await dialog.getByRole('button', { name: 'Offer to 10%' }).click();
  };
  await save('No Name');
  await expect(dialog.getByLabel('Required feature')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Required feature').fill('beta');
  await desk.picture('releases-feature');
  await dialog.getByRole('button', { name: 'Offer to 10%' }).click();
  await expect(row).toContainText('Requires beta');
  await desk.expectAccessible();
  const bystander = ['1.1', 100, undefined];
  expect(await features()).toEqual([['1.2', 10, 'beta'], bystander]);
  await save('');
  await expect(row).not.toContainText('Requires');
  expect(await features()).toEqual([['1.2', 10, undefined], bystander]);
});

test('deletes old releases and keeps the newest', async ({
  page,
  desk,
  owner,
  shop,
  service,
  seller,
}) => {
  for (const sequence of [1, 2, 3]) await addRelease(service, shop.app.id, sequence);
  await desk.signIn(owner, 'releases');
  await page.getByRole('button', { name: 'Delete old releases' }).click();
  const dialog = page.getByRole('dialog');
  const keep = dialog.getByRole('textbox', { name: 'Releases to keep' });
  await keep.fill('0');
  await expect(dialog.getByRole('alert')).toHaveText('Enter a number from 1 to 1000.');
  await keep.fill('2');
  await dialog.getByRole('button', { name: 'Delete old releases' }).click();
  await expect(page.getByText('1 release deleted')).toBeVisible();
  const { releases } = await seller('fetchreleases');
  expect(releases).toMatchObject([{ version: '1.3' }, { version: '1.2' }]);
});

test('a manager without the scope release sees no buttons', async ({
  page,
  desk,
  manager,
  shop,
  service,
}) => {
  await addRelease(service, shop.app.id, 1);
  await desk.signIn(await manager(['read']), 'releases');
  await expect(page.getByRole('row').filter({ hasText: '1.1' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});
