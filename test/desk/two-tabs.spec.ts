// Two tabs of one browser share the session. A page acts only as the person whom it shows.
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { addOtherApplication } from '../../packages/service/test/support/another-application.ts';
import { expect, openPlace, signInBrowser, test } from './desk-page.ts';
import { addSeller } from './desk-seller.ts';

const { frame, otherPerson, newUser } = english;

test('a tab acts for none of two people who sign in in a second tab @main', async ({
  page,
  desk,
  shop,
  owner,
  manager,
  service,
  seller,
}) => {
  const bea = await manager(['all'], 'Bea');
  // Another seller, with an application of the same name.
  const stranger = await addSeller(service);
  await addOtherApplication(service, {
    id: `other-${stranger.app.ownerid}`,
    name: shop.app.name,
    ownerid: stranger.app.ownerid,
  });
  const olga = await stranger.addOwner('Olga of the stranger');
  const notice = page.getByRole('dialog', { name: otherPerson.title });
  for (const other of [bea, olga]) {
    await desk.signIn(owner, 'users');
    await page.getByRole('button', { name: newUser.add }).click();
    const form = page.getByRole('dialog', { name: newUser.title });
    await form.getByLabel(newUser.name, { exact: true }).fill('nils');
    const second = await page.context().newPage();
    await signInBrowser(second, service, other);
    await openPlace(second, desk.url, [shop.app.name, 'home']);
    await form.getByRole('button', { name: newUser.submit }).click();
    await expect(notice).toContainText(other.name);
    await desk.expectAccessible();
    await desk.picture('other-person');
    await notice.getByRole('button').click();
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole('button', { name: frame.signedInAs(other.name) })).toBeVisible();
    await second.close();
  }
  expect(await seller('fetchallusers')).toMatchObject({ users: [] });
  stranger.close();
});

test('a sign-out of a tab that shows another person ends no session', async ({
  page,
  desk,
  owner,
  manager,
  service,
}) => {
  const bea = await manager(['all'], 'Bea');
  await desk.signIn(owner, 'home');
  await signInBrowser(page, service, bea);
  await page.getByRole('button', { name: frame.signedInAs(owner.name) }).click();
  await page.getByRole('menuitem', { name: frame.signOut }).click();
  const notice = page.getByRole('dialog', { name: otherPerson.title });
  await notice.getByRole('button').click();
  await expect(page.getByRole('button', { name: frame.signedInAs(bea.name) })).toBeVisible();
});
