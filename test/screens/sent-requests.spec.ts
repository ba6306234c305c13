// The dialog with the last requests, which the shield's panel opens.
import type { Page } from '@playwright/test';
import { signedOut } from './samples.ts';
import { sentSamples } from './sent-samples.ts';
import { expect, test } from './screen-page.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

async function openList(page: Page) {
  await page.getByRole('button', { name: 'What was verified' }).click();
  await page.getByRole('button', { name: 'Show requests' }).click();
  return page.getByRole('dialog', { name: 'Last requests' });
}

const value = (requests: typeof sentSamples) => ({
  readSentRequests: [{ result: { ok: true, value: requests } as const }],
});

test('lists what was sent, with the outcome and without secrets', async ({ page, open }) => {
  await open({ phase: signedOut, replies: value(sentSamples), session: { clockOffsetMs: 2400 } });
  const dialog = await openList(page);
  await expect(dialog.locator('summary > span:first-child')).toHaveText([
    'Check the session12 times',
    'Sign inNot accepted: bad-credentials',
    'Open a sessionNot accepted: refused-connection',
  ]);
  await expect(dialog).toContainText('Clock difference2 seconds');
  await dialog.locator('summary').nth(1).click();
  const signIn = dialog.getByRole('listitem').nth(1);
  for (const text of [
    'Service verified',
    'Sent768 byte',
    'Received214 byte',
    'computerhidden',
    'hwidhidden',
    'passhidden',
    'usernamehidden',
  ])
    await expect(signIn).toContainText(text);
  await dialog.getByText('Open a session').click();
  await expect(dialog.getByRole('listitem').nth(2)).toContainText('Receivedno answer');
});

test('copies all requests in words that sellers read', async ({ page, open }) => {
  await open({ phase: signedOut, replies: value(sentSamples), session: { clockOffsetMs: 2400 } });
  const dialog = await openList(page);
  await dialog.getByRole('button', { name: 'Copy requests' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain(', loader ');
  expect(lines[1]).toContain('clock difference: 2400 ms');
  expect(lines[2]).toContain('check: verified, accepted, 12 times, 512 bytes sent');
  expect(lines[3]).toContain(
    'login: verified, bad-credentials, 768 bytes sent, 214 bytes received, computer, hwid, pass, sessionid, system=Linux, username',
  );
  expect(lines[4]).toContain(
    'init: not-reached, refused-connection, 512 bytes sent, no answer, ver=1.0',
  );
});

test('says that nothing was sent, and gives the focus back', async ({ page, open }) => {
  await open({ phase: signedOut, replies: value([]) });
  const dialog = await openList(page);
  await expect(dialog).toContainText('No request was sent.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'What was verified' })).toBeFocused();
});

test('shows why the list could not be read', async ({ page, open }) => {
  const failure = { code: 'internal', reportId: 'a'.repeat(32), sellerText: null } as const;
  await open({
    phase: signedOut,
    replies: { readSentRequests: [{ result: { ok: false, failure } as const }] },
  });
  const dialog = await openList(page);
  await expect(dialog.getByRole('alert')).toBeVisible();
});
