// The list of saved accounts: keyboard use, removal, and hostile names.
import type { Page } from '@playwright/test';
import { english } from '../../src/copy/en/window.ts';
import { fill } from '../../src/copy/sentences.ts';
import type { SavedSignInSummary } from '../../src/shared/session.ts';
import { savedSignIns, ready, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const words = english.savedSignInList;
const [anna, bob, byKey] = savedSignIns;
const done = { ok: true, value: null } as const;
const row = (page: Page, { name }: SavedSignInSummary) =>
  page.getByRole('listitem').filter({ hasText: name }).getByRole('button').first();
const forget = (page: Page, { name }: SavedSignInSummary) =>
  page.getByRole('button', { name: fill(words.removeOne, { name }) });
const without = (gone: SavedSignInSummary) =>
  sessionOf(signedOut, {
    revision: 2,
    savedSignIns: savedSignIns.filter((keptName) => keptName !== gone),
  });

test('focuses the first account, and signs in with the focused account on Enter @main', async ({
  page,
  open,
}) => {
  const bridge = await open({
    phase: signedOut,
    session: { savedSignIns: savedSignIns },
    replies: { signInWithSaved: [{ result: done, then: sessionOf(ready, { revision: 2 }) }] },
  });
  await expect(row(page, anna)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(forget(page, anna)).toBeFocused();
  for (const _ of [1, 2, 3]) await page.keyboard.press('Tab');
  await expect(row(page, byKey)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: english.savedSignInList.title })).toBeHidden();
  expect(await bridge.inputsOf('signInWithSaved')).toEqual([{ id: byKey.id }]);
});

test('fills in the user name and sends nothing for an account without a password', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: signedOut, session: { savedSignIns: savedSignIns } });
  await row(page, bob).click();
  await expect(page.getByLabel('User name')).toHaveValue('bob');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  expect(await bridge.inputsOf('signInWithSaved')).toEqual([]);
});

test('asks before it removes an account; Escape cancels and returns the focus', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: signedOut, session: { savedSignIns: savedSignIns } });
  await forget(page, bob).click();
  await expect(page.getByRole('dialog')).toContainText(words.removeText);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(forget(page, bob)).toBeFocused();
  expect(await bridge.inputsOf('removeSavedSignIn')).toEqual([]);
});

test('removes an account, announces it and keeps the focus in the list', async ({ page, open }) => {
  const bridge = await open({
    phase: signedOut,
    session: { savedSignIns: savedSignIns },
    replies: { removeSavedSignIn: [{ result: done, then: without(bob) }] },
  });
  await forget(page, bob).click();
  await page.getByRole('dialog').getByRole('button', { name: words.remove }).click();
  await expect(row(page, bob)).toBeHidden();
  expect(await bridge.inputsOf('removeSavedSignIn')).toEqual([{ id: bob.id }]);
  await expect(page.getByRole('status')).toHaveText(fill(words.removed, { name: 'bob' }));
  await expect(page.getByRole('list').getByRole('button').first()).toBeFocused();
});

test('warns about losing the key and shows the form after the last removal', async ({
  page,
  open,
}) => {
  await open({
    phase: signedOut,
    session: { savedSignIns: [byKey] },
    replies: { removeSavedSignIn: [{ result: done, then: sessionOf(signedOut, { revision: 2 }) }] },
  });
  await forget(page, byKey).click();
  await expect(page.getByRole('dialog')).toContainText(words.removeKeyText);
  await page.getByRole('dialog').getByRole('button', { name: words.remove }).click();
  await expect(page.getByLabel('User name')).toBeFocused();
});

test('disables the other accounts during a sign-in, and Escape cancels it', async ({
  page,
  open,
}) => {
  const bridge = await open({
    phase: signedOut,
    session: { savedSignIns: savedSignIns },
    replies: { signInWithSaved: ['hold'] },
  });
  await row(page, anna).click();
  await expect(row(page, byKey)).toHaveAttribute('aria-disabled', 'true');
  await row(page, byKey).click({ force: true });
  await page.keyboard.press('Escape');
  await expect(row(page, byKey)).not.toHaveAttribute('aria-disabled', 'true');
  expect(await bridge.inputsOf('signInWithSaved')).toEqual([{ id: anna.id }]);
  expect(await bridge.inputsOf('cancel')).toEqual([{}]);
});

test('shows any user name as text', async ({ page, open }) => {
  const hostile = '<img src=x onerror=alert(1)>\u202egpj.exe';
  const name = { ...anna, name: hostile };
  await open({ phase: signedOut, session: { savedSignIns: [name, bob] } });
  await expect(row(page, name)).toContainText(hostile);
  await expect(page.locator('main img')).toHaveCount(0);
  // The direction override ends with the name.
  await expect(row(page, name).locator('bdi')).toHaveText(hostile);
});
