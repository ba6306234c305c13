// Notices for subscriptions that end soon: shown once across restarts, and again after "Remind me
// tomorrow".
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';
import { dataFolder, isReady } from './remember-steps.ts';

const { notice } = english;
const stateFile = (home: string) => path.join(dataFolder(home), 'state.json');
const message = (page: Page) => page.locator('main .message');

test('shows the notice of an ending subscription once per account, even across restarts', async ({
  open,
  service,
  home,
  picture,
}) => {
  const anna = await service.addUser({ username: 'anna', subscription: { days: 2 } });
  const bob = await service.addUser({ username: 'bob', subscription: { days: 2 } });
  const first = await open();
  await signIn(first.page, anna);
  await isReady(first.page);
  await expect(message(first.page)).toContainText('ends in 2 days');
  await picture(first.page, 'ends-soon');
  await first.close();
  const written = await readFile(stateFile(home), 'utf8');
  expect(JSON.parse(written)).toMatchObject({ noticesTold: [{ stage: 'three-days' }] });
  expect(written).not.toContain('anna');

  const second = await open();
  await signIn(second.page, anna);
  await isReady(second.page);
  await expect(second.page.locator('.chip', { hasText: 'Ends in 2 days' })).toBeVisible();
  await expect(message(second.page)).toHaveCount(0);
  await second.close();

  const third = await open();
  await signIn(third.page, bob);
  await isReady(third.page);
  await expect(message(third.page)).toContainText('ends in 2 days');
  await third.close();
});

test('hides the notice on "Remind me tomorrow" and shows it again when due', async ({
  open,
  service,
  home,
}) => {
  const anna = await service.addUser({ username: 'anna', subscription: { days: 3 } });
  const first = await open();
  await signIn(first.page, anna);
  await first.page.getByRole('button', { name: notice.remindTomorrow }).click();
  await expect(message(first.page)).toHaveCount(0);
  await first.close();
  // A day passes, so the reminder is due.
  const file = stateFile(home);
  const state = JSON.parse(await readFile(file, 'utf8')) as { noticesTold: { againAt: number }[] };
  const [told] = state.noticesTold;
  expect(told?.againAt).toBeGreaterThan(Date.now());
  const due = state.noticesTold.map((one) => ({ ...one, againAt: Date.now() - 1000 }));
  await writeFile(file, JSON.stringify({ ...state, noticesTold: due }));

  const second = await open();
  await signIn(second.page, anna);
  await expect(message(second.page)).toContainText('ends in 3 days');
  await second.close();
});
