// "Keep me signed in" with a real key store across restarts: two factors, damaged files, other
// services, and files of older versions.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test, type OpenLoader } from '../../support/electron-app.ts';
import { giveToElectronUser } from '../../support/electron-process.ts';
import { startTestService } from '../../../packages/service/test/support/service.ts';
import {
  isReady,
  isForm,
  savedSignInsFile,
  savedFileNames,
  savedSignInsIn,
  signInAndRemember,
  signOut,
} from './remember-steps.ts';

/**
 * Encrypts a text as earlier builds did: with the synchronous call and the key store of the running
 * loader.
 */
function sealSynchronously({ app }: OpenLoader, text: string): Promise<string> {
  return app.evaluate(({ safeStorage }, given) => {
    // Deprecated in Electron 45 and removed in 46: then this file needs texts sealed by an older
    // Electron.
    const earlier: { readonly encryptString: (plainText: string) => Buffer } = safeStorage;
    return earlier.encryptString(given).toString('base64');
  }, text);
}

test('keeps an encrypted sign-in across restarts and deletes it at sign-out @main', async ({
  open,
  service,
  home,
  picture,
}) => {
  const user = await service.addUser({ username: 'anna' });
  const first = await open({ keyStore: true });
  await picture(first.page, 'sign-in-with-key-store');
  await signInAndRemember(first.page, user);
  await isReady(first.page);
  await expect.poll(() => savedFileNames(home)).toEqual(['kept-sign-ins.json']);
  expect((await stat(savedSignInsFile(home))).mode & 0o777).toBe(0o600);
  const text = await readFile(savedSignInsFile(home), 'utf8');
  const kept = await savedSignInsIn(home);
  expect(kept.v).toBe(2);
  const sealed = Buffer.from(kept.entries[0]?.sealed ?? '', 'base64');
  // v11: encrypted with a key from the key store; v10 would be Chromium's fixed password.
  expect(sealed.subarray(0, 3).toString()).toBe('v11');
  for (const secret of [user.password, user.username, service.app.name, service.app.ownerid])
    expect(`${text}${sealed.toString('latin1')}`).not.toContain(secret);
  await first.close();

  // A complete temporary file of an interrupted save.
  await writeFile(`${savedSignInsFile(home)}.0123456789ab.new`, text);
  const second = await open({ keyStore: true });
  await isReady(second.page);
  expect(await savedFileNames(home)).toEqual(['kept-sign-ins.json']);
  await writeFile(`${savedSignInsFile(home)}.0123456789ab.new`, text);
  await giveToElectronUser(`${savedSignInsFile(home)}.0123456789ab.new`);
  await signOut(second.page, user);
  await expect.poll(() => savedFileNames(home)).toEqual([]);
  await second.close();

  const third = await open({ keyStore: true });
  await isForm(third.page);
});

test('asks for a one-time code at each start of an account with two factors', async ({
  open,
  service,
}) => {
  const user = await service.addUser({ totp: true });
  const first = await open({ keyStore: true });
  await signInAndRemember(first.page, user);
  await first.page.getByLabel(english.code.label).fill(service.totpCode(user.totpSecret ?? ''));
  await isReady(first.page);
  await first.close();
  const second = await open({ keyStore: true });
  await expect(second.page.getByLabel(english.code.label)).toBeFocused();
});

test('shows the form for a damaged file and saves the sign-in again', async ({
  open,
  service,
  home,
}) => {
  const user = await service.addUser();
  const first = await open({ keyStore: true });
  await signInAndRemember(first.page, user);
  await isReady(first.page);
  await first.close();
  await writeFile(savedSignInsFile(home), '{"v":2,"entries":[{"id"');
  const second = await open({ keyStore: true });
  await isForm(second.page);
  await signInAndRemember(second.page, user);
  await isReady(second.page);
});

test('keeps sign-ins of two services in one folder separate', async ({ open, service, home }) => {
  const user = await service.addUser({ username: 'anna' });
  const other = await startTestService();
  const stranger = await other.addUser({ username: 'anna', password: 'of another service' });
  const first = await open({ keyStore: true });
  await signInAndRemember(first.page, user);
  await isReady(first.page);
  await first.close();
  const [own] = (await savedSignInsIn(home)).entries;

  const theirs = await open({ keyStore: true, service: other });
  await isForm(theirs.page);
  await expect(theirs.page.getByLabel(english.signIn.username)).toHaveValue('');
  await signInAndRemember(theirs.page, stranger);
  await isReady(theirs.page);
  await expect.poll(async () => (await savedSignInsIn(home)).entries.length).toBe(2);
  await signOut(theirs.page, stranger);
  await expect.poll(async () => (await savedSignInsIn(home)).entries).toEqual([own]);
  await theirs.close();
  await other.close();

  const again = await open({ keyStore: true });
  await isReady(again.page);
});

test('decrypts a sign-in that an earlier build encrypted synchronously', async ({
  open,
  service,
  home,
}) => {
  const user = await service.addUser();
  const { username, password } = user;
  const first = await open({ keyStore: true });
  await signInAndRemember(first.page, user);
  await isReady(first.page);
  await expect.poll(() => savedFileNames(home)).toEqual(['kept-sign-ins.json']);
  const method = { kind: 'password', username, password };
  const content = JSON.stringify({ method, auto: true, usedAt: Date.now() });
  const sealed = await sealSynchronously(first, content);
  await first.close();
  const kept = await savedSignInsIn(home);
  const entries = kept.entries.map((entry) => ({ ...entry, sealed }));
  expect(entries).toHaveLength(1);
  await writeFile(savedSignInsFile(home), JSON.stringify({ ...kept, entries }));

  const second = await open({ keyStore: true });
  await isReady(second.page);
});
