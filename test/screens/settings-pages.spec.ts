// The pages of the settings: what each setting sends, and what it shows of the snapshot.
import type { Page } from '@playwright/test';
import { openSettings } from '../gallery/picture.ts';
import { installedSample, programSample } from '../gallery/program.ts';
import { wholePreferences } from '../gallery/settings.ts';
import { failureOf, savedSignIns, licenses, ready } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const brand = 'Northwind Studio';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const program = { program: installedSample, preferences: wholePreferences };

test.describe('the program', () => {
  test('shows its folder and sends Show in folder, Move, Repair and Uninstall', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: ready, session: program });
    await openSettings(page, brand);
    await expect(region(page, 'Folder')).toContainText(installedSample.folder);
    for (const name of ['Show in folder', 'Move', 'Repair']) await button(page, name).click();
    await button(page, 'Uninstall').click();
    expect(await bridge.inputsOf('uninstallProgram')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click();
    const sent = (await bridge.calls()).map(({ name }) => name);
    expect(sent.filter((name) => name.endsWith('Program') || name.endsWith('Folder'))).toEqual([
      'showProgramFolder',
      'moveProgram',
      'repairProgram',
      'uninstallProgram',
    ]);
  });

  test('offers only a folder while it is not installed', async ({ page, open }) => {
    const notInstalled = { ...programSample, canShowFolder: false };
    await open({ phase: ready, session: { program: notInstalled } });
    await openSettings(page, brand);
    await expect(button(page, 'Choose another folder')).toBeVisible();
    for (const name of ['Show in folder', 'Repair', 'Uninstall'])
      await expect(button(page, name)).toHaveCount(0);
  });

  test('cannot be changed while it runs, and says why', async ({ page, open }) => {
    const bridge = await open({ phase: { ...ready, kind: 'running' }, session: program });
    await openSettings(page, brand);
    for (const name of ['Move', 'Repair', 'Uninstall'])
      await button(page, name).dispatchEvent('click');
    await expect(page.getByText('Close Northwind Studio first.').first()).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await bridge.inputsOf('moveProgram')).toEqual([]);
  });

  test('is launched automatically only if the seller offers it and the user wants it', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: ready, session: program });
    await openSettings(page, brand);
    const box = page.getByRole('checkbox', { name: 'Launch automatically' });
    await expect(box).toBeChecked();
    await box.click();
    expect(await bridge.inputsOf('choosePreference')).toEqual([
      { name: 'launchWhenSignedIn', value: false },
    ]);
    const preferences = { ...wholePreferences, launchWhenSignedIn: null };
    await bridge.publish(sessionOf(ready, { ...program, preferences, revision: 2 }));
    await expect(box).toHaveCount(0);
  });
});

test.describe('appearance', () => {
  test('sends theme, text size and start with the system, and shows the values of the snapshot', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: ready, session: { preferences: wholePreferences } });
    await openSettings(page, 'Appearance and language');
    const size = page.getByRole('combobox', { name: 'Text size' });
    await expect(size.getByRole('option')).toHaveText(['Small', 'Medium', 'Large', 'Very large']);
    await size.selectOption('Large');
    const start = page.getByRole('checkbox', { name: 'Start with this computer' });
    await start.click();
    await expect(start).not.toBeChecked();
    expect(await bridge.inputsOf('choosePreference')).toEqual([
      { name: 'textSize', value: 125 },
      { name: 'startWithSystem', value: true },
    ]);
    const preferences = { ...wholePreferences, textSize: 110, startWithSystem: true };
    await bridge.publish(sessionOf(ready, { preferences, revision: 2 }));
    await expect(size.locator('option:checked')).toHaveText('110%');
    await expect(start).toBeChecked();
  });

  test('switches the language without losing the page', async ({ page, open }) => {
    const bridge = await open({ phase: ready });
    await openSettings(page, 'Appearance and language');
    await page.getByRole('combobox', { name: 'Language' }).first().selectOption('de');
    await expect(heading(page, 'Darstellung und Sprache')).toBeVisible();
    expect(await bridge.inputsOf('chooseLanguage')).toEqual([{ language: 'de' }]);
  });

  test('hides settings that the host does not support', async ({ page, open }) => {
    const none = {
      theme: null,
      textSize: null,
      launchWhenSignedIn: null,
      startWithSystem: null,
      opensLinks: null,
    };
    await open({ phase: ready, session: { preferences: none } });
    await openSettings(page, 'Appearance and language');
    await expect(page.locator('main').getByRole('combobox')).toHaveCount(1);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  });

  test('reports a refused start with the system', async ({ page, open }) => {
    const failure = failureOf({ code: 'setting-refused' });
    await open({
      phase: ready,
      session: { preferences: wholePreferences },
      replies: { choosePreference: [{ result: { ok: false, failure } }] },
    });
    await openSettings(page, 'Appearance and language');
    await page.getByRole('checkbox', { name: 'Start with this computer' }).click();
    await expect(page.getByRole('alert')).toContainText("couldn't be changed");
  });

  test('offers to open links that another program opens', async ({ page, open }) => {
    const failure = failureOf({ code: 'setting-refused' });
    const elsewhere = { ...wholePreferences, opensLinks: false };
    const bridge = await open({
      phase: ready,
      session: { preferences: elsewhere },
      replies: { choosePreference: [{ result: { ok: false, failure } }] },
    });
    await openSettings(page, 'Appearance and language');
    await page.getByRole('button', { name: 'Open them here' }).click();
    await expect(page.getByRole('alert')).toContainText("couldn't be changed");
    expect(await bridge.inputsOf('choosePreference')).toEqual([
      { name: 'opensLinks', value: true },
    ]);
    await bridge.publish(sessionOf(ready, { preferences: wholePreferences, revision: 2 }));
    await expect(heading(page, 'Links to this window')).toHaveCount(0);
  });
});

test('changes the automatic sign-in of the current saved account @main', async ({ page, open }) => {
  const bridge = await open({ phase: ready, session: { savedSignIns: savedSignIns } });
  await openSettings(page, 'Account');
  const box = page.getByRole('checkbox', { name: 'Sign in automatically' });
  await expect(box).toBeChecked();
  await box.click();
  expect(await bridge.inputsOf('setAutoSignIn')).toEqual([{ on: false }]);
});

for (const [commit, build] of [
  [{ hash: '7d1a0c55e2', isModified: true }, 'Build7d1a0c55e2, modified'],
  [null, null],
] as const)
  test(`shows ${build ?? 'no build'} for the commit ${JSON.stringify(commit)}`, async ({
    page,
    open,
  }) => {
    await open({ phase: ready, info: { commit } });
    await openSettings(page, 'About');
    const versions = region(page, 'Versions');
    await expect(versions).toContainText('This loader5.2');
    if (build === null) await expect(versions).not.toContainText('Build');
    else await expect(versions).toContainText(build);
  });

test('shows the versions of program and window, and the licenses with their texts', async ({
  page,
  open,
}) => {
  await open({ phase: ready, session: program });
  await openSettings(page, 'About');
  await expect(region(page, 'Versions')).toContainText(/Northwind Studio\s*2\.4.*5\.2/s);
  await expect(region(page, 'Versions')).toContainText('Build20704d4f8a');
  const rows = region(page, 'Third-party licenses').getByRole('listitem');
  await expect(rows).toHaveCount(licenses.length);
  await expect(page.getByText('Copyright (c)')).toBeHidden();
  await page.getByText('react 19.3.1').click();
  await expect(page.getByText('Copyright (c)')).toBeVisible();
});
