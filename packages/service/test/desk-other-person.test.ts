// A page of the desk acts only as the person and in the application that it shows, whoever has
// signed in since in another tab of the browser.
import { expect, test } from 'vitest';
import { deskApi, shownHeader } from '@latchkey/protocol/desk-api.ts';
import { addOtherApplication } from './support/another-application.ts';
import { browserAt, openWithDesk } from './support/desk.ts';

const application = 'Test Application';
const otherPerson = { status: 403, body: { success: false, code: 'other-person' } };

test('a tab does nothing after another person has signed in in a second tab', async () => {
  const { service, browserOf, browserOfOwner, askSeller } = await openWithDesk();
  const mia = await browserOf('Mia', { scopes: 'all' });
  // Another seller, whose application has the same name.
  await addOtherApplication(service, { id: 'same name', name: application, ownerid: 'fedcba9876' });
  const olga = await browserOfOwner('Olga', 'fedcba9876');
  expect((await olga.ask('me')).body).toMatchObject({ applications: [{ name: application }] });
  const bea = await browserOf('Bea', { scopes: 'all' });
  for (const other of [olga, bea]) {
    const { cookie } = mia;
    mia.cookie = other.cookie;
    for (const [type, { needs }] of Object.entries(deskApi))
      if (needs !== 'nothing') expect(await mia.ask(type), type).toMatchObject(otherPerson);
    const add = { application, username: 'nils', password: 'nils has one', user: 'nils' };
    for (const type of ['adduser', 'fetchallusers', 'made-up'])
      expect(await mia.ask(type, add), type).toMatchObject(otherPerson);
    mia.cookie = cookie;
    // Neither was signed out by the page of the other.
    expect((await other.ask('me')).status).toBe(200);
    expect((await mia.ask('me')).status).toBe(200);
  }
  expect((await askSeller('fetchallusers')).body).toMatchObject({ users: [] });
});

test('a page without a header, or with a part of it, only learns who is signed in', async () => {
  const { service, browserOf } = await openWithDesk();
  const mia = await browserOf('Mia', { scopes: 'all' });
  const { id = '', applications } = mia.shown ?? {};
  const [shown] = applications ?? [];
  const ask = (type: string, header: string) => {
    const headers = { cookie: mia.cookie, [shownHeader]: header };
    return browserAt(service.url).ask(type, type === 'me' ? {} : { application }, { headers });
  };
  expect((await ask('me', '')).body).toMatchObject({ id, name: 'Mia' });
  expect((await ask('stats', `${id}/${shown?.id}`)).status).toBe(200);
  for (const header of ['', id, `${id}/`, `/${shown?.id}`, `${id}/${id}`, `x/${shown?.id}`, '/'])
    expect(await ask('stats', header), header).toMatchObject(otherPerson);
  for (const header of ['x', id.toUpperCase(), `${id}x`])
    expect(await ask('me', header), header).toMatchObject(otherPerson);
});
