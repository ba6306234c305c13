// What the returning buyer's journeys cost in the real window: clicks, presses of keys that type
// nothing, and layout shifts. test/e2e/preview/journeys.spec.ts counts the others.
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { createTestPublisher } from '../../../packages/cli/test/support/publish-release.ts';
import { shiftsOf, watchShifts } from '../../screens/layout-shifts.ts';
import { fill } from '../../../src/copy/sentences.ts';
import { actionsIn, countActions } from '../../support/count-actions.ts';
import { brandName } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';
import { test } from '../../support/restartable-service.ts';
import { isReady, signInAndRemember } from './remember-steps.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const { delivery, ready } = english;

test('second start and offline: 0 clicks and 0 keys to Launch', async ({ open, restartable }) => {
  test.slow();
  const { service } = restartable;
  await service.setApp({ offlineHours: 72 });
  const user = await service.addUser();
  const first = await open({ service, keyStore: true });
  await signInAndRemember(first.page, user);
  await isReady(first.page);
  await first.close();
  const start = async () => {
    const { page, close } = await open({ service, keyStore: true });
    await page.evaluate(countActions);
    await isReady(page);
    await expect(button(page, ready.launch)).toBeFocused();
    expect(await actionsIn(page)).toEqual({ clicks: 0, keys: 0 });
    await close();
  };
  await start();
  await restartable.stop();
  await start();
});

const files = (version: string) => ({ 'run.sh': `#!/bin/sh\nread line\necho ${version}\n` });

test('install and update: 1 click, uninstall: 3 clicks; none of them moves anything', async ({
  open,
  restartable: { service },
}) => {
  test.slow();
  const publisher = await createTestPublisher(service);
  await publisher.publish(files('one'), 'The first one');
  const config = { delivery: { publisherKeys: [publisher.publicKey] } };
  const user = await service.addUser();
  const { page, app } = await open({ service, config });
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600),
  );
  await signIn(page, user);
  await button(page, delivery.install).waitFor();
  await page.evaluate(watchShifts);
  await shiftsOf(page);
  /** Does one journey, counts its clicks, and reads its shifts. */
  const count = async (clicks: number, act: () => Promise<void>, until: () => Promise<void>) => {
    await page.evaluate(countActions);
    await act();
    await until();
    expect(await actionsIn(page)).toEqual({ clicks, keys: 0 });
    expect(await shiftsOf(page)).toEqual([]);
  };
  const launches = () => button(page, ready.launch).waitFor();
  await count(1, () => button(page, delivery.install).click(), launches);

  await publisher.publish(files('two'), 'The second one');
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: english.account.refresh }).click();
  const update = button(page, /^Update · /);
  await update.waitFor();
  await shiftsOf(page);
  await count(
    1,
    () => update.click(),
    () => expect(page.getByRole('main')).toContainText('Version 1.2 is installed'),
  );

  const uninstall = async () => {
    await button(page, fill(delivery.more, { brand: brandName })).click();
    await page.getByRole('menuitem', { name: delivery.uninstall }).click();
    await page.getByRole('dialog').getByRole('button', { name: delivery.uninstall }).click();
  };
  await count(3, uninstall, () => button(page, delivery.install).waitFor());
  await publisher.close();
});
