// "Keep me signed in" on a real key store, over restarts of the program; for whom it is kept, and what is said where it cannot be
// kept, read or removed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { KeyStore } from '../../../src/main/adapters/sealed-sign-in.ts';
import { english } from '../../../src/copy/en/window.ts';
import { fill } from '../../../src/copy/sentences.ts';
import { test, type OpenLoader } from '../../support/electron-app.ts';
import {
  electronFolder,
  environmentOf,
  handOver,
  keyStoreCalls,
  processesWith,
  writeStarter,
} from '../../support/electron-process.ts';
import { fillSignIn, type SignInWith } from '../../support/electron-steps.ts';
import { startTestService } from '../../support/service.ts';

const isReady = (page: Page) =>
  expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
const isForm = (page: Page) =>
  expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
const dataFolder = (home: string) => path.join(home, '.config/latchkey');
const keptFile = (home: string) => path.join(dataFolder(home), 'kept-sign-ins.json');
const keptNames = async (home: string) =>
  (await readdir(dataFolder(home))).filter((name) => name.startsWith('kept-'));

interface Kept {
  readonly v: number;
  readonly entries: readonly { readonly service: string; readonly sealed: string }[];
}

async function keptIn(home: string): Promise<Kept> {
  return JSON.parse(await readFile(keptFile(home), 'utf8')) as Kept; // what the loader wrote
}

async function signInKept(page: Page, user: SignInWith): Promise<void> {
  await fillSignIn(page, user);
  await page.getByLabel(english.remember.label).check();
  await page.getByRole('button', { name: english.signIn.submit }).click();
}

async function signOut(page: Page, { username }: SignInWith): Promise<void> {
  const account = fill(english.account.button, { name: username });
  await page.getByRole('button', { name: account }).click();
  await page.getByRole('menuitem', { name: english.account.signOut }).click();
  await isForm(page);
}

/** Starts the program with a locked key store and without a driver, which would hang with it. */
async function startAlone(home: string, built: string) {
  const program = path.join(electronFolder(), 'electron');
  const starter = await writeStarter({ home, keyStore: 'locked' }, program);
  const config = path.join(home, 'loader.config.json');
  const started = spawn(starter, [built, '--config', config], {
    env: await environmentOf({ home }),
  });
  let written = '';
  started.stdout.on('data', (piece: Buffer) => (written += piece.toString()));
  // Not 'close': the key store's daemon holds the streams a little longer.
  const ended = once(started, 'exit');
  const kill = async () => {
    // Itself, and not the bus around it, which then ends in order.
    const own = ['electron --password-store=', config];
    for (const pid of await processesWith(...own)) process.kill(pid, 'SIGKILL');
    await ended;
  };
  return { output: () => written, kill };
}

/** Seals a text with the key store of the running loader. */
function sealWith({ app }: OpenLoader, text: string): Promise<string> {
  return app.evaluate(({ safeStorage }, given) => {
    const keyStore: KeyStore = safeStorage;
    return keyStore.encryptString(given).toString('base64');
  }, text);
}

test('kept over a restart, encrypted, and forgotten at sign-out', async ({
  open,
  service,
  home,
  picture,
}) => {
  const user = await service.addUser({ username: 'anna' });
  const first = await open({ keyStore: true });
  await picture(first.page, 'sign-in-with-key-store');
  await signInKept(first.page, user);
  await isReady(first.page);
  await expect.poll(() => keptNames(home)).toEqual(['kept-sign-ins.json']);
  expect((await stat(keptFile(home))).mode & 0o777).toBe(0o600);
  const text = await readFile(keptFile(home), 'utf8');
  const kept = await keptIn(home);
  expect(kept.v).toBe(2);
  const sealed = Buffer.from(kept.entries[0]?.sealed ?? '', 'base64');
  // v11: encrypted with a key from the key store; v10 would be Chromium's fixed password.
  expect(sealed.subarray(0, 3).toString()).toBe('v11');
  for (const secret of [user.password, user.username, service.app.name, service.app.ownerid])
    expect(`${text}${sealed.toString('latin1')}`).not.toContain(secret);
  await first.close();

  // A complete left-over of an interrupted save.
  await writeFile(`${keptFile(home)}.0123456789ab.new`, text);
  const second = await open({ keyStore: true });
  await isReady(second.page);
  expect(await keptNames(home)).toEqual(['kept-sign-ins.json']);
  await writeFile(`${keptFile(home)}.0123456789ab.new`, text);
  await handOver(`${keptFile(home)}.0123456789ab.new`);
  await signOut(second.page, user);
  await expect.poll(() => keptNames(home)).toEqual([]);
  await second.close();

  const third = await open({ keyStore: true });
  await isForm(third.page);
});

test('an account with two factors is asked for its code at each start', async ({
  open,
  service,
}) => {
  const user = await service.addUser({ totp: true });
  const first = await open({ keyStore: true });
  await signInKept(first.page, user);
  await first.page.getByLabel(english.code.label).fill(service.totpCode(user.totpSecret ?? ''));
  await first.page.keyboard.press('Enter');
  await isReady(first.page);
  await first.close();
  const second = await open({ keyStore: true });
  await expect(second.page.getByLabel(english.code.label)).toBeFocused();
});

test('a damaged file means signing in again, nothing worse', async ({ open, service, home }) => {
  const user = await service.addUser();
  const first = await open({ keyStore: true });
  await signInKept(first.page, user);
  await isReady(first.page);
  await first.close();
  await writeFile(keptFile(home), '{"v":2,"entries":[{"id"');
  const second = await open({ keyStore: true });
  await isForm(second.page);
  await signInKept(second.page, user);
  await isReady(second.page);
});

test('another loader in the same folder neither sends nor deletes it', async ({
  open,
  service,
  home,
}) => {
  const user = await service.addUser({ username: 'anna' });
  const other = await startTestService();
  const stranger = await other.addUser({ username: 'anna', password: 'of another service' });
  const first = await open({ keyStore: true });
  await signInKept(first.page, user);
  await isReady(first.page);
  await first.close();
  const [own] = (await keptIn(home)).entries;

  const theirs = await open({ keyStore: true, service: other });
  await isForm(theirs.page);
  await expect(theirs.page.getByLabel(english.signIn.username)).toHaveValue('');
  await signInKept(theirs.page, stranger);
  await isReady(theirs.page);
  await expect.poll(async () => (await keptIn(home)).entries.length).toBe(2);
  await signOut(theirs.page, stranger);
  await expect.poll(async () => (await keptIn(home)).entries).toEqual([own]);
  await theirs.close();
  await other.close();

  const again = await open({ keyStore: true });
  await isReady(again.page);
});

test('of version 1 the name is filled in, the password asked for once, then it is kept anew', async ({
  open,
  service,
  home,
  picture,
}) => {
  const user = await service.addUser({ username: 'anna' });
  const first = await open({ keyStore: true });
  const { username, password } = user;
  const sealed = await sealWith(first, JSON.stringify({ v: 1, username, password }));
  await first.close();
  const old = path.join(dataFolder(home), 'kept-sign-in');
  await writeFile(old, Buffer.from(sealed, 'base64'), { mode: 0o600 });
  await handOver(old);

  const second = await open({ keyStore: true });
  await isForm(second.page);
  await expect(second.page.getByLabel(english.signIn.username)).toHaveValue('anna');
  await expect(second.page.getByText('An older version kept your sign-in')).toBeVisible();
  await expect(second.page.getByLabel(english.remember.label)).toBeChecked();
  await picture(second.page, 'kept-by-older-version');
  expect(await keptNames(home)).toEqual(['kept-sign-in']);
  await second.page.getByLabel(english.password.label, { exact: true }).fill(password);
  await second.page.keyboard.press('Enter');
  await isReady(second.page);
  await expect.poll(() => keptNames(home)).toEqual(['kept-sign-ins.json']);
  await second.close();

  const third = await open({ keyStore: true });
  await isReady(third.page);
});

test('a sign-out that cannot remove it names the file, and does not sign in by it', async ({
  open,
  service,
  home,
  picture,
}) => {
  const user = await service.addUser({ username: 'anna' });
  const { page } = await open({ keyStore: true });
  await signInKept(page, user);
  await isReady(page);
  await expect.poll(() => keptNames(home)).toEqual(['kept-sign-ins.json']);
  await chmod(dataFolder(home), 0o500);
  try {
    await signOut(page, user);
    const notice = page.getByRole('complementary').filter({ hasText: 'could not be removed' });
    await expect(notice).toContainText(keptFile(home));
    await picture(page, 'kept-not-removed');
    expect(await keptNames(home)).toEqual(['kept-sign-ins.json']);
  } finally {
    await chmod(dataFolder(home), 0o700);
  }
});

test('a locked key store is asked only when there is something to read, once the window is there', async ({
  open,
  service,
  home,
  built,
}) => {
  // Four starts, each with a key store of its own.
  test.setTimeout(90_000);
  const user = await service.addUser();
  const calls = async () => {
    const text = await readFile(keyStoreCalls(home), 'utf8');
    return text.match(/(?<=member=)(SearchItems|CreateItem|Prompt)/g) ?? [];
  };
  const first = await open({ keyStore: true });
  await signInKept(first.page, user);
  await isReady(first.page);
  await expect.poll(() => keptNames(home)).toEqual(['kept-sign-ins.json']);
  expect(await calls()).toContain('SearchItems');
  await first.close();

  const put = path.join(home, 'put-aside.json');
  await rename(keptFile(home), put);
  const empty = await open({ keyStore: 'locked' });
  await isForm(empty.page);
  await expect(empty.page.getByLabel(english.remember.label)).toBeEnabled();
  await empty.close();
  expect(await calls()).toEqual([]);

  // Nobody answers its question, and until then Chromium waits for it.
  await rename(put, keptFile(home));
  const waiting = await startAlone(home, built);
  try {
    await expect.poll(calls).toContain('Prompt');
    await expect.poll(waiting.output).toContain('latchkey: window ready');
  } finally {
    await waiting.kill();
  }
  const opened = await open({ keyStore: true });
  await isReady(opened.page);
});

test('one that the key store does not open is said so, and stays', async ({
  open,
  service,
  home,
  picture,
}) => {
  const user = await service.addUser();
  const first = await open({ keyStore: true });
  await signInKept(first.page, user);
  await isReady(first.page);
  await first.close();
  const kept = await keptIn(home);
  const sealed = Buffer.from('v11 of another computer').toString('base64');
  const entries = kept.entries.map((entry) => ({ ...entry, sealed }));
  await writeFile(keptFile(home), JSON.stringify({ ...kept, entries }));
  const { page } = await open({ keyStore: true });
  await isForm(page);
  await expect(page.getByText('did not open your kept sign-in')).toBeVisible();
  await picture(page, 'kept-unreadable');
  expect((await keptIn(home)).entries).toEqual(entries);
});

test('without a key store it is off, with the reason', async ({ open, service, home }) => {
  const user = await service.addUser();
  const { page } = await open();
  await expect(page.getByLabel(english.remember.label)).toBeDisabled();
  await expect(page.getByText(english.remember.impossible['plaintext-store'])).toBeVisible();
  await fillSignIn(page, user);
  await page.keyboard.press('Enter');
  await isReady(page);
  expect(await keptNames(home)).toEqual([]);
});
