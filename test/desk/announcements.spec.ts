// The announcement that signed-in users see.
import { expect, test } from './desk-page.ts';

test('publishes, changes and removes an announcement @main', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await seller('addvar', { name: 'other', data: 'stays', authed: '0' });
  const stored = async () => {
    const { vars } = await seller('fetchallvars');
    const rows = vars as readonly Readonly<Record<string, string>>[]; // as its schema says
    return Object.fromEntries(rows.map(({ varid = '', msg }) => [varid, msg]));
  };
  await desk.signIn(owner, 'announcements');
  await expect(page.getByText('Users see no announcement.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Text' }).fill('Back at noon.\n<b>Really</b>');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Announcement published')).toBeVisible();
  expect(await stored()).toEqual({ announcement: 'Back at noon.\n<b>Really</b>', other: 'stays' });

  await page.getByRole('textbox', { name: 'Title' }).fill('Maintenance');
  await page.getByLabel('Date').fill('2026-12-01');
  await page.getByRole('textbox', { name: 'Link' }).fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'A link begins with https:// and has no user name.',
  );
  await page.getByRole('textbox', { name: 'Link' }).fill('https://northwind.example/status');
  await expect(page.getByText('Read more at northwind.example')).toBeVisible();
  await desk.expectAccessible();
  await desk.picture('announcements');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled');
  // The button is disabled while it saves, too.
  await expect.poll(async () => (await stored())['announcement']).toMatch(/^\{/);
  expect(JSON.parse((await stored())['announcement'] ?? '')).toEqual({
    title: 'Maintenance',
    text: 'Back at noon.\n<b>Really</b>',
    date: '2026-12-01',
    url: 'https://northwind.example/status',
  });

  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Users see no announcement.')).toBeVisible();
  expect(await stored()).toEqual({ announcement: '', other: 'stays' });
});

test('keeps the text when publishing fails', async ({ page, desk, owner }) => {
  await desk.signIn(owner, 'announcements');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('x'.repeat(1001));
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'The announcement is too long. Shorten the text.',
  );
  await text.fill('Short enough');
  await page.route('**/desk/api/addvar', (route) => route.abort());
  desk.permitFaults(/net::ERR_FAILED/);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('alert')).toContainText('The service cannot be reached.');
  await expect(text).toHaveValue('Short enough');
});

test('a manager who reads sees the announcement and cannot change it', async ({
  page,
  desk,
  manager,
  seller,
}) => {
  await seller('addvar', { name: 'announcement', data: 'Hello', authed: '1' });
  await desk.signIn(await manager(['read']), 'announcements');
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Hello');
  await expect(page.getByRole('textbox', { name: 'Text' })).not.toBeEditable();
  await expect(page.getByText('You can read the announcement, but not change it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0);
});
