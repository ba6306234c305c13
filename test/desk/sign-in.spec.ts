// The sign-in of the desk: form, second factor, the end of a session, and what is remembered.
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { german } from '../../packages/desk/src/copy/de/desk.ts';
import { expect, sessionPart, test } from './desk-page.ts';
import { password, signInElsewhere } from './desk-seller.ts';
import {
  expectSignedIn,
  expectSignIn,
  fieldsOf,
  fillSignIn,
  remembered,
  signInByForm,
} from './sign-in-steps.ts';

const { failures, signIn } = english;

test('signs in by keyboard only @main', async ({ page, desk, owner, context }) => {
  await page.goto(desk.url);
  const { ownerid, name, password: field } = fieldsOf(page);
  await expect(ownerid).toBeFocused();
  await page.keyboard.type(owner.ownerid);
  await page.keyboard.press('Tab');
  await expect(name).toBeFocused();
  await page.keyboard.type(owner.name);
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await page.keyboard.type(owner.password);
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
  expect(await context.cookies()).toMatchObject([
    { name: 'latchkey', httpOnly: true, sameSite: 'Strict', path: '/', expires: -1 },
  ]);
});

test('does not send an incomplete form', async ({ page, desk, owner }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.goto(desk.url);
  const { name, submit } = await fillSignIn(page, owner);
  await name.fill('');
  await submit.click();
  await name.press('Enter');
  await expectSignIn(page);
  expect(sent.filter((url) => url.endsWith('/signin'))).toEqual([]);
});

test('gives the same answer for a wrong password, name and owner ID', async ({
  page,
  desk,
  owner,
}) => {
  const alert = page.getByRole('alert');
  for (const wrong of [
    { ...owner, password: 'a wrong password' },
    { ...owner, name: 'Nobody' },
    { ...owner, ownerid: 'nobody0000' },
  ]) {
    await page.goto(desk.url);
    await signInByForm(page, wrong);
    await expect(alert).toHaveText(failures.byCode['wrong-password']);
    const fields = fieldsOf(page);
    await expect(fields.password).toHaveValue('');
    await expect(fields.password).toBeFocused();
    await expect(fields.name).toHaveValue(wrong.name);
    await page.reload();
  }
  await signInByForm(page, owner);
  await expectSignedIn(page);
});

test('limits wrong passwords, and says when to try again', async ({
  page,
  desk,
  owner,
  manager,
}) => {
  const bystander = await manager(['read']);
  await page.goto(desk.url);
  for (let tries = 0; tries < 5; tries += 1) {
    await signInByForm(page, { ...owner, password: 'a wrong password' });
    await expect(page.getByRole('alert')).toHaveText(failures.byCode['wrong-password']);
    await expect(fieldsOf(page).password).toHaveValue('');
  }
  await signInByForm(page, owner);
  await expect(page.getByRole('alert')).toHaveText(failures.rateLimited('15 minutes'));
  await signInByForm(page, bystander);
  await expectSignedIn(page);
});

test('asks for a code, and sends six digits without a click @main', async ({
  page,
  desk,
  owner,
}) => {
  const { code } = await desk.addSecondFactor(owner);
  await page.goto(desk.url);
  await signInByForm(page, owner);
  const field = fieldsOf(page).code;
  await expect(field).toBeFocused();
  await field.fill('000000');
  await expect(page.getByRole('alert')).toHaveText(failures.byCode['bad-code']);
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await desk.expectAccessible();
  await field.pressSequentially(code());
  await expectSignedIn(page);
});

test('accepts a recovery code once', async ({ page, desk, owner }) => {
  const { recoveryCodes } = await desk.addSecondFactor(owner);
  const [code = ''] = recoveryCodes;
  const enter = async () => {
    await page.goto(desk.url);
    await signInByForm(page, owner);
    await fieldsOf(page).code.fill(code);
    await page.keyboard.press('Enter');
  };
  await enter();
  await expectSignedIn(page);
  await page.context().clearCookies();
  await page.reload();
  await enter();
  await expect(page.getByRole('alert')).toHaveText(failures.byCode['bad-code']);
  await page.getByRole('button', { name: signIn.back }).click();
  await expect(fieldsOf(page).password).toHaveValue('');
});

test('remembers the owner ID, and no secret anywhere', async ({ page, desk, owner, context }) => {
  const { recoveryCodes } = await desk.addSecondFactor(owner);
  await page.goto(desk.url);
  await signInByForm(page, owner);
  await fieldsOf(page).code.fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
  const [cookie] = await context.cookies();
  const kept = await remembered(page);
  expect(kept).toMatchObject({
    local: { ownerid: owner.ownerid, session: await sessionPart(page) },
    session: {},
    databases: [],
    caches: [],
    cookie: '',
    windowName: '',
  });
  for (const secret of [owner.password, recoveryCodes[0] ?? '', cookie?.value ?? ''])
    expect(JSON.stringify(kept)).not.toContain(secret);

  await context.clearCookies();
  await page.reload();
  const { ownerid, name } = fieldsOf(page);
  await expect(ownerid).toHaveValue(owner.ownerid);
  await expect(name).toHaveValue('');
  await expect(name).toBeFocused();
});

test('a wrong sign-in leaves nothing behind', async ({ page, desk, owner, context }) => {
  await page.goto(desk.url);
  await signInByForm(page, { ...owner, password: 'a wrong password' });
  await page.getByRole('alert').waitFor();
  expect(await remembered(page)).toMatchObject({ local: {}, session: {} });
  expect(await context.cookies()).toEqual([]);
  await page.reload();
  await expect(fieldsOf(page).ownerid).toHaveValue('');
});

test('leads back to the same place after the session ended', async ({ page, desk, owner }) => {
  for (const end of ['age', 'elsewhere'] as const) {
    await desk.signIn(owner, 'home');
    const place = page.url();
    if (end === 'age') await desk.ageSessions(31 * 60);
    else {
      const ask = await signInElsewhere({ url: new URL(desk.url).origin }, owner);
      const { sessions } = (await ask('sessions')).body as {
        sessions: { handle: string; isCurrent: boolean }[]; // as its schema says
      };
      for (const { handle, isCurrent } of sessions)
        if (!isCurrent) await ask('endsession', { handle });
    }
    await page.reload();
    await expectSignIn(page);
    await signInByForm(page, owner);
    await expectSignedIn(page);
    expect(page.url()).toBe(place);
  }
});

test('says that the session ended, until the next sign-in', async ({ page, desk, owner }) => {
  await desk.signIn(owner, 'home');
  await desk.ageSessions(31 * 60);
  await page.getByRole('link', { name: english.lists.title }).click();
  const again = page.getByRole('dialog', { name: english.signInAgain.title });
  await again.getByRole('button', { name: english.frame.signOut }).click();
  await expect(page.getByText(english.signIn.ended)).toBeVisible();
  await signInByForm(page, owner);
  await page.getByRole('button', { name: english.frame.signedInAs(owner.name) }).click();
  await page.getByRole('menuitem', { name: english.frame.signOut }).click();
  await expectSignIn(page);
  await expect(page.getByText(english.signIn.ended)).toHaveCount(0);
});

test('speaks German, and remembers it', async ({ page, desk, owner }) => {
  await page.goto(desk.url);
  await page.getByRole('button', { name: english.frame.language }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(german.signIn.title);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('button', { name: german.signIn.submit }).waitFor();
  await desk.signIn(owner);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(german.home.title);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' });
  test('starts in German', async ({ page, desk }) => {
    await page.goto(desk.url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(german.signIn.title);
    await page.getByRole('button', { name: german.frame.language }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(signIn.title);
  });
});

test('the form is accessible, also with a failure', async ({ page, desk, owner }) => {
  await page.goto(desk.url);
  await expectSignIn(page);
  await desk.expectAccessible();
  await desk.picture('sign-in');
  await signInByForm(page, { ...owner, password: 'a wrong password' });
  await page.getByRole('alert').waitFor();
  await desk.expectAccessible();
  await desk.picture('sign-in-failed');
});

test('shows the password on request', async ({ page, desk, owner }) => {
  await page.goto(desk.url);
  const fields = await fillSignIn(page, owner);
  await expect(fields.password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: signIn.show }).click();
  await expect(fields.password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: signIn.show }).click();
  await expect(fields.password).toHaveAttribute('type', 'password');
  expect(await fields.password.inputValue()).toBe(password);
});
