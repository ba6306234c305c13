// Recovery codes in the preview: the browser's download and print dialog stand in for those of the
// system.
import { readFile } from 'node:fs/promises';
import { english } from '../../../src/copy/en/window.ts';
import { openSettings } from '../../gallery/picture.ts';
import { openRoad } from '../electron/computers-road.ts';
import { expect, signIn, test } from './preview.ts';

const { changePassword, code, recoveryCodes } = english;

test('downloads and prints the codes', async ({ page, startPreview }) => {
  const road = await openRoad('sqlite');
  const user = await road.service.addUser({ username: 'anna', totp: true });
  const secret = user.totpSecret ?? '';
  const printed: string[] = [];
  await page.exposeFunction('notePrinting', () => printed.push('page'));
  await page.addInitScript('window.print = () => window.notePrinting();');
  await page.goto((await startPreview(road.service)).url);
  await signIn(page, user);
  await page.getByLabel(code.label).fill(road.nextCode(secret));
  await openSettings(page, english.settings.pages.security);
  await page.getByRole('button', { name: recoveryCodes.make }).click();
  await page.getByLabel(changePassword.current).fill(user.password);
  await page.getByLabel(code.label).fill(road.nextCode(secret));
  await page.getByRole('button', { name: recoveryCodes.submit }).click();
  const list = page.getByRole('list', { name: recoveryCodes.list }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const downloads = page.waitForEvent('download');
  await page.getByRole('button', { name: recoveryCodes.save, exact: true }).click();
  const download = await downloads;
  expect(download.suggestedFilename()).toMatch(/ recovery codes\.txt$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('Account: anna');
  for (const one of await list.allTextContents()) expect(text).toContain(`${one}\n`);
  await page.getByRole('button', { name: recoveryCodes.print }).click();
  await expect.poll(() => printed).toEqual(['page']);
  await road.close();
});
