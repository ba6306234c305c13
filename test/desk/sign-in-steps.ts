// Steps of the sign-in form, and what the browser remembers.
import type { Page } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { expect } from './desk-page.ts';
import type { Person } from './desk-seller.ts';

const { frame, signIn } = english;

export const fieldsOf = (page: Page) => ({
  ownerid: page.getByLabel(signIn.ownerid),
  name: page.getByLabel(signIn.name, { exact: true }),
  password: page.getByLabel(frame.password, { exact: true }),
  code: page.getByLabel(signIn.code),
  submit: page.getByRole('button', { name: signIn.submit }),
});

export async function fillSignIn(
  page: Page,
  { ownerid, name, password }: Person,
): Promise<ReturnType<typeof fieldsOf>> {
  const fields = fieldsOf(page);
  await fields.ownerid.fill(ownerid);
  await fields.name.fill(name);
  await fields.password.fill(password);
  return fields;
}

export async function signInByForm(page: Page, person: Person): Promise<void> {
  const { submit } = await fillSignIn(page, person);
  await submit.click();
}

export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: english.home.title })).toBeVisible();
}

export async function expectSignIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: signIn.title })).toBeVisible();
}

/** Everything that scripts of the page can read again later. */
export function remembered(page: Page): Promise<Readonly<Record<string, unknown>>> {
  return page.evaluate(async () => ({
    local: Object.fromEntries(Object.entries(localStorage)),
    session: Object.fromEntries(Object.entries(sessionStorage)),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    cookie: document.cookie,
    address: location.href,
    state: history.state as unknown,
    windowName: window.name,
  }));
}
