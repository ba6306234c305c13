// Attacks on the session in a browser: a planted session id, and what remains after a sign-out.
import type { BrowserContext } from '@playwright/test';
import { sessionHeader, type Me } from '@latchkey/protocol/desk-api.ts';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { browserAt } from '../../packages/service/test/support/desk.ts';
import { expect, test } from './attacker-page.ts';
import { sessionPart, signInBrowser, storeSessionPart } from './desk-page.ts';
import { expectSignedIn, expectSignIn, signInByForm } from './sign-in-steps.ts';

const { frame } = english;

async function sessionCookie(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies();
  return cookies.find(({ name }) => name === 'latchkey')?.value ?? '';
}

test('a planted session id ends with the sign-in @main', async ({
  page,
  desk,
  shop,
  owner,
  service,
  attacker,
  context,
}) => {
  const spy = await shop.addOwner('Eva');
  const attackers = browserAt(service.url);
  const { ownerid, name, password } = spy;
  await attackers.ask('signin', { ownerid, name, password });
  const planted = attackers.cookie.replace(/^latchkey=/, '');

  // Any other program of this host can set a cookie of this name, but not the other half of the
  // session id. Over https, the name has a prefix that only the desk's own answers can set.
  await page.goto(attacker.sameSite);
  await page.evaluate((id) => {
    document.cookie = `latchkey=${id}; path=/`;
  }, planted);
  await page.goto(desk.url);
  await expectSignIn(page);
  // The control: with both halves, the session of the attacker appears.
  await storeSessionPart(page, service.url, attackers.part);
  await page.goto(desk.url);
  await page.reload();
  await expectSignedIn(page);
  await expect(page.getByRole('button', { name: frame.signedInAs(spy.name) })).toBeVisible();

  await signInBrowser(page, service, owner);
  await desk.open('home');
  await expect(page.getByRole('button', { name: frame.signedInAs(owner.name) })).toBeVisible();
  expect(await sessionCookie(context)).not.toBe(planted);
  expect((await attackers.ask('me')).body).toMatchObject({ code: 'signed-out' });
});

test('every sign-in has a new session id, and a sign-out ends the old one', async ({
  page,
  desk,
  owner,
  service,
  context,
}) => {
  await page.goto(desk.url);
  await signInByForm(page, owner);
  await expectSignedIn(page);
  const first = await sessionCookie(context);
  const thief = browserAt(service.url);
  thief.part = await sessionPart(page);
  thief.cookie = `latchkey=${first}`;
  expect((await thief.ask('me')).body).toMatchObject({ name: owner.name });
  await page.getByRole('button', { name: frame.signedInAs(owner.name) }).click();
  await page.getByRole('menuitem', { name: frame.signOut }).click();
  await expectSignIn(page);
  expect(await sessionPart(page)).toBe('');
  expect((await thief.ask('me')).body).toMatchObject({ code: 'signed-out' });
  await signInByForm(page, owner);
  await expectSignedIn(page);
  expect(await sessionCookie(context)).not.toBe(first);
});

test('Back after a sign-out in another tab shows nothing of the session', async ({
  page,
  desk,
  owner,
  attacker,
  service,
}) => {
  await desk.signIn(owner, 'home');
  const part = await sessionPart(page);
  await page.goto(attacker.crossSite);
  // The control: while the session runs, Back shows the page.
  await page.goBack();
  await expectSignedIn(page);
  await page.goto(attacker.crossSite);
  const ask = (operation: string, shown = {}) =>
    page.request.post(`${service.url}/desk/api/${operation}`, {
      headers: { origin: service.url, 'x-latchkey': '1', [sessionHeader]: part, ...shown },
      data: {},
    });
  const { id } = (await (await ask('me')).json()) as Me; // as the desk answers
  const answer = await ask('signout', { 'x-latchkey-as': id });
  expect(await answer.json()).toMatchObject({ success: true });
  await page.goBack();
  await expectSignIn(page);
  await expect(page.getByText(owner.name)).toHaveCount(0);
});

test('scripts cannot read or replace the session id', async ({ page, desk, owner, context }) => {
  await desk.signIn(owner, 'home');
  const id = await sessionCookie(context);
  expect(id).not.toBe('');
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.evaluate(() => {
    document.cookie = 'latchkey=mine; path=/';
    document.cookie = 'other=readable; path=/';
  });
  expect(await page.evaluate(() => document.cookie)).toBe('other=readable');
  expect(await sessionCookie(context)).toBe(id);
});
