// A saved account works without the service, with its offline pass.
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { fill } from '../../../src/copy/sentences.ts';
import { test } from '../../support/restartable-service.ts';
import { isForm, isReady, signInAndRemember } from './remember-steps.ts';

const offlineLine = new RegExp(`^${fill(english.ready.offlineUntil, { date: '.+' })}$`);

test('launches with a pass while the service is stopped, and reconnects automatically', async ({
  open,
  restartable,
  picture,
}) => {
  test.slow();
  const { service } = restartable;
  await service.setApp({ offlineHours: 72 });
  const user = await service.addUser({ username: 'anna' });
  const first = await open({ service, keyStore: true });
  await signInAndRemember(first.page, user);
  await isReady(first.page);
  await expect(first.page.getByText(offlineLine)).toHaveCount(0);
  await first.close();

  await restartable.stop();
  const { page } = await open({ service, keyStore: true });
  await expect(page.getByText(offlineLine)).toBeVisible();
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeEnabled();
  await picture(page, 'offline');

  await restartable.startAgain();
  // The loader tries again every 30 to 45 s.
  await expect(page.getByText(offlineLine)).toHaveCount(0, { timeout: 60_000 });
  await isReady(page);
  await picture(page, 'online-again');
});

test('shows the outage to an account without a pass', async ({ open, restartable }) => {
  const { service } = restartable;
  const user = await service.addUser({ username: 'anna' });
  const first = await open({ service, keyStore: true });
  await isForm(first.page);
  await signInAndRemember(first.page, user);
  await isReady(first.page);
  await first.close();
  await restartable.stop();
  const { page } = await open({ service, keyStore: true });
  await expect(page.getByRole('heading', { name: "The service isn't answering" })).toBeVisible();
});
