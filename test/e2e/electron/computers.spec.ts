// The complete recovery in the real window, with the real service on both databases: a dead
// computer is replaced, another session ended, the password changed, and a recovery code used.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { leaveSettings, openPage, openSettings } from '../../gallery/picture.ts';
import { actionsIn, countActions } from '../../support/count-actions.ts';
import { test as base, type OpenLoader } from '../../support/electron-app.ts';
import { fillSignIn, signIn } from '../../support/electron-steps.ts';
import { scanQr } from '../../support/scan-qr.ts';
import { createMeter, openRoad, type Road } from './computers-road.ts';
import { isReady, signOut } from './remember-steps.ts';

const test = base.extend<{ openRoad: typeof openRoad }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  openRoad: async ({}, use) => {
    const opened: Road[] = [];
    await use(async (database) => {
      const road = await openRoad(database);
      opened.push(road);
      return road;
    });
    for (const road of opened) await road.close();
  },
});

const { changePassword, code, recoveryCode, recoveryCodes, removal, sessions, twoFactor } = english;
const { pages } = english.settings;
const newPassword = 'four entirely new words';
const main = (page: Page) => page.locator('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Makes the system's save dialog return `file`, as if the user had chosen it. */
async function chooseFile({ app }: OpenLoader, file: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
}

/** Saves and confirms the codes that the window shows, and returns them. */
async function keepCodes(loader: OpenLoader, file: string): Promise<readonly string[]> {
  const { page } = loader;
  const list = page.getByRole('list', { name: recoveryCodes.list });
  const shown = await list.getByRole('listitem').allTextContents();
  expect(shown).toHaveLength(10);
  await chooseFile(loader, file);
  await button(page, recoveryCodes.save).click();
  await button(page, recoveryCodes.saved).waitFor();
  const saved = await readFile(file, 'utf8');
  expect(shown.filter((one) => saved.includes(`${one}\n`))).toEqual(shown);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await button(page, recoveryCodes.next).click();
  await page
    .getByRole('textbox', { name: recoveryCode.label })
    .fill((shown[0] ?? '').toUpperCase().replace('-', ' '));
  await button(page, recoveryCodes.confirm).click();
  await expect(main(page)).toContainText('10 of 10 left');
  return shown;
}

/** Turns two-factor sign-in on in the settings, up to the new codes. */
async function enrol({ page }: OpenLoader, { nextCode }: Road): Promise<void> {
  await button(page, twoFactor.turnOn).click();
  await button(page, twoFactor.next).waitFor();
  const secret = new URL((await scanQr(page)) ?? '').searchParams.get('secret') ?? '';
  await button(page, twoFactor.next).click();
  await page.getByLabel(code.label).fill(nextCode(secret));
}

for (const database of ['sqlite', 'postgresql'] as const)
  for (const totp of [false, true])
    test(`replaces a dead computer, with ${totp ? 'two-factor' : 'password'} sign-in on ${database}`, async ({
      open,
      picture,
      home,
      openRoad: openService,
    }, info) => {
      test.slow();
      const road = await openService(database);
      const { service, nextCode } = road;
      const anna = await service.addUser({ username: 'anna', totp });
      const bob = await service.addUser({ username: 'bob' });
      const secret = anna.totpSecret ?? '';
      await road.signInOn('dead-pc', anna);
      const laptop = await road.signInOn('laptop', anna);
      const bystander = await road.signInOn('bobs-pc', bob);

      // 1. The dead computer: three clicks, and no second code.
      const loader = await open({ service });
      const { page } = loader;
      const { click, figures } = createMeter(page);
      await fillSignIn(page, anna);
      await click(english.signIn.submit);
      if (totp) await page.getByLabel(code.label).fill(nextCode(secret));
      await button(page, 'Remove dead-pc').waitFor();
      await picture(page, `replace-computer-${database}-${String(totp)}`);
      await click('Remove dead-pc');
      await click(removal.confirm);
      await isReady(page);
      const { clicks, seconds } = figures();
      expect(clicks).toBe(3);
      info.annotations.push({
        type: 'dead computer',
        description: `${clicks} clicks, ${seconds.toFixed(1)} seconds`,
      });
      expect(await laptop.ended()).toBeNull();

      // 2. The lists, and the end of another session.
      await openSettings(page, pages.computers);
      const computers = region(page, english.computers.title).getByRole('listitem');
      await expect(computers).toContainText(['laptop', english.computers.current]);
      await openPage(page, pages.security);
      await button(page, 'Sign out laptop').click();
      await expect(region(page, sessions.title).getByRole('listitem')).toHaveCount(1);
      await expect(main(page)).toContainText(sessions.savedElsewhere);
      expect(await laptop.ended()).toBe('ended-elsewhere');

      // 3. A new password ends every other session, and only those of this user.
      const again = await road.signInOn('laptop', anna);
      await button(page, changePassword.title).click();
      await page.getByLabel(changePassword.current).fill(anna.password);
      await page.getByLabel(changePassword.new).fill(newPassword);
      if (totp) await page.getByLabel(code.label).fill(nextCode(secret));
      await button(page, changePassword.submit).click();
      await expect(main(page).getByText(changePassword.doneTitle)).toBeVisible();
      expect(await again.ended()).toBe('password-changed');
      expect(await bystander.ended()).toBeNull();

      // 4. Recovery codes: new ones, or those at the end of the enrolment.
      if (totp) {
        await button(page, recoveryCodes.make).click();
        await page.getByLabel(changePassword.current).fill(newPassword);
        await page.getByLabel(code.label).fill(nextCode(secret));
        await button(page, recoveryCodes.submit).click();
      } else await enrol(loader, road);
      await page.getByRole('heading', { name: recoveryCodes.saveTitle }).waitFor();
      await picture(page, `recovery-codes-${database}-${String(totp)}`);
      const [, unused = ''] = await keepCodes(loader, path.join(home, 'codes.txt'));

      // 5. A sign-in without the phone: one click and two keys, beside what is typed. The code works
      // once.
      const user = { ...anna, password: newPassword };
      await leaveSettings(page);
      await signOut(page, user);
      await page.evaluate(countActions);
      await signIn(page, user);
      await button(page, recoveryCode.use).click();
      await page.getByRole('textbox', { name: recoveryCode.label }).fill(unused);
      await page.keyboard.press('Enter');
      await isReady(page);
      expect(await actionsIn(page)).toEqual({ clicks: 1, keys: 2 });
      await openSettings(page, pages.security);
      await expect(main(page)).toContainText('9 of 10 left');
      await expect(region(page, english.securityEvents.title).getByRole('listitem')).toContainText([
        'Recovery code used',
        'Password changed',
        'dead-pc removed',
      ]);
      await picture(page, `security-${database}-${String(totp)}`);
      await leaveSettings(page);
      await signOut(page, user);
      await signIn(page, user);
      await button(page, recoveryCode.use).click();
      await page.getByRole('textbox', { name: recoveryCode.label }).fill(unused);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toContainText(english.badRecoveryCode.title);
      expect(await bystander.ended()).toBeNull();
      for (const one of [unused, newPassword]) expect(loader.output()).not.toContain(one);
    });
