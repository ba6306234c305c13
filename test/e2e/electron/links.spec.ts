// Deep links in the real program, from the first start and from a second one. The key is filled in,
// input is preserved, and nothing is sent to the service.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';
import { runToEnd } from '../../support/electron-process.ts';
import { fillSignIn, signIn } from '../../support/electron-steps.ts';
import type { TestService } from '../../../packages/service/test/support/service.ts';

const config = { scheme: 'northwind' };
const keyField = (page: Page) => page.getByLabel(english.redeem.key);

/** Returns the number of API requests so far and the user of the key. */
async function seenBy(service: TestService, key: string) {
  const { usedBy } = await service.database
    .selectFrom('licenses')
    .select('usedBy')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return { usedBy, requests: service.logText().split('"path":"/api/').length - 1 };
}

/** Returns the content of all files that the program has written into its home. */
async function filesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map((entry) =>
    readFile(path.join(entry.parentPath, entry.name), 'latin1').catch(() => ''),
  );
  return (await Promise.all(texts)).join('\n');
}

test('fills in the key of a link at the first start, once, and sends nothing @main', async ({
  open,
  service,
  home,
  picture,
}) => {
  const key = await service.addLicense({ days: 30 });
  const { page, output } = await open({ config, args: [`northwind://redeem?key=${key}`] });
  await expect(keyField(page)).toHaveValue(key);
  await expect(page.getByText(english.deepLink.filled).first()).toBeVisible();
  await picture(page, 'link-redeem');
  // Only the request that opens the session, as at each start.
  expect(await seenBy(service, key)).toEqual({ usedBy: null, requests: 1 });
  expect(output()).not.toContain(key);
  expect(await filesIn(home)).not.toContain(key);

  await page.reload();
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  await expect(keyField(page)).toHaveCount(0);
});

test('fills in the key of a link at a second start, or offers it if the user has typed', async ({
  open,
  service,
  home,
  built,
  picture,
}) => {
  const user = await service.addUser();
  const [first, second] = [
    await service.addLicense({ days: 30 }),
    await service.addLicense({ days: 30 }),
  ];
  const { app, page, output } = await open({ config });
  await fillSignIn(page, user);
  const click = (link: string) =>
    runToEnd(home, [built, '--config', path.join(home, 'loader.config.json'), link]);
  expect(await click(`northwind://register?key=${first}`)).toMatchObject({ exitCode: 0 });
  const line = page.locator('aside.notice');
  await expect(line).toContainText(first);
  await expect(page.getByLabel(english.password.label, { exact: true })).toHaveValue(user.password);
  expect(await seenBy(service, first)).toEqual({ usedBy: null, requests: 1 });
  await picture(page, 'link-offered');
  await page.getByRole('button', { name: english.signIn.submit }).click();
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
  await expect(line).toContainText(first);
  await line.getByRole('button', { name: english.notice.dismiss }).click();

  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  expect(await click(`northwind://redeem?key=${second}`)).toMatchObject({ exitCode: 0 });
  await expect(keyField(page)).toHaveValue(second);
  const visible = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.isVisible()),
  );
  expect(visible).toEqual([true]);
  for (const key of [first, second])
    expect(await seenBy(service, key)).toMatchObject({ usedBy: null });
  expect(output()).not.toContain(first);
  expect(output()).not.toContain(second);

  // The key is sent only on a press.
  await page.getByRole('button', { name: english.redeem.submit, exact: true }).click();
  await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeVisible();
  expect((await seenBy(service, second)).usedBy).not.toBeNull();
  expect((await seenBy(service, first)).usedBy).toBeNull();
});

test('reports the invalid links of two concurrent starts and keeps the screen', async ({
  open,
  service,
  home,
  built,
}) => {
  const user = await service.addUser();
  const { page } = await open({ config });
  await signIn(page, user);
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
  const start = [built, '--config', path.join(home, 'loader.config.json')];
  await Promise.all([
    runToEnd(home, [...start, 'northwind://launch?key=K']),
    runToEnd(home, [...start, 'northwind://redeem?key=K%20--inspect']),
  ]);
  await expect(page.locator('aside.notice')).toContainText(english.deepLink.unreadable.title);
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
});

test('ignores links when no scheme is configured', async ({ open }) => {
  const { page } = await open({ args: ['northwind://redeem?key=NWND-7F3Q'] });
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  await expect(page.locator('aside.notice')).toHaveCount(0);
  await expect(keyField(page)).toHaveCount(0);
});
