// Blacklist and whitelist.
import { expect, test } from './desk-page.ts';

test('blocks an address and a computer, and allows them again @main', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await seller('black', { ip: '198.51.100.9' });
  const blocked = async () => {
    const { blacklists } = await seller('fetchallblacks');
    const rows = blacklists as readonly Readonly<Record<string, string>>[]; // as its schema says
    return rows.map(({ data }) => data);
  };
  await desk.signIn(owner, 'lists');
  const add = async (kind: string, label: string, value: string) => {
    await page.getByRole('button', { name: 'Block an address or computer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: kind }).check();
    await dialog.getByRole('textbox', { name: label }).fill(value);
    await dialog.getByRole('button', { name: 'Add' }).click();
    return dialog;
  };
  const refused = await add('IP address', 'IP address', 'not an address');
  await expect(refused.getByRole('alert')).toBeVisible();
  await refused.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await add('IP address', 'IP address', '203.0.113.7');
  await expect(page.getByRole('cell', { name: '203.0.113.7', exact: true })).toBeVisible();
  await add('Computer', 'Device ID', 'device-of-a-thief-1234567890');
  await expect(
    page.getByRole('cell', { name: 'device-of-a-thief-1234567890', exact: true }),
  ).toBeVisible();
  await desk.expectAccessible();
  await desk.picture('lists');
  await page.getByRole('button', { name: 'Remove 203.0.113.7' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('cell', { name: '203.0.113.7', exact: true })).toHaveCount(0);
  expect(await blocked()).toEqual(['198.51.100.9', 'device-of-a-thief-1234567890']);
});

test('empties one list after naming the number of entries', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  for (const ip of ['203.0.113.7', '203.0.113.8']) {
    await seller('addWhite', { ip });
    await seller('black', { ip });
  }
  await desk.signIn(owner, 'lists');
  await page.getByRole('link', { name: 'Whitelist' }).click();
  await page.getByRole('button', { name: 'Empty the whitelist' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 entries' }).click();
  await expect(page.getByText('No address is trusted')).toBeVisible();
  expect(await seller('fetchallwhites')).toMatchObject({ whitelists: [] });
  expect((await seller('fetchallblacks'))['blacklists']).toHaveLength(2);
});

test('a manager who reads sees the lists without buttons', async ({
  page,
  desk,
  manager,
  seller,
}) => {
  await seller('black', { ip: '203.0.113.7' });
  await desk.signIn(await manager(['read']), 'lists');
  await expect(page.getByRole('cell', { name: '203.0.113.7', exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});
