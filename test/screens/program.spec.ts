// The managed program on the screen: its primary button, release notes and menu.
import { installedSample, programSample } from '../gallery/program.ts';
import { failureOf, ready } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const newer = {
  version: '2.5',
  notes: '<b>Wind</b>\nand weather\nand rain',
  size: 214_000_000,
  stored: 96_400_000,
};

test('shows Install, then its progress, then Launch @main', async ({ page, open }) => {
  const bridge = await open({ phase: ready, session: { program: programSample } });
  await expect(page.getByRole('button', { name: 'Launch' })).toHaveCount(0);
  const install = page.getByRole('button', { name: 'Install' });
  await expect(install).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await bridge.inputsOf('installProgram')).toEqual([{}]);
  const task = {
    id: 'task-1',
    kind: 'install',
    state: 'running',
    stage: 'fetching',
    done: 50,
    total: 200,
    bytesPerSecond: null,
    etaMs: null,
    failure: null,
  } as const;
  await bridge.publish(sessionOf(ready, { revision: 2, program: programSample, tasks: [task] }));
  const bar = page.getByRole('progressbar', { name: 'Installing Northwind Studio' });
  await expect(bar).toHaveAttribute('aria-valuetext', /^Downloading, 50\sbytes of 200\sbytes$/);
  await expect(install).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Northwind Studio', exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await bridge.publish(sessionOf(ready, { revision: 3, program: installedSample }));
  await expect(page.getByText('Version 2.4 · Pro until 14 March 2027')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Launch' })).toBeFocused();
});

test('shows download and disk size before Install is pressed', async ({ page, open }) => {
  const bridge = await open({ phase: ready, session: { program: programSample } });
  const known = 'Version 2.5 · 96.4 MB to download, 214 MB once installed';
  await expect(page.getByText(known, { exact: true })).toBeVisible();
  const program = { ...programSample, available: { ...newer, size: null } };
  await bridge.publish(sessionOf(ready, { revision: 2, program }));
  await expect(page.getByText('Version 2.5 · 96.4 MB to download', { exact: true })).toBeVisible();
});

test('installs an update only on Update and shows release notes as text', async ({
  page,
  open,
}) => {
  const program = { ...installedSample, available: newer };
  const bridge = await open({ phase: ready, session: { program } });
  await expect(page.getByRole('button', { name: 'Launch' })).toBeFocused();
  const news = page.getByRole('button', { name: "What's new" });
  const notes = page.getByText('<b>Wind</b>');
  await expect(notes).toBeVisible();
  const height = () => notes.evaluate((element) => element.clientHeight);
  const excerpt = await height();
  await news.click();
  await expect(news).toHaveAttribute('aria-expanded', 'true');
  expect(await height()).toBeGreaterThan(excerpt);
  await page.getByRole('button', { name: 'Update · 96.4 MB' }).click();
  expect(await bridge.inputsOf('installProgram')).toEqual([{}]);
});

test('does not launch a program that needs an update or a repair', async ({ page, open }) => {
  const bridge = await open({
    phase: ready,
    session: { program: { ...installedSample, available: newer, next: 'update' } },
  });
  await expect(page.getByRole('button', { name: 'Launch' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Update' }).click();
  expect(await bridge.inputsOf('installProgram')).toHaveLength(1);
  const damaged = { ...installedSample, next: 'repair' } as const;
  await bridge.publish(sessionOf(ready, { revision: 2, program: damaged }));
  await expect(page.getByRole('button', { name: 'Launch' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Repair' }).click();
  expect(await bridge.inputsOf('repairProgram')).toHaveLength(1);
});

test('keeps a launch failure beside Repair until Repair is pressed', async ({ page, open }) => {
  const failure = failureOf({ code: 'program-damaged' });
  const bridge = await open({
    phase: ready,
    session: { program: installedSample },
    replies: { launch: [{ result: { ok: false, failure } }] },
  });
  await page.getByRole('button', { name: 'Launch' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'Northwind Studio is damaged' });
  await expect(told).toBeVisible();
  const damaged = { ...installedSample, next: 'repair' } as const;
  await bridge.publish(sessionOf(ready, { revision: 2, program: damaged }));
  await expect(page.getByRole('button', { name: 'Launch' })).toHaveCount(0);
  await expect(told).toBeVisible();
  await page.getByRole('button', { name: 'Repair' }).click();
  await expect(told).toHaveCount(0);
  await bridge.publish(sessionOf(ready, { revision: 3, program: installedSample }));
  await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();
  await expect(told).toHaveCount(0);
});

test('asks before it uninstalls and reports a failure', async ({ page, open }) => {
  const failure = failureOf({ code: 'file-in-use', file: 'a.dll', program: 'Editor' });
  const bridge = await open({
    phase: ready,
    session: { program: installedSample },
    replies: { uninstallProgram: [{ result: { ok: false, failure } }] },
  });
  const menu = page.getByRole('button', { name: 'More about Northwind Studio' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Uninstall' }).click();
  await expect(page.getByRole('dialog')).toContainText('This frees 214 MB');
  await page.keyboard.press('Escape');
  expect(await bridge.inputsOf('uninstallProgram')).toEqual([]);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Uninstall' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click();
  expect(await bridge.inputsOf('uninstallProgram')).toEqual([{}]);
  await expect(page.getByRole('alert')).toContainText('Editor is using a.dll');
});

test('says which files an uninstalled program left, and shows them', async ({ page, open }) => {
  const remaining = { folder: '/games/Northwind', name: 'current/saves/one', canShow: true };
  const notice = { kind: 'uninstalled', freedBytes: 214_000_000, remaining } as const;
  const bridge = await open({ phase: ready, session: { program: installedSample, notice } });
  const told = page
    .getByRole('complementary')
    .getByText('Other files are still in /games/Northwind, such as current/saves/one.');
  await expect(told).toBeVisible();
  await page.getByRole('button', { name: 'Show files' }).click();
  expect(await bridge.inputsOf('showRemainingFiles')).toEqual([{}]);
  const hidden = { ...notice, remaining: { ...remaining, canShow: false } };
  const rest = { program: installedSample, notice: hidden };
  await bridge.publish(sessionOf(ready, { revision: 2, ...rest }));
  await expect(page.getByRole('button', { name: 'Show files' })).toHaveCount(0);
  await expect(told).toBeVisible();
});

test('disables its menu while the program runs and explains why', async ({ page, open }) => {
  const bridge = await open({
    phase: { ...ready, kind: 'running' },
    session: { program: installedSample },
  });
  await page.getByRole('button', { name: 'More about Northwind Studio' }).click();
  const item = page.getByRole('menuitem', { name: 'Choose another folder' });
  await expect(item).toContainText('Close Northwind Studio first.');
  await item.click({ force: true });
  expect(await bridge.inputsOf('moveProgram')).toEqual([]);
});

test('offers no folder choice without a folder dialog', async ({ page, open }) => {
  await open({ phase: ready, session: { program: { ...installedSample, movable: false } } });
  await page.getByRole('button', { name: 'More about Northwind Studio' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Repair', 'Uninstall']);
});
