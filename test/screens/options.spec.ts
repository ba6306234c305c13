// Account options in the settings: read when it opens, saved one by one, and shown as the
// service stores them.
import { english } from '../../src/copy/en/window.ts';
import { answered, offers, openOptions, read, saveBest } from '../gallery/options.ts';
import { openSettings } from '../gallery/picture.ts';
import { wholePreferences } from '../gallery/settings.ts';
import { failureOf, ready } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const copy = english.options;
const quality = 'Render quality';
const save = { name: 'Save Render quality' };

test('shows the current value and disables Save until another one is chosen @main', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready, info: offers, replies: read });
  await openOptions(page);
  await expect(page.getByLabel(quality, { exact: true })).toHaveValue('Balanced');
  await expect(page.getByRole('button', save)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', save).click({ force: true });
  expect(await bridge.inputsOf('saveOption')).toEqual([]);
});

test('sends the previously shown value on Save, then shows the value of the service', async ({
  page,
  open,
}) => {
  const replies = answered({ outcome: 'saved', value: 'Best' });
  const bridge = await open({ phase: ready, info: offers, replies });
  await saveBest(page);
  await expect(page.locator('main').getByText('Saved: Best.')).toBeVisible();
  await expect(page.getByLabel(quality, { exact: true })).toHaveValue('Best');
  await expect(page.getByRole('button', save)).toHaveAttribute('aria-disabled', 'true');
  expect(await bridge.inputsOf('saveOption')).toEqual([
    { name: 'quality', value: 'Best', before: 'Balanced' },
  ]);
});

test('shows a value that was changed elsewhere, and replaces it on a second Save', async ({
  page,
  open,
}) => {
  const replies = answered({ outcome: 'elsewhere', value: 'Draft' });
  const bridge = await open({ phase: ready, info: offers, replies });
  await saveBest(page);
  await expect(page.getByLabel(quality, { exact: true })).toHaveValue('Draft');
  await page.getByLabel(quality, { exact: true }).selectOption('Best');
  await page.getByRole('button', save).click();
  const inputs = await bridge.inputsOf('saveOption');
  expect(inputs.at(-1)).toEqual({ name: 'quality', value: 'Best', before: 'Draft' });
});

test('reports options that cannot be read, and reads them on Try again', async ({ page, open }) => {
  const failure = failureOf({ code: 'timeout' });
  await open({
    phase: ready,
    info: offers,
    replies: { readOptions: [{ result: { ok: false, failure } }, ...read.readOptions] },
  });
  await openOptions(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel(quality, { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: copy.again }).click();
  await expect(page.getByLabel(quality, { exact: true })).toHaveValue('Balanced');
});

test('reads no options while the program runs, and reads them after it ends', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: { ...ready, kind: 'running' }, info: offers, replies: read });
  await openOptions(page);
  await expect(page.getByLabel(quality, { exact: true })).toHaveCount(0);
  expect(await bridge.inputsOf('readOptions')).toEqual([]);
  await bridge.publish(sessionOf(ready, { revision: 2 }));
  await expect(page.getByLabel(quality, { exact: true })).toHaveValue('Balanced');
});

for (const [why, more] of [
  ['configured', {}],
  ['known to the service', { info: offers, session: { unsupported: ['options'] }, replies: read }],
] as const)
  test(`the settings are hidden when no option is ${why}`, async ({ page, open }) => {
    const session = { preferences: wholePreferences, ...('session' in more ? more.session : {}) };
    await open({ phase: ready, ...more, session });
    await openSettings(page, 'Northwind Studio');
    await expect(page.getByRole('heading', { name: copy.heading })).toHaveCount(0);
  });
