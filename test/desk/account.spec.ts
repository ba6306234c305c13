// The own account: sessions, second factor, password and language, for every role.
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { german } from '../../packages/desk/src/copy/de/desk.ts';
import { browserAt } from '../../packages/service/test/support/desk.ts';
import { expect, test } from './desk-page.ts';
import { signInElsewhere, type Person } from './desk-seller.ts';
import { button, dialog, submit } from './team-steps.ts';

const { failures, frame, ownAccount, passwordChange, secondFactor, sessions } = english;

test('lists the own sessions and ends one of them @main', async ({
  page,
  desk,
  owner,
  manager,
  service,
}) => {
  const first = await signInElsewhere(service, owner);
  const second = await signInElsewhere(service, owner);
  /** Sessions of the same second have no order. */
  const running = async () => {
    const answers = [await first('me'), await second('me')];
    return answers.filter(({ body }) => body['success'] === true).length;
  };
  const other = await signInElsewhere(service, await manager(['read'], 'Berta'));
  await desk.signIn(owner, 'account');
  const rows = page.getByRole('table', { name: sessions.title }).getByRole('row');
  const own = rows.filter({ hasText: sessions.current });
  const others = rows.filter({ has: page.getByRole('button') });
  await expect(own).toHaveCount(1);
  await expect(own.getByRole('button')).toHaveCount(0);
  await desk.expectAccessible();
  await expect(others).toHaveCount(2);
  // The other sign-ins are of programs.
  await page
    .getByRole('button', { name: sessions.endOf(sessions.unknownBrowser) })
    .last()
    .click();
  await submit(page, sessions.end);
  await expect(page.getByText(sessions.endDone)).toBeVisible();
  await expect(others).toHaveCount(1);
  expect(await running()).toBe(1);
  await button(page, sessions.endOthers).click();
  await submit(page, sessions.endOthersSubmit(1, '1'));
  await expect(page.getByText(sessions.endOthersDone)).toBeVisible();
  await expect(others).toHaveCount(0);
  await expect(button(page, sessions.endOthers)).toHaveCount(0);
  expect(await running()).toBe(0);
  expect((await other('me')).body).toMatchObject({ name: 'Berta' });
  await page.reload();
  await expect(own).toHaveCount(1);
});

test('turns the second factor on and off', async ({ page, desk, service, manager }) => {
  const mia = await manager(['read'], 'Mia');
  await desk.signIn(mia, 'account');
  await button(page, secondFactor.turnOn).click();
  await expect(dialog(page).getByRole('img', { name: secondFactor.qr })).toBeVisible();
  const secret = await dialog(page).locator('.mono[translate=no]').innerText();
  expect(secret).toMatch(/^([A-Z2-7]{4} ){9}[A-Z2-7]{4}$/);
  const code = (stepsLater: number) =>
    service.totpCode(secret.replaceAll(' ', ''), Date.now() + stepsLater * 30_000);
  await desk.expectAccessible();
  await page.getByLabel(secondFactor.code).fill('000000');
  await submit(page, secondFactor.confirm);
  await expect(dialog(page).getByRole('alert')).toHaveText(failures.byCode['bad-code']);
  await page.getByLabel(secondFactor.code).fill(code(-1));
  await submit(page, secondFactor.confirm);
  const items = dialog(page).getByRole('listitem');
  await expect(items).toHaveCount(10);
  const [recoveryCode = ''] = await items.allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(items).toHaveCount(10);
  await desk.expectAccessible();
  const download = page.waitForEvent('download');
  await button(page, secondFactor.saveCodes).click();
  expect((await download).suggestedFilename()).toBe(secondFactor.fileName);
  await button(page, secondFactor.saved).click();
  await expect(page.getByText(secondFactor.onText)).toBeVisible();
  const signIn = (more: Readonly<Record<string, string>> = {}) =>
    browserAt(service.url).ask('signin', { ...mia, ...more });
  expect((await signIn()).body).toMatchObject({ code: 'code-needed' });
  expect((await signIn({ code: recoveryCode })).body).toMatchObject({ hasSecondFactor: true });

  await button(page, secondFactor.turnOff).click();
  await page.getByLabel(secondFactor.turnOffCode).fill(recoveryCode);
  await submit(page, secondFactor.turnOff);
  await expect(dialog(page).getByRole('alert')).toHaveText(failures.byCode['bad-code']);
  await page.getByLabel(secondFactor.turnOffCode).fill(code(0));
  await submit(page, secondFactor.turnOff);
  await expect(page.getByText(secondFactor.offText)).toBeVisible();
  expect((await signIn()).body).toMatchObject({ success: true, hasSecondFactor: false });
});

test('changes the password, which ends the other sessions', async ({
  page,
  desk,
  service,
  owner,
  manager,
}) => {
  const bystander = await signInElsewhere(service, await manager(['read'], 'Berta'));
  const other = await signInElsewhere(service, owner);
  const next = 'a better password';
  await desk.signIn(owner, 'account');
  const fill = async (present: string, chosen: string, again: string) => {
    await page.getByLabel(passwordChange.present, { exact: true }).fill(present);
    await page.getByLabel(passwordChange.next, { exact: true }).fill(chosen);
    await page.getByLabel(passwordChange.again, { exact: true }).fill(again);
    await submit(page, passwordChange.submit);
  };
  await button(page, ownAccount.changePassword).click();
  await fill(owner.password, 'short', 'other');
  await expect(dialog(page)).toContainText(passwordChange.short);
  await expect(dialog(page)).toContainText(passwordChange.different);
  await fill(owner.password, next, `${next}.`);
  await expect(dialog(page)).toContainText(passwordChange.different);
  await expect(dialog(page)).not.toContainText(passwordChange.short);
  await fill('not the password', next, next);
  await expect(dialog(page)).toContainText(passwordChange.wrong);
  await desk.expectAccessible();
  expect((await other('me')).body).toMatchObject({ name: owner.name });
  await fill(owner.password, next, next);
  await expect(page.getByText(passwordChange.done)).toBeVisible();
  expect((await other('me')).body).toMatchObject({ code: 'signed-out' });
  expect((await bystander('me')).body).toMatchObject({ name: 'Berta' });
  await expect(signInElsewhere(service, owner)).rejects.toThrow('wrong-password');
  const again = await signInElsewhere(service, { ...owner, password: next });
  expect((await again('me')).body).toMatchObject({ name: owner.name });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: ownAccount.title })).toBeVisible();
});

test('is in the account menu of every role, and changes the language', async ({
  page,
  desk,
  manager,
  reseller,
}) => {
  const people: readonly Person[] = [
    await manager([], 'Noscope'),
    await manager(['sell'], 'Sam'),
    await reseller(['1'], {}, 'Rita'),
  ];
  for (const person of people) {
    await desk.signIn(person);
    await button(page, frame.signedInAs(person.name)).click();
    await page.getByRole('menuitem', { name: frame.account }).click();
    await expect(page.getByRole('heading', { level: 1, name: ownAccount.title })).toBeVisible();
    await expect(page.getByRole('navigation')).not.toContainText(ownAccount.title);
  }
  await page.getByRole('radio', { name: ownAccount.languages.de }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: german.ownAccount.title }),
  ).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await desk.expectAccessible();
});
