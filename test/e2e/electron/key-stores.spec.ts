// Saved sign-ins when the file cannot be removed, or the key store is locked, fails to decrypt, or
// is missing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { brandColor, test } from '../../support/electron-app.ts';
import {
  electronFolder,
  environmentOf,
  keyStoreCalls,
  processesWith,
  writeStarter,
} from '../../support/electron-process.ts';
import { openReadableScreen } from '../../support/readable-screen.ts';
import { fillSignIn } from '../../support/electron-steps.ts';
import {
  isReady,
  isForm,
  dataFolder,
  savedSignInsFile,
  savedFileNames,
  savedSignInsIn,
  signInAndRemember,
  signOut,
} from './remember-steps.ts';

/** Starts the program with a locked key store and without a driver, which would hang with it. */
async function startAlone(home: string, built: string, display: string) {
  const program = path.join(electronFolder(), 'electron');
  const starter = await writeStarter({ home, keyStore: 'locked' }, program);
  const config = path.join(home, 'loader.config.json');
  const started = spawn(starter, [built, '--config', config], {
    env: { ...(await environmentOf({ home })), DISPLAY: display },
  });
  let written = '';
  started.stdout.on('data', (piece: Buffer) => (written += piece.toString()));
  // Not 'close': the key store's daemon holds the streams a little longer.
  const ended = once(started, 'exit');
  const kill = async () => {
    // Only the program; the message bus around it then exits cleanly.
    const own = ['electron --password-store=', config];
    for (const pid of await processesWith(...own)) process.kill(pid, 'SIGKILL');
    await ended;
  };
  return { output: () => written, kill };
}

test('signs out and names the file when a saved sign-in cannot be removed', async ({
  open,
  service,
  home,
  picture,
}) => {
  const user = await service.addUser({ username: 'anna' });
  const { page } = await open({ keyStore: true });
  await signInAndRemember(page, user);
  await isReady(page);
  await expect.poll(() => savedFileNames(home)).toEqual(['kept-sign-ins.json']);
  await chmod(dataFolder(home), 0o500);
  try {
    await signOut(page, user);
    const notice = page.getByRole('complementary').filter({ hasText: "couldn't be removed" });
    await expect(notice).toContainText(savedSignInsFile(home));
    await picture(page, 'kept-not-removed');
    expect(await savedFileNames(home)).toEqual(['kept-sign-ins.json']);
  } finally {
    await chmod(dataFolder(home), 0o700);
  }
});

test('asks a locked key store only for a saved sign-in, after the window is shown', async ({
  open,
  service,
  home,
  built,
}) => {
  // Four starts, each with a separate key store.
  test.setTimeout(90_000);
  const user = await service.addUser();
  const calls = async () => {
    const text = await readFile(keyStoreCalls(home), 'utf8');
    return text.match(/(?<=member=)(SearchItems|CreateItem|Prompt)/g) ?? [];
  };
  const first = await open({ keyStore: true });
  await signInAndRemember(first.page, user);
  await isReady(first.page);
  await expect.poll(() => savedFileNames(home)).toEqual(['kept-sign-ins.json']);
  expect(await calls()).toContain('SearchItems');
  await first.close();

  const put = path.join(home, 'put-aside.json');
  await rename(savedSignInsFile(home), put);
  const empty = await open({ keyStore: 'locked' });
  await isForm(empty.page);
  await expect(empty.page.getByLabel(english.remember.label)).toBeEnabled();
  await empty.close();
  expect(await calls()).toEqual([]);

  // Chromium waits for the unlock prompt, which nobody answers.
  await rename(put, savedSignInsFile(home));
  const screen = await openReadableScreen(await mkdtemp(path.join(tmpdir(), 'latchkey-screen-')));
  const waiting = await startAlone(home, built, screen.display);
  try {
    // The bound covers a whole start of the program; the default of 5 s is too short on slow
    // machines.
    await expect.poll(calls, { timeout: 20_000 }).toContain('Prompt');
    await expect.poll(waiting.output).toContain('window ready');
    // The window is not empty behind the prompt, so the user sees which program asks.
    await expect.poll(() => screen.pixelsOf(brandColor)).toBeGreaterThan(300);
  } finally {
    await waiting.kill();
    await screen.close();
  }
  const opened = await open({ keyStore: true });
  await isReady(opened.page);
});

test('reports and keeps a saved sign-in that the key store cannot decrypt', async ({
  open,
  service,
  home,
  picture,
}) => {
  const user = await service.addUser();
  const first = await open({ keyStore: true });
  await signInAndRemember(first.page, user);
  await isReady(first.page);
  await first.close();
  const kept = await savedSignInsIn(home);
  const sealed = Buffer.from('v11 of another computer').toString('base64');
  const entries = kept.entries.map((entry) => ({ ...entry, sealed }));
  await writeFile(savedSignInsFile(home), JSON.stringify({ ...kept, entries }));
  const { page } = await open({ keyStore: true });
  await isForm(page);
  await expect(page.getByText("Your saved account couldn't be opened")).toBeVisible();
  await picture(page, 'kept-unreadable');
  expect((await savedSignInsIn(home)).entries).toEqual(entries);
});

test('disables "Keep me signed in" without a key store and explains why @main', async ({
  open,
  service,
  home,
}) => {
  const user = await service.addUser();
  const { page } = await open();
  await expect(page.getByLabel(english.remember.label)).toBeDisabled();
  await expect(page.getByText(english.remember.impossible['plaintext-store'])).toBeVisible();
  await fillSignIn(page, user);
  await page.keyboard.press('Enter');
  await isReady(page);
  expect(await savedFileNames(home)).toEqual([]);
});
