// Notices: subscriptions that end soon, versions that will soon be outdated, and the setting for
// desktop notifications.
import { openSettings } from '../gallery/picture.ts';
import { nowMs, ready } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

test.describe('desktop notifications', () => {
  const box = 'Desktop notifications';

  test('can be turned on, and the setting is hidden on a computer without them', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: ready, session: { systemNotices: false } });
    await openSettings(page, 'Appearance and language');
    await page.getByRole('checkbox', { name: box }).click();
    expect(await bridge.inputsOf('allowSystemNotices')).toEqual([{ on: true }]);
    // The box shows the state from the snapshot, not the press.
    await expect(page.getByRole('checkbox', { name: box })).not.toBeChecked();
    await bridge.publish(sessionOf(ready, { systemNotices: true, revision: 2 }));
    await expect(page.getByRole('checkbox', { name: box })).toBeChecked();
    await bridge.publish(sessionOf(ready, { systemNotices: null, revision: 3 }));
    await expect(page.getByRole('checkbox', { name: box })).toHaveCount(0);
  });
});

test('announces ending subscriptions, closes their notices and offers one reminder for tomorrow @main', async ({
  page,
  open,
}) => {
  const [soon, today] = ['a'.repeat(32), 'b'.repeat(32)];
  const endings = [
    { id: today, name: 'Pro', expiresAt: nowMs + 5 * 3_600_000 },
    { id: soon, name: '<b>Render</b>', expiresAt: nowMs + 2 * 86_400_000 },
  ];
  const bridge = await open({ phase: ready, session: { endings } });
  const boxes = page.locator('main .message');
  await expect(boxes).toHaveCount(2);
  await expect(page.locator('p[role=status]')).toContainText(
    'Pro ends in 5 hours. <b>Render</b> ends in 2 days.',
  );
  await expect(page.getByRole('button', { name: 'Remind me tomorrow' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Remind me tomorrow' }).click();
  expect(await bridge.inputsOf('remindTomorrow')).toEqual([{ id: soon }]);
  await boxes.first().getByRole('button', { name: 'Close this message' }).click();
  expect(await bridge.inputsOf('closeEndingNotice')).toEqual([{ id: today }]);
  expect(await bridge.refusedInputs()).toEqual([]);
});

test('announces an outdated version with its deadline and the update link', async ({
  page,
  open,
}) => {
  const notice = {
    kind: 'update-soon',
    version: '6.0',
    download: 'https://northwind.example/get',
    supportedUntil: nowMs + 9 * 86_400_000,
  } as const;
  const bridge = await open({ phase: ready, session: { notice } });
  const box = page.locator('.notice');
  await expect(box).toContainText('Northwind Studio loader 6.0 is available');
  await expect(box).toContainText('This loader works until 30 November 2026');
  await box.getByRole('button', { name: 'Get the update at northwind.example' }).click();
  expect(await bridge.inputsOf('openLink')).toEqual([{ name: 'download' }]);
  await bridge.publish(
    sessionOf(ready, {
      revision: 2,
      notice: { ...notice, download: null, supportedUntil: nowMs - 1 },
    }),
  );
  await expect(box).toContainText('may stop working at your next sign-in');
  await expect(box).toContainText('Download it from where you got this one.');
  await expect(box.getByRole('button')).toHaveCount(1);
});
