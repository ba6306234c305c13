// Background tasks on the screen: progress, Pause, Resume and Cancel, without blocking other
// controls.
import { installedSample, programSample } from '../gallery/program.ts';
import type { Task } from '../../src/shared/program.ts';
import { failureOf, ready } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';
import { showing } from './task-samples.ts';

test('shows progress as text and as a value @main', async ({ page, open }) => {
  const bridge = await open({ phase: ready, session: showing({}) });
  const bar = page.getByRole('progressbar', { name: 'Installing Northwind Studio' });
  await expect(bar).toHaveAttribute(
    'aria-valuetext',
    // A no-break space joins a number and its unit.
    '1.5\u00a0MB of 6\u00a0MB, 1\u00a0MB/s, about 2 minutes left',
  );
  expect(await bar.evaluate((element) => (element as HTMLProgressElement).value)).toBe(0.25);
  await expect(page.locator('.progress-texts')).toHaveText(
    '25 %1.5 MB of 6 MB1 MB/s · about 2 minutes left',
  );
  const steps: readonly (readonly [Partial<Task>, string])[] = [
    [{ etaMs: 41_000 }, '1.5 MB of 6 MB1 MB/s · about 50 seconds left'],
    [{ etaMs: 9_999 }, '1.5 MB of 6 MB1 MB/s · a few seconds left'],
    [{ bytesPerSecond: 0, etaMs: null }, '1.5 MB of 6 MBwaiting for data'],
    [{ bytesPerSecond: null, etaMs: null, total: null }, '1.5 MB'],
    [{ done: 0, total: 999, bytesPerSecond: null, etaMs: null }, '0 bytes of 999 bytes'],
    [{ done: 0, total: null, bytesPerSecond: null, etaMs: null }, 'Getting ready'],
    [{ done: 0, total: null, bytesPerSecond: null, etaMs: null, state: 'paused' }, 'Paused'],
    [
      { done: 0, total: null, bytesPerSecond: null, etaMs: null, state: 'failed' },
      'Not started yet',
    ],
  ];
  for (const [index, [change, words]] of steps.entries()) {
    await bridge.publish(sessionOf(ready, { revision: 2 + index, ...showing(change) }));
    await expect(page.locator('.amounts')).toHaveText(words);
  }
});

test('sends Pause, Resume and Try again with the id of the task', async ({ page, open }) => {
  const bridge = await open({ phase: ready, session: showing({}) });
  await page.getByRole('button', { name: 'Pause' }).click();
  expect(await bridge.inputsOf('pauseTask')).toEqual([{ id: 'task-7' }]);
  const resting = { bytesPerSecond: null, etaMs: null } as const;
  const paused = showing({ ...resting, state: 'paused' });
  await bridge.publish(sessionOf(ready, { revision: 2, ...paused }));
  await expect(page.getByRole('status')).toHaveText('Paused');
  await page.getByRole('button', { name: 'Resume' }).click();
  const failure = failureOf({ code: 'offline' });
  const failed = showing({ ...resting, state: 'failed', failure });
  await bridge.publish(sessionOf(ready, { revision: 3, ...failed }));
  await expect(page.getByRole('alert')).toContainText("You're offline");
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(await bridge.inputsOf('resumeTask')).toEqual([{ id: 'task-7' }, { id: 'task-7' }]);
});

test('offers to use a folder that others can replace, and says who can', async ({ page, open }) => {
  const asked = { code: 'folder-unsafe', folder: 'D:\\Games', cause: 'writable' } as const;
  const failed = (canAccept: boolean) =>
    showing({
      bytesPerSecond: null,
      etaMs: null,
      state: 'failed',
      failure: failureOf({ ...asked, canAccept }),
    });
  const bridge = await open({ phase: ready, session: failed(false) });
  const accept = page.getByRole('button', { name: 'Use this folder' });
  await expect(page.getByRole('alert')).toContainText('Choose a folder that only you can change');
  await expect(accept).toHaveCount(0);
  await bridge.publish(sessionOf(ready, { revision: 2, ...failed(true) }));
  await expect(page.getByRole('alert')).toContainText(
    'Other users of this computer can replace D:\\Games, and the program with it.',
  );
  await accept.click();
  expect(await bridge.inputsOf('acceptFolder')).toEqual([{}]);
  await expect(page.getByText('You can try again now.')).toBeVisible();
});

test('asks before it cancels, and keeps the task on Escape', async ({ page, open }) => {
  const bridge = await open({ phase: ready, session: showing({}) });
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.click();
  const dialog = page.getByRole('dialog', { name: 'Stop installing Northwind Studio?' });
  await expect(dialog.getByRole('button', { name: 'Keep going' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(cancel).toBeFocused();
  expect(await bridge.inputsOf('cancelTask')).toEqual([]);
  await cancel.click();
  await dialog.getByRole('button', { name: 'Stop installing' }).click();
  expect(await bridge.inputsOf('cancelTask')).toEqual([{ id: 'task-7' }]);
  await bridge.publish(sessionOf(ready, { revision: 2, program: programSample }));
  await expect(page.getByRole('button', { name: 'Install' })).toBeFocused();
});

test('updates progress without announcements or layout shifts, while Sign out works', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready, session: showing({}) });
  const pause = page.getByRole('button', { name: 'Pause' });
  await pause.focus();
  const place = () => pause.evaluate((button) => button.getBoundingClientRect().y);
  const before = await place();
  for (let step = 1; step <= 40; step += 1) {
    const done = step * 150_000;
    await bridge.publish(sessionOf(ready, { revision: 1 + step, ...showing({ done }) }));
  }
  await expect(page.getByText('6 MB of 6 MB')).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('');
  await expect(pause).toBeFocused();
  expect(await place()).toBe(before);
  await page.getByRole('button', { name: 'Account of anna' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  expect(await bridge.inputsOf('signOut')).toHaveLength(1);
});

test('closes the cancel dialog when the screen changes', async ({ page, open }) => {
  const bridge = await open({ phase: ready, session: showing({}) });
  await page.getByRole('button', { name: 'Cancel' }).click();
  const phase = {
    kind: 'unreachable',
    username: 'anna',
    failure: failureOf({ code: 'dns' }),
  } as const;
  await bridge.publish(sessionOf(phase, { revision: 2 }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: "The service wasn't found" })).toBeFocused();
});

test('an installed program can be launched while its update is paused', async ({ page, open }) => {
  const paused = { kind: 'update', state: 'paused', bytesPerSecond: null, etaMs: null } as const;
  const program = { ...installedSample, available: programSample.available };
  const bridge = await open({ phase: ready, session: { ...showing(paused), program } });
  await expect(page.getByRole('button', { name: 'Launch' })).toBeFocused();
  await expect(page.getByText('Paused · 1.5 MB of 6 MB')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Update/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Resume' }).click();
  expect(await bridge.inputsOf('resumeTask')).toEqual([{ id: 'task-7' }]);
  await page.getByRole('button', { name: 'Launch' }).click();
  expect(await bridge.inputsOf('launch')).toHaveLength(1);
});
