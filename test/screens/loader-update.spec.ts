// The notice about a newer loader: restart, notes, closing it, and the page of a failed update.
import { failureOf, ready, report } from './samples.ts';
import { updateReady } from './loader-update-sample.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const restart = { name: 'Restart now' } as const;
const close = { name: 'Close this message' } as const;
const failure = failureOf({ code: 'loader-not-updated' });

test('offers a restart with the notes, and says what happens otherwise @main', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready, session: { loaderUpdate: updateReady } });
  const box = page.getByRole('complementary', { name: 'An update is ready' });
  await expect(box).toContainText('Restart now, or get loader 6.0.0 the next time you start.');
  await expect(page.locator('p[role=status]')).toContainText('An update is ready');
  await expect(box).not.toContainText('Starts twice as fast');
  await box.getByRole('button', { name: "What's new" }).click();
  await expect(box).toContainText('Starts twice as fast');
  expect(await bridge.inputsOf('updateLoader')).toEqual([]);
  await box.getByRole('button', restart).click();
  expect(await bridge.inputsOf('updateLoader')).toEqual([{}]);
  expect(await bridge.refusedInputs()).toEqual([]);
});

test('shows notes as plain text', async ({ page, open }) => {
  const notes = '<img src=x onerror=alert(1)><b>bold</b>';
  await open({ phase: ready, session: { loaderUpdate: { ...updateReady, notes } } });
  await page.getByRole('button', { name: "What's new" }).click();
  await expect(page.getByText(notes)).toBeVisible();
});

test('stays closed for the same version, and comes back for the next one', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready, session: { loaderUpdate: updateReady } });
  await page.getByRole('button', close).click();
  await expect(page.getByRole('button', restart)).toHaveCount(0);
  await bridge.publish(sessionOf(ready, { loaderUpdate: updateReady, revision: 2 }));
  await expect(page.getByRole('button', restart)).toHaveCount(0);
  const next = { ...updateReady, version: '6.1.0' };
  await bridge.publish(sessionOf(ready, { loaderUpdate: next, revision: 3 }));
  await expect(page.getByRole('button', restart)).toBeVisible();
});

test('is hidden while the program runs', async ({ page, open }) => {
  const running = { ...ready, kind: 'running' } as const;
  const bridge = await open({ phase: running, session: { loaderUpdate: updateReady } });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', restart)).toHaveCount(0);
  await bridge.publish(sessionOf(ready, { loaderUpdate: updateReady, revision: 2 }));
  await expect(page.getByRole('button', restart)).toBeVisible();
});

test('shows the support code and the download page of a failed update', async ({ page, open }) => {
  const download = 'https://northwind.example/get';
  const loaderUpdate = { ...updateReady, how: 'download', failure, download } as const;
  const bridge = await open({ phase: ready, session: { loaderUpdate } });
  const box = page.getByRole('complementary', { name: "The update couldn't be installed" });
  await expect(box).toContainText('Nothing has changed.');
  await expect(box).toContainText('Support code');
  await box.getByRole('button', { name: 'Get the update at northwind.example' }).click();
  expect(await bridge.inputsOf('openLink')).toEqual([{ name: 'download' }]);
  await expect(page.getByRole('button', restart)).toHaveCount(0);
});

test('shows a single button on the screen of an outdated loader', async ({ page, open }) => {
  const phase = { kind: 'update-required', requiredVersion: '6.0', report } as const;
  const link = { ...phase, download: 'https://northwind.example/get' };
  const bridge = await open({ phase: link, session: { loaderUpdate: null } });
  await expect(page.getByRole('button', { name: /^Get the update/ })).toBeVisible();
  await bridge.publish(sessionOf(link, { loaderUpdate: updateReady, revision: 2 }));
  await expect(page.getByText('Loader 6.0.0 is ready. Restart to continue.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Get the update/ })).toHaveCount(0);
  await page.getByRole('button', restart).click();
  expect(await bridge.inputsOf('updateLoader')).toEqual([{}]);
});
