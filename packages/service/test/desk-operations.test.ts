// Operations of the seller API in the desk: as with a seller key of the account's scopes.
import { expect, test } from 'vitest';
import { addOtherApplication } from './support/another-application.ts';
import { openWithDesk } from './support/desk.ts';

const application = 'Test Application';

test('an operation answers like the seller API, and is in the audit log', async () => {
  const { browserOf, ask, audit } = await openWithDesk();
  const mia = await browserOf('Mia', { scopes: 'sell' });
  const made = await mia.ask('add', { application, expiry: '30', amount: '2' });
  expect(made).toMatchObject({ status: 200, body: { success: true } });
  const keys = made.body['keys'] as readonly string[]; // as its schema says
  expect((await ask('info', { key: keys[0] ?? '' })).body).toMatchObject({ success: true });
  const refused = await mia.ask('delunused', { application });
  expect(refused).toMatchObject({
    status: 400,
    body: { success: false, reason: 'scope', scope: 'all' },
  });
  expect(await mia.ask('verify', { application, key: keys[0] ?? '' })).toMatchObject({
    status: 200,
  });
  const lines = (await audit()).filter((line) => line.startsWith('account Mia '));
  const startsOf = lines.map((line) => line.split(/[.=]/, 1)[0]).toSorted();
  expect(startsOf).toEqual([
    'account Mia acceptinvitation chose a password',
    'account Mia add amount',
    'account Mia delunused refused: The scope of this seller key does not allow this operation',
    'account Mia signin',
    'account Mia verify key',
  ]);
});

test('an application that the person may not act in looks like one that does not exist', async () => {
  const { browserOf, browserOfOwner, service } = await openWithDesk();
  const sibling = await addOtherApplication(service, { id: 'sibling', ownerid: 'testOwner1' });
  const foreign = await addOtherApplication(service, { id: 'foreign' });
  const mia = await browserOf('Mia', { scopes: 'all' });
  const answers = [];
  for (const name of [sibling.name, foreign.name, 'None', '', application.toUpperCase()])
    answers.push(await mia.ask('stats', { application: name }));
  answers.push(await mia.ask('stats'), await mia.ask('nothing', { application: 'None' }));
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect(body).toEqual(answers[0]?.body);
    expect(body['code']).toBe('application-unknown');
  }
  // Control: an owner has all applications of the owner id, and no other.
  const olga = await browserOfOwner('Olga', foreign.ownerid);
  expect((await olga.ask('stats', { application: foreign.name })).status).toBe(200);
  expect((await olga.ask('stats', { application: sibling.name })).body).toEqual(answers[0]?.body);
});

test('failures are always JSON with their own status, whatever the application wants', async () => {
  const { browserOf, service } = await openWithDesk();
  const mia = await browserOf('Mia', { scopes: 'all' });
  await service.database
    .updateTable('applications')
    .set({ failureStatus: '200', severalKeysStatus: '302' })
    .execute();
  const failed = await mia.ask('del', { application, key: 'none', format: 'text' });
  expect(failed).toMatchObject({ status: 400, body: { success: false } });
  const made = await mia.ask('add', { application, expiry: '1', amount: '2', format: 'text' });
  expect(made).toMatchObject({ status: 200, body: { success: true } });
  expect(made.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect((await mia.ask('nothing', { application })).body['message']).toBe("Type doesn't exist");
});

test('a ban, a changed scope and a deleted account apply to the next request', async () => {
  const { browserOf, ask } = await openWithDesk();
  const mia = await browserOf('Mia', { scopes: 'support' });
  const berta = await browserOf('Berta', { scopes: 'support' });
  const act = (one = mia) => one.ask('fetchallusers', { application });
  expect((await act()).status).toBe(200);
  await ask('editaccount', { user: 'Mia', scopes: 'release' });
  expect((await act()).body).toMatchObject({ reason: 'scope' });
  await ask('banaccount', { user: 'Mia' });
  expect((await act()).body).toMatchObject({ code: 'application-unknown' });
  expect((await mia.ask('me')).body).toMatchObject({ applications: [] });
  await ask('unbanaccount', { user: 'Mia' });
  await mia.ask('me');
  expect((await act()).body).toMatchObject({ reason: 'scope' });
  await ask('deleteAccount', { user: 'Mia' });
  expect(await act()).toMatchObject({ status: 401, body: { code: 'signed-out' } });
  expect((await act(berta)).status).toBe(200);
});

test('the setting selleraddress also limits the desk', async () => {
  const { browserOf, service } = await openWithDesk();
  const mia = await browserOf('Mia', { scopes: 'all' });
  const setTo = (sellerAddress: string) =>
    service.database.updateTable('applications').set({ sellerAddress }).execute();
  await setTo('198.51.100.77');
  expect((await mia.ask('stats', { application })).body).toMatchObject({ success: false });
  await setTo('127.0.0.1');
  expect((await mia.ask('stats', { application })).body).toMatchObject({ success: true });
});

test('requests of the desk count against the limit of the IP', async () => {
  const { browser, service } = await openWithDesk({ requestsPerMinute: 60 });
  const one = browser();
  for (let sent = 0; sent < 30; sent += 1) {
    await one.ask('me');
    await (await fetch(`${service.url}/desk/`)).text();
  }
  const limited = await one.ask('me');
  expect(limited).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
  expect((await fetch(`${service.url}/desk/assets/index-abc.js`)).status).toBe(429);
});

test('an owner creates an application, whose key opens it and no other', async () => {
  const { browserOf, browserOfOwner, ask, service, audit } = await openWithDesk();
  const olga = await browserOfOwner('Olga', 'newOwner01');
  const made = await olga.ask('createapplication', { name: 'Second', subscription: 'Pro' });
  expect(made).toMatchObject({ status: 200, body: { name: 'Second', ownerid: 'newOwner01' } });
  const sellerkey = String(made.body['sellerkey']);
  expect((await ask('fetchallsubs', { sellerkey })).body).toMatchObject({
    subs: [{ name: 'Pro', level: '1' }],
  });
  expect((await ask('appdetails', { sellerkey })).body).toMatchObject({
    appdetails: { name: 'Second' },
  });
  const me = await olga.ask('me');
  expect(me.body['applications']).toMatchObject([{ name: 'Second' }]);
  expect((await audit()).join('\n')).not.toContain(sellerkey);
  const again = await olga.ask('createapplication', { name: 'Second', subscription: 'Pro' });
  expect(again).toMatchObject({ status: 400, body: { code: 'application-exists' } });
  const mia = await browserOf('Mia', { scopes: 'all' });
  const refused = await mia.ask('createapplication', { name: 'Third', subscription: 'Pro' });
  expect(refused).toMatchObject({ status: 400, body: { code: 'owner-needed' } });
  const names = service.database
    .selectFrom('applications')
    .select('name')
    .where('name', '=', 'Third');
  expect(await names.execute()).toEqual([]);
});
